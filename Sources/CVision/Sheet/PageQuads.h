// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quadrilaterals that may be the outline of a sheet.
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

/// Put together from four of the image's lines: the likeliest by edge support alone, best first.
std::vector<QuadCandidate> quadCandidates(const SearchImage &image);

/// Around regions that are lighter, or smoother, than what surrounds them.
std::vector<Quad> regionQuads(const SearchImage &image);

/// What the search for a sheet chooses from, in search pixels: outlines of regions, and of straight lines.
/// Tests/Tools/fit/sheets.py fits its choice to them.
std::vector<Quad> candidates(const SearchImage &image);

/// Moves each side's ends by up to `reach` search pixels to the straightest edge; false when no quadrilateral is left.
bool snap(const SearchImage &image, int reach, Quad &quad);

/// A sheet's outline measured in the photograph itself: each side of `quad` (in its pixels) is fitted to the edge within
/// `reach` pixels of it.
Quad refined(const cv::Mat &photograph, const Quad &quad, double reach);

double area(const Quad &quad);

/// Starts with the corner nearest to the image's top-left, as seen on a sheet that is turned by less than 45 degrees.
Quad fromTopLeft(const Quad &clockwise);

}  // namespace vision

#endif
