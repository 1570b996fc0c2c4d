// SPDX-License-Identifier: GPL-3.0-or-later
//
// Letters such as O and D look like boxes. They are recognized by words, by adjacent ink, and by other boxes of their size.
#include <cmath>

#include "FoundBoxes.h"

namespace vision {

namespace {

/// The minimum number of boxes of one size, all with ink inside, that are assumed to be letters, and the maximum fraction of ink in an empty box.
constexpr int mostFull = 3;
constexpr double openFill = 0.025;
/// The maximum width of the part of a letter beyond the end of its word, in heights of the word.
constexpr double cutLetter = 0.4;

cv::Rect place(const VisionCheckBox &box) { return {int(box.x), int(box.y), int(box.width), int(box.height)}; }

}  // namespace

bool FoundBoxes::isKnown(const cv::Rect &box) const {
    return std::any_of(begin(), end(), [&](const VisionCheckBox &other) {
        return (box & place(other)).area() > 0.3 * std::min(box.area(), place(other).area());
    });
}

void FoundBoxes::add(const cv::Rect &box, VisionCheckBoxShape shape, double fill, int32_t cells, bool isStruck) {
    if (count >= capacity || isKnown(box)) return;
    boxes[count++] = {double(box.x), double(box.y), double(box.width), double(box.height), shape, fill, cells, isStruck};
}

void FoundBoxes::dropLetters(const BoxInk &ink, const std::vector<cv::Rect2d> &words,
                             const std::vector<cv::Rect2d> &uncertain) {
    const std::vector<VisionCheckBox> all(begin(), end());
    // A word's box can end in its last letter.
    std::vector<cv::Rect2d> longer = words;
    longer.insert(longer.end(), uncertain.begin(), uncertain.end());
    for (cv::Rect2d &word : longer) word.width += cutLetter * word.height;
    std::vector<bool> isLetter;
    for (const VisionCheckBox &box : all) {
        const cv::Rect at = place(box);
        isLetter.push_back(box.shape != VISION_COMB && (isInWord(at, words) || ink.isBetweenInk(at) ||
                                                        (isInWord(at, longer) && ink.isAfterInk(at))));
    }
    count = 0;
    for (size_t n = 0; n < all.size(); ++n) {
        int letters = 0, others = 0, full = 0, open = 0;
        for (size_t m = 0; m < all.size() && all[n].shape != VISION_COMB; ++m) {
            if (all[m].shape != all[n].shape || std::abs(all[m].width / all[n].width - 1) > sameSize) continue;
            (isLetter[m] ? letters : others) += 1;
            (isLetter[m] || all[m].fill > openFill ? full : open) += 1;
        }
        // Characters of other scripts can look like checked boxes, but none of them look empty.
        if (!isLetter[n] && letters <= others && (open > 0 || full < mostFull)) boxes[count++] = all[n];
    }
}

bool isInWord(const cv::Rect &box, const std::vector<cv::Rect2d> &words) {
    const cv::Rect2d place = box;
    return std::any_of(words.begin(), words.end(), [&](const cv::Rect2d &word) {
        const cv::Rect2d shared = place & word;
        // A shape as wide as the word isn't a letter of it, because boxes can be recognized as words such as "oO".
        return shared.width > 0.6 * place.width && shared.height > 0.6 * place.height && place.width < 0.7 * word.width;
    });
}

}  // namespace vision
