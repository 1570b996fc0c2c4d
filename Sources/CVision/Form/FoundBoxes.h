// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checkboxes, radio buttons, and combs that were found on a page.
#ifndef DOCSCAN_CVISION_FOUNDBOXES_H
#define DOCSCAN_CVISION_FOUNDBOXES_H

#include <utility>
#include <vector>

#include "BoxInk.h"

namespace vision {

/// The maximum relative difference in size of boxes of one kind.
constexpr double sameSize = 0.15;

/// A list in the caller's memory. Boxes that overlap with a previous one, or exceed the capacity, are ignored.
class FoundBoxes {
public:
    FoundBoxes(VisionCheckBox *boxes, int32_t capacity) : boxes(boxes), capacity(capacity) {}

    const VisionCheckBox *begin() const { return boxes; }
    const VisionCheckBox *end() const { return boxes + count; }
    int32_t size() const { return count; }

    bool isKnown(const cv::Rect &box) const;
    void add(const cv::Rect &box, VisionCheckBoxShape shape, double fill, int32_t cells = 1, bool isStruck = false);

    /// Removes boxes in words or between letters, and all boxes of a size if most are such letters, or if there are several and none is empty.
    /// A box at the start of an uncertain word stays.
    void dropLetters(const BoxInk &ink, const std::vector<cv::Rect2d> &words, const std::vector<cv::Rect2d> &uncertain);

private:
    VisionCheckBox *boxes;
    const int32_t capacity;
    int32_t count = 0;
};

/// Returns whether a box was recognized as a letter of a word.
bool isInWord(const cv::Rect &box, const std::vector<cv::Rect2d> &words);

/// Shapes that may be boxes, but can't be recognized by themselves.
struct DoubtfulBoxes {
    /// Outlines without a clear inside.
    std::vector<std::pair<cv::Rect, VisionCheckBoxShape>> solid;
    /// Shapes that are too large or irregular for a box, but may contain one.
    std::vector<cv::Rect> loose;
};

/// Finds boxes that are filled, covered by a mark that extends beyond them, or connected with a table or words, if there are others of the same size.
void findByOthers(BoxInk &ink, const std::vector<cv::Rect2d> &words, const DoubtfulBoxes &doubtful, FoundBoxes &boxes);

}  // namespace vision

#endif
