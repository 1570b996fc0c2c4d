// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quadrilaterals put together from four lines.
#ifndef DOCSCAN_CVISION_PAGEQUADS_H
#define DOCSCAN_CVISION_PAGEQUADS_H

#include <array>

#include "PageLines.h"

namespace vision {

/// Four corners, clockwise as seen, the top-left one first.
using Quad = std::array<cv::Point2d, 4>;

struct QuadCandidate {
    Quad corners;
    /// How much edge there is along the sides: 1 is all of all four.
    double support;
};

/// The likeliest outlines by edge support alone, best first.
std::vector<QuadCandidate> quadCandidates(const SearchImage &image, const std::vector<BoundaryLine> &lines);

double area(const Quad &quad);

/// Starts with the corner nearest to the image's top-left, as seen on a sheet that is turned by less than 45 degrees.
Quad fromTopLeft(const Quad &clockwise);

}  // namespace vision

#endif
