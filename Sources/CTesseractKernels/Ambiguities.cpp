// SPDX-License-Identifier: GPL-3.0-or-later
//
// When a language is loaded, the library fills a table of ambiguous letters, which takes three quarters of the
// loading time. Only its legacy engine, without a network, reads the table.
#include "Kernel.h"

#include <cstring>

namespace kernels {
namespace {

/// A setting of the library.
struct Parameter {
    const char *name;
    const char *help;
    bool isInitial;
    int32_t value;
};
static_assert(offsetof(Parameter, value) == 20);

/// The offset, in bytes, from an engine's table of ambiguous letters to its setting for the engine mode.
constexpr ptrdiff_t toMode = 138376;
constexpr int32_t onlyNetwork = 1;

using Load = void(char *table, const void *encoder, void *letters);

bool readsOnlyByNetwork(const char *table) {
    const auto *mode = reinterpret_cast<const Parameter *>(table + toMode);
    return mode->value == onlyNetwork && strcmp(mode->name, "tessedit_ocr_engine_mode") == 0;
}

} // namespace

Load standInForLoad STANDS_FOR("_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_");

void standInForLoad(char *table, const void *encoder, void *letters) {
    static Load *const own = original<Load>("_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_");
    if (library() == nullptr || !readsOnlyByNetwork(table)) own(table, encoder, letters);
}

} // namespace kernels
