// SPDX-License-Identifier: GPL-3.0-or-later
//
// All marks on a page that are darker than its paper, in groups such as words, drawings, or dust.
#ifndef DOCSCAN_CVISION_PAGEMARKS_H
#define DOCSCAN_CVISION_PAGEMARKS_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// The minimum darkness of marks that don't shine through from the other side of the sheet, on a scale on which the paper is 255.
constexpr int clearContrast = 32;

/// A group of marks within a few millimeters of each other.
struct MarkGroup {
    cv::Rect box;
    int marks = 0;
    /// The number of pixels in all marks.
    double area = 0;
    /// The longest side of the marks' boxes, in pixels.
    double longest = 0;
    /// The mean of the marks' maximum darkness, on a scale on which the paper is 255.
    double contrast = 0;
};

struct PageMarks {
    /// The groups of all marks, and the groups of marks that are too dark to shine through from the other side.
    std::vector<MarkGroup> groups, clearGroups;
    /// The standard deviation of the paper's grain.
    double noise = 0;
    /// The number of places, a few millimeters in size, at which the tone or color of the paper changes abruptly, as at outlines of pale pictures.
    int paleEdges = 0;
    cv::Size size;
};

/// Finds the marks on a page of about 100 dpi. `millimetre` is the number of pixels per millimeter, and `grey` is the image without borders.
PageMarks pageMarks(const cv::Mat &image, const cv::Mat &grey, double millimetre, const std::vector<cv::Rect> &holes);

}  // namespace vision

#endif
