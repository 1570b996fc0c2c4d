// SPDX-License-Identifier: GPL-3.0-or-later
//
// The conversion of a gray picture to black and white, which starts each reading. The library handles one pixel at a
// time, and here 32 pixels are handled at once.
#include "Kernel.h"

#include <algorithm>
#include <cstring>
#include <leptonica/allheaders.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace kernels {
namespace {

constexpr int tones = 256;
constexpr int pixelsPerWord = 4;
#if defined(__x86_64__)
constexpr int bitsPerWord = 32;
#endif

using Count = void(PIX *picture, int channel, int left, int top, int width, int height, int *histogram);
using Split = void(
    const void *thresholder, PIX *picture, int channels, const std::vector<int> &thresholds,
    const std::vector<int> &darkSides, PIX **result);
using Sizes = void(
    const void *thresholder, int *left, int *top, int *width, int *height, int *pictureWidth, int *pictureHeight);

/// Counts the tones of whole rows. Four tables are used, because equal neighbors would wait for each other's count.
void count(PIX *picture, int top, int width, int height, int *histogram) {
    int counts[pixelsPerWord][tones] = {};
    for (int y = top; y < top + height; ++y) {
        const uint32_t *row = pixGetData(picture) + static_cast<ptrdiff_t>(y) * pixGetWpl(picture);
        for (int word = 0; word < width / pixelsPerWord; ++word) {
            for (int pixel = 0; pixel < pixelsPerWord; ++pixel) ++counts[pixel][row[word] >> (8 * pixel) & 0xFF];
        }
        for (int x = width - width % pixelsPerWord; x < width; ++x) ++counts[0][GET_DATA_BYTE(row, x)];
    }
    for (int tone = 0; tone < tones; ++tone) {
        histogram[tone] = counts[0][tone] + counts[1][tone] + counts[2][tone] + counts[3][tone];
    }
}

#if defined(__x86_64__)

/// Returns a picture with black pixels for tones above the threshold, or else for the other tones.
__attribute__((target("avx2"))) PIX *split(PIX *picture, int threshold, bool isAboveBlack) {
    const int width = pixGetWidth(picture), height = pixGetHeight(picture);
    PIX *result = pixCreate(width, height, 1);
    if (result == nullptr) return nullptr;
    pixSetXRes(result, pixGetXRes(picture));
    pixSetYRes(result, pixGetYRes(picture));
    // Leptonica stores the first pixel in a word's highest byte, and the first bit in its highest bit.
    const __m256i mirrored = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i least = _mm256_set1_epi8(static_cast<char>(threshold + 1));
    const uint32_t flipped = isAboveBlack ? 0 : ~0U;
    for (int y = 0; y < height; ++y) {
        const uint32_t *from = pixGetData(picture) + static_cast<ptrdiff_t>(y) * pixGetWpl(picture);
        uint32_t *to = pixGetData(result) + static_cast<ptrdiff_t>(y) * pixGetWpl(result);
        const int words = width / bitsPerWord;
        for (int word = 0; word < words; ++word) {
            const __m256i pixels = _mm256_permutevar8x32_epi32(
                _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + word * bitsPerWord / pixelsPerWord)), mirrored);
            const __m256i isAbove = _mm256_cmpeq_epi8(_mm256_max_epu8(pixels, least), pixels);
            to[word] = static_cast<uint32_t>(_mm256_movemask_epi8(isAbove)) ^ flipped;
        }
        for (int x = words * bitsPerWord; x < width; ++x) {
            if ((static_cast<int>(GET_DATA_BYTE(from, x)) > threshold) == isAboveBlack) SET_DATA_BIT(to, x);
        }
    }
    return result;
}

/// Returns whether the rectangle of interest is the whole picture.
bool isWhole(const void *thresholder, PIX *picture) {
    static Sizes *const sizes = original<Sizes>("_ZN9tesseract16ImageThresholder13GetImageSizesEPiS1_S1_S1_S1_S1_");
    if (sizes == nullptr) return false;
    int left = -1, top = -1, width = 0, height = 0, pictureWidth = 0, pictureHeight = 0;
    sizes(thresholder, &left, &top, &width, &height, &pictureWidth, &pictureHeight);
    return left == 0 && top == 0 && width == pixGetWidth(picture) && height == pixGetHeight(picture);
}

#endif

PIX *answered(
    [[maybe_unused]] const void *thresholder, [[maybe_unused]] PIX *picture, [[maybe_unused]] int channels,
    [[maybe_unused]] const std::vector<int> &thresholds, [[maybe_unused]] const std::vector<int> &darkSides) {
#if defined(__x86_64__)
    const bool applies = library() != nullptr && picture != nullptr && channels == 1 && pixGetDepth(picture) == 8 &&
                         thresholds.size() == 1 && darkSides.size() == 1 && darkSides[0] >= 0 && thresholds[0] >= 0 &&
                         thresholds[0] < tones - 1;
    if (applies && isWhole(thresholder, picture)) return split(picture, thresholds[0], darkSides[0] == 0);
#endif
    return nullptr;
}

} // namespace

Count standInForCount STANDS_FOR("_ZN9tesseract13HistogramRectENS_5ImageEiiiiiPi");
Split standInForSplit STANDS_FOR(
    "_ZNK9tesseract16ImageThresholder18ThresholdRectToPixENS_5ImageEiRKSt6vectorIiSaIiEES6_PS1_");

void standInForCount(PIX *picture, int channel, int left, int top, int width, int height, int *histogram) {
    static Count *const own = original<Count>("_ZN9tesseract13HistogramRectENS_5ImageEiiiiiPi");
    static Check check("HistogramRect");
    const bool applies = library() != nullptr && picture != nullptr && pixGetDepth(picture) == 8 && left == 0 && top >= 0 &&
                         width <= pixGetWidth(picture) && height <= pixGetHeight(picture) - top;
    if (!applies) return own(picture, channel, left, top, width, height, histogram);
    count(picture, top, width, height, histogram);
    if (!check.isDue()) return;
    int theirs[tones];
    own(picture, channel, left, top, width, height, theirs);
    check.note(std::equal(theirs, theirs + tones, histogram));
    std::copy(theirs, theirs + tones, histogram);
}

void standInForSplit(
    const void *thresholder, PIX *picture, int channels, const std::vector<int> &thresholds,
    const std::vector<int> &darkSides, PIX **result) {
    static Split *const own = original<Split>(
        "_ZNK9tesseract16ImageThresholder18ThresholdRectToPixENS_5ImageEiRKSt6vectorIiSaIiEES6_PS1_");
    static Check check("ThresholdRectToPix");
    PIX *ours = answered(thresholder, picture, channels, thresholds, darkSides);
    if (ours == nullptr) return own(thresholder, picture, channels, thresholds, darkSides, result);
    *result = ours;
    if (!check.isDue()) return;
    own(thresholder, picture, channels, thresholds, darkSides, result);
    l_int32 isSame = 0;
    const bool isCompared = *result != nullptr && pixEqual(ours, *result, &isSame) == 0;
    check.note(isCompared && isSame != 0);
    pixDestroy(&ours);
}

} // namespace kernels
