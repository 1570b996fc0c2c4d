// SPDX-License-Identifier: GPL-3.0-or-later
//
// The library compresses each line's picture to PNG and decompresses it at once. Leptonica's own format for memory
// needs no compression.
#include "Kernel.h"

#include <leptonica/allheaders.h>

namespace kernels {
namespace {

using Store = void(PIX *, std::vector<char> *);

/// Stores the picture, and returns whether that succeeded.
bool store(PIX *picture, std::vector<char> *to) {
    l_uint8 *data = nullptr;
    size_t size = 0;
    if (pixWriteMem(&data, &size, picture, IFF_SPIX) != 0) return false;
    to->assign(data, data + size);
    lept_free(data);
    return true;
}

/// Returns whether two stored pictures are equal.
bool areSame(const std::vector<char> &first, const std::vector<char> &second) {
    const auto unpack = [](const std::vector<char> &data) {
        return pixReadMem(reinterpret_cast<const l_uint8 *>(data.data()), data.size());
    };
    PIX *a = unpack(first), *b = unpack(second);
    l_int32 isSame = 0;
    const bool isCompared = a != nullptr && b != nullptr && pixEqual(a, b, &isSame) == 0;
    pixDestroy(&a);
    pixDestroy(&b);
    return isCompared && isSame != 0;
}

} // namespace

Store standInForStore STANDS_FOR("_ZN9tesseract9ImageData14SetPixInternalENS_5ImageEPSt6vectorIcSaIcEE");

void standInForStore(PIX *picture, std::vector<char> *to) {
    static Store *const own = original<Store>("_ZN9tesseract9ImageData14SetPixInternalENS_5ImageEPSt6vectorIcSaIcEE");
    static Check check("SetPixInternal");
    // Only a gray picture is certain to be the same in both formats.
    const bool isGrey = picture != nullptr && pixGetDepth(picture) == 8 && pixGetColormap(picture) == nullptr;
    if (library() == nullptr || !isGrey || !store(picture, to)) return own(picture, to);
    if (!check.isDue()) return pixDestroy(&picture);
    const std::vector<char> ours = *to;
    own(picture, to);
    check.note(areSame(ours, *to));
}

} // namespace kernels
