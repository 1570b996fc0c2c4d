// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything on a page that is darker than its paper, gathered into groups: words, drawings, dust.
#ifndef DOCSCAN_CVISION_PAGEMARKS_H
#define DOCSCAN_CVISION_PAGEMARKS_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Nothing on the other side of a sheet shows darker than this, on a scale on which the paper is 255.
constexpr int clearContrast = 32;

/// A group of marks that lie within a few millimetres of each other.
struct MarkGroup {
    cv::Rect box;
    int marks = 0;
    /// Pixels of its marks.
    double area = 0;
    /// The longest side among the boxes of its marks, in pixels.
    double longest = 0;
    /// How much darker than the paper its marks are at their darkest, averaged, on a scale on which the paper is 255.
    double contrast = 0;
};

struct PageMarks {
    /// Of all marks, and of those alone that are clearly darker than what shines through a sheet.
    std::vector<MarkGroup> groups, clearGroups;
    /// Standard deviation of the paper's grain.
    double noise = 0;
    /// Places of a few millimetres where the paper itself changes its tone or its colour within a short distance: the
    /// outlines of pale pictures.
    int paleEdges = 0;
    cv::Size size;
};

/// `image` is a page of about 100 dpi, `millimetre` its pixels to one; `grey` the same without borders.
PageMarks pageMarks(const cv::Mat &image, const cv::Mat &grey, double millimetre, const std::vector<cv::Rect> &holes);

}  // namespace vision

#endif
