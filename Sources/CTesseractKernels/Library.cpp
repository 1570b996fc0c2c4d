// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks whether the loaded libtesseract fits the kernels: first its version, which determines the layout in
// Layouts.h, then its observable properties. Builds aren't compared, because a new build of the same version fits.
#include "Library.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string>

namespace kernels {
namespace {

/// The versions whose headers Layouts.h follows.
constexpr const char *knownVersions[] = {"5.3.0", "5.5.0"};

/// A symbol of the library, and its size in bytes, which must match the headers.
struct Part {
    const char *name;
    size_t size;
};

/// Tables, and the virtual tables of classes with replaced functions.
const Part objects[] = {
    {"_ZN9tesseract13LogisticTableE", 4096 * sizeof(float)},
    {"_ZN9tesseract9TanhTableE", 4096 * sizeof(float)},
    {"_ZN9tesseract13IntSimdMatrix13intSimdMatrixE", sizeof(void *)},
    {"_ZTVN9tesseract4LSTME", 192},
    {"_ZTVN9tesseract8ConvolveE", 192},
    {"_ZTVN9tesseract7MaxpoolE", 192},
    {"_ZTVN9tesseract14FullyConnectedE", 192},
    {"_ZTVN9tesseract16GENERIC_2D_ARRAYIaEE", 48},
    {"_ZTVN9tesseract16GENERIC_2D_ARRAYIfEE", 48},
};

/// The replaced functions, which need the library's own as a fallback, and one that they call.
const char *const replaced[] = {
    "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_",
    "_ZN9tesseract14FullyConnected7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_",
    "_ZN9tesseract9NetworkIO19CopyWithXYTransposeERKS0_",
    "_ZN9tesseract9NetworkIO17CopyWithXReversalERKS0_",
    "_ZN9tesseract9ImageData14SetPixInternalENS_5ImageEPSt6vectorIcSaIcEE",
    "_ZN9tesseract4LSTM7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_",
    "_ZN9tesseract8Convolve7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_",
    "_ZN9tesseract7Maxpool7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_",
    "_ZN9tesseract11PAGE_RES_IT11restart_rowEv",
    "_ZN9tesseract13HistogramRectENS_5ImageEiiiiiPi",
    "_ZNK9tesseract16ImageThresholder18ThresholdRectToPixENS_5ImageEiRKSt6vectorIiSaIiEES6_PS1_",
    "_ZN9tesseract16ImageThresholder13GetImageSizesEPiS1_S1_S1_S1_S1_",
    "pixOpenBrick",
};

size_t sizeOf(const void *object) {
    Dl_info info;
    void *symbol = nullptr;
    const bool isFound = dladdr1(object, &info, &symbol, RTLD_DL_SYMENT) != 0;
    return isFound && symbol ? static_cast<const ElfW(Sym) *>(symbol)->st_size : 0;
}

template <class T>
bool find(T &place, const char *name) {
    place = reinterpret_cast<T>(dlsym(RTLD_DEFAULT, name));
    return place != nullptr;
}

bool fill(Library &library) {
    return find(library.resize, "_ZN9tesseract9NetworkIO11ResizeToMapEbRKNS_9StrideMapEi") &&
           find(library.resizeScaled, "_ZN9tesseract9NetworkIO12ResizeScaledERKS0_iii") &&
           find(library.resizeToWidth1, "_ZN9tesseract9NetworkIO10ResizeXTo1ERKS0_i") &&
           find(library.randomize, "_ZN9tesseract9NetworkIO9RandomizeEiiiPNS_5TRandE") &&
           find(library.transpose, "_ZN9tesseract9StrideMap11TransposeXYEv") &&
           find(library.forward, "_ZN9tesseract11PAGE_RES_IT16internal_forwardEbb") &&
           find(library.startPage, "_ZN9tesseract11PAGE_RES_IT10start_pageEb") &&
           find(library.product, "_ZN9tesseract13IntSimdMatrix13intSimdMatrixE") &&
           find(library.tanh, "_ZN9tesseract9TanhTableE") && find(library.logistic, "_ZN9tesseract13LogisticTableE");
}

/// Activations followed by memory that the library must not change.
struct Probe {
    Activations activations{};
    unsigned char behind[128];
};

/// Returns whether the library creates a picture of 2 by 3 places, with five numbers each, in the layout of Layouts.h.
bool isLaidOut(const Library &library, bool isInteger) {
    constexpr unsigned char untouched = 0xA5;
    Probe probe;
    std::fill(std::begin(probe.behind), std::end(probe.behind), untouched);
    const Strides strides{1, 2, 3, {6, 3, 1}, {2}, {3}};
    Activations &found = probe.activations;
    library.resize(&found, isInteger, strides, 5);
    const bool isSame = found.isInteger == isInteger && memcmp(&found.strides, &strides, offsetof(Strides, heights)) == 0 &&
                        found.strides.heights == strides.heights && found.strides.widths == strides.widths;
    const auto holds = [](const auto &matrix) {
        return matrix.values && matrix.rows == 6 && matrix.columns == 5 && matrix.allocated >= 30;
    };
    const auto isEmpty = [](const auto &matrix) { return !matrix.values && matrix.rows == 0 && matrix.allocated == 0; };
    const bool isPlaced = isInteger ? holds(found.integers) && isEmpty(found.floats)
                                    : holds(found.floats) && isEmpty(found.integers);
    const bool isWithin = std::all_of(std::begin(probe.behind), std::end(probe.behind),
                                      [](unsigned char byte) { return byte == untouched; });
    if (!isSame || !isPlaced || !isWithin) return false;
    delete[] found.integers.values;
    delete[] found.floats.values;
    return true;
}

/// Returns whether the tables start with known values.
bool haveKnownTables(const Library &library) { return library.tanh[0] == 0 && library.logistic[0] == 0.5f; }

/// Fills in the parts of the library that the kernels use, and returns a misfit, or an empty text.
std::string examined(Library &library) {
    const char *(*version)() = nullptr;
    if (!find(version, "TessVersion")) return "libtesseract is not loaded";
    if (std::none_of(std::begin(knownVersions), std::end(knownVersions),
                     [&](const char *known) { return strcmp(version(), known) == 0; })) {
        return std::string("made for libtesseract 5.3.0 and 5.5.0, but this is ") + version();
    }
    for (const char *name : replaced) {
        if (!dlsym(RTLD_NEXT, name)) return std::string("libtesseract has no ") + name;
    }
    for (const Part &part : objects) {
        const void *object = dlsym(RTLD_DEFAULT, part.name);
        if (!object) return std::string("libtesseract has no ") + part.name;
        if (sizeOf(object) != part.size) return std::string(part.name) + " has another size in this build of libtesseract";
    }
    if (!fill(library)) return "a function is missing in this build of libtesseract";
    if (!haveKnownTables(library)) return "the tables differ in this build of libtesseract";
    if (!isLaidOut(library, true) || !isLaidOut(library, false) || !areRowsLaidOut(library)) {
        return "the object layout differs in this build of libtesseract";
    }
    return "";
}

struct Findings {
    Library library{};
    std::string misfit;
    Findings() : misfit(examined(library)) {}
};

const Findings &findings() {
    static const Findings found;
    return found;
}

} // namespace

const Library *findLibrary() { return findings().misfit.empty() ? &findings().library : nullptr; }

const char *libraryMisfit() { return findings().misfit.c_str(); }

} // namespace kernels
