// SPDX-License-Identifier: GPL-3.0-or-later
//
// The boxes, circles and combs that are found on a page.
#ifndef DOCSCAN_CVISION_FOUNDBOXES_H
#define DOCSCAN_CVISION_FOUNDBOXES_H

#include <utility>
#include <vector>

#include "BoxInk.h"

namespace vision {

/// How far the sizes of boxes of one kind differ.
constexpr double sameSize = 0.15;

/// A list in the caller's room: what overlaps with a box in it, or has no room, is left out.
class FoundBoxes {
public:
    FoundBoxes(VisionCheckBox *boxes, int32_t capacity) : boxes(boxes), capacity(capacity) {}

    const VisionCheckBox *begin() const { return boxes; }
    const VisionCheckBox *end() const { return boxes + count; }
    int32_t size() const { return count; }

    bool isKnown(const cv::Rect &box) const;
    void add(const cv::Rect &box, VisionCheckBoxShape shape, double fill, int32_t cells = 1, bool isStruck = false);

    /// Takes out what is in a word, or between letters, and what is of the size of most such letters.
    void dropLetters(const BoxInk &ink, const std::vector<cv::Rect2d> &words);

private:
    VisionCheckBox *boxes;
    const int32_t capacity;
    int32_t count = 0;
};

/// Whether a box was read as a letter of a word.
bool isInWord(const cv::Rect &box, const std::vector<cv::Rect2d> &words);

/// What may be a box, but cannot be told by itself.
struct DoubtfulBoxes {
    /// Outlines without a clear inside.
    std::vector<std::pair<cv::Rect, VisionCheckBoxShape>> solid;
    /// What is too large for a box, or has another shape: there may be one within it.
    std::vector<cv::Rect> loose;
};

/// Finds what is full, or covered by a mark that leaves it, or joined with a table or words, if others of its size are on the page.
void findByOthers(BoxInk &ink, const std::vector<cv::Rect2d> &words, const DoubtfulBoxes &doubtful, FoundBoxes &boxes);

}  // namespace vision

#endif
