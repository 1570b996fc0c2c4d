// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reordered copies of activations, between layers that read from left to right, from right to left, and downward.
#include "Kernel.h"

#include <cstring>

namespace kernels {
namespace {

using Copy = void(Activations *, const Activations &);

/// Copies each place of one picture to the row that `target` returns for its x and y.
template <class Target>
void copyPlaces(Activations *to, const Activations &from, Target target) {
    const int width = from.strides.width, height = from.strides.height, columns = from.columns();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            memcpy(to->integers.row(target(x, y)), from.integers.row(y * width + x), columns);
        }
    }
}

void transpose(const Library &library, Activations *to, const Activations &from) {
    Strides strides = from.strides;
    library.transpose(&strides);
    library.resize(to, true, strides, from.columns());
    copyPlaces(to, from, [height = from.strides.height](int x, int y) { return x * height + y; });
}

void mirror(const Library &library, Activations *to, const Activations &from) {
    library.resize(to, true, from.strides, from.columns());
    copyPlaces(to, from, [width = from.strides.width](int x, int y) { return (y + 1) * width - 1 - x; });
}

void copy(
    void (*ours)(const Library &, Activations *, const Activations &), Copy *own, Check &check, Activations *to,
    const Activations &from) {
    const Library *use = library();
    if (use == nullptr || !from.isPlain()) return own(to, from);
    answer(check, to, [&] { ours(*use, to, from); }, [&] { own(to, from); });
}

} // namespace

Copy standInForTranspose STANDS_FOR("_ZN9tesseract9NetworkIO19CopyWithXYTransposeERKS0_");
Copy standInForMirror STANDS_FOR("_ZN9tesseract9NetworkIO17CopyWithXReversalERKS0_");

void standInForTranspose(Activations *to, const Activations &from) {
    static Copy *const own = original<Copy>("_ZN9tesseract9NetworkIO19CopyWithXYTransposeERKS0_");
    static Check check("CopyWithXYTranspose");
    copy(transpose, own, check, to, from);
}

void standInForMirror(Activations *to, const Activations &from) {
    static Copy *const own = original<Copy>("_ZN9tesseract9NetworkIO17CopyWithXReversalERKS0_");
    static Check check("CopyWithXReversal");
    copy(mirror, own, check, to, from);
}

} // namespace kernels
