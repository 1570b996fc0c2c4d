// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a black-and-white picture with a rectangle, by which the library detects ruled lines. Leptonica combines as
// many shifted copies as the rectangle is wide, and then as it is high. Here each step doubles the combined length,
// so the number of copies is logarithmic (van Herk's idea, with whole words of pixels).
#include "Kernel.h"

#include <algorithm>
#include <leptonica/allheaders.h>

namespace kernels {
namespace {

using Open = PIX *(PIX *, PIX *, l_int32, l_int32);

struct Direction {
    int x, y;
    Direction times(int factor) const { return {x * factor, y * factor}; }
};

/// Combines each pixel with the one at an offset; pixels outside the picture are off.
void combine(PIX *picture, PIX *copy, Direction by, int operation) {
    const int width = pixGetWidth(picture), height = pixGetHeight(picture);
    pixCopy(copy, picture);
    pixRasterop(picture, -by.x, -by.y, width, height, operation, copy, 0, 0);
    if (operation != (PIX_SRC & PIX_DST)) return;
    // The operation above leaves pixels unchanged whose counterpart is outside.
    if (by.x > 0) pixRasterop(picture, width - by.x, 0, by.x, height, PIX_CLR, nullptr, 0, 0);
    if (by.x < 0) pixRasterop(picture, 0, 0, -by.x, height, PIX_CLR, nullptr, 0, 0);
    if (by.y > 0) pixRasterop(picture, 0, height - by.y, width, by.y, PIX_CLR, nullptr, 0, 0);
    if (by.y < 0) pixRasterop(picture, 0, 0, width, -by.y, PIX_CLR, nullptr, 0, 0);
}

/// Combines each pixel with the next ones in a direction, `length` pixels in total.
void combineRun(PIX *picture, PIX *copy, int length, Direction direction, int operation) {
    for (int reached = 1; reached < length;) {
        const int step = std::min(reached, length - reached);
        combine(picture, copy, direction.times(step), operation);
        reached += step;
    }
}

/// Moves the picture; pixels from outside are off.
void move(PIX *picture, PIX *copy, Direction by) {
    pixCopy(copy, picture);
    pixClearAll(picture);
    pixRasterop(picture, by.x, by.y, pixGetWidth(picture), pixGetHeight(picture), PIX_SRC, copy, 0, 0);
}

void erode(PIX *picture, PIX *copy, int length, Direction direction) {
    if (length < 2) return;
    combineRun(picture, copy, length, direction, PIX_SRC & PIX_DST);
    move(picture, copy, direction.times(length / 2));
}

void dilate(PIX *picture, PIX *copy, int length, Direction direction) {
    if (length < 2) return;
    PIX *before = pixCopy(nullptr, picture);
    combineRun(picture, copy, length / 2 + 1, direction, PIX_SRC | PIX_DST);
    combineRun(before, copy, length - length / 2, direction.times(-1), PIX_SRC | PIX_DST);
    pixOr(picture, picture, before);
    pixDestroy(&before);
}

PIX *open(PIX *picture, int width, int height) {
    PIX *opened = pixCopy(nullptr, picture), *copy = pixCreateTemplate(picture);
    const Direction right{1, 0}, down{0, 1};
    erode(opened, copy, width, right);
    erode(opened, copy, height, down);
    dilate(opened, copy, width, right);
    dilate(opened, copy, height, down);
    pixDestroy(&copy);
    return opened;
}

/// Returns whether this method is faster and supported. Small rectangles combine only a few copies.
bool applies(PIX *to, PIX *picture, int width, int height) {
    return to == nullptr && picture != nullptr && pixGetDepth(picture) == 1 && width > 0 && height > 0 &&
           std::max(width, height) > 4;
}

} // namespace

Open standInForOpen STANDS_FOR("pixOpenBrick");

PIX *standInForOpen(PIX *to, PIX *picture, l_int32 width, l_int32 height) {
    static Open *const own = original<Open>("pixOpenBrick");
    static Check check("pixOpenBrick");
    if (library() == nullptr || !applies(to, picture, width, height)) return own(to, picture, width, height);
    PIX *opened = open(picture, width, height);
    if (!check.isDue()) return opened;
    PIX *theirs = own(to, picture, width, height);
    l_int32 isSame = 0;
    const bool isCompared = pixEqual(opened, theirs, &isSame) == 0;
    check.note(isCompared && isSame != 0);
    pixDestroy(&opened);
    return theirs;
}

} // namespace kernels
