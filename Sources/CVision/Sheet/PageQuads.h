// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quadrilaterals that are candidates for the outline of a sheet.
#ifndef DOCSCAN_CVISION_PAGEQUADS_H
#define DOCSCAN_CVISION_PAGEQUADS_H

#include <array>

#include "PageLines.h"

namespace vision {

/// Four corners, clockwise from the top left.
using Quad = std::array<cv::Point2d, 4>;

struct QuadCandidate {
    Quad corners;
    /// The strength of the edges along the sides, where 1 means that all four are edges along their whole length.
    double support;
};

/// Combines the image's lines to quadrilaterals, sorted by descending edge strength.
std::vector<QuadCandidate> quadCandidates(const SearchImage &image);

/// Returns quadrilaterals around regions that are lighter or smoother than their surroundings.
std::vector<Quad> regionQuads(const SearchImage &image);

/// Circumscribes a region with four sides, clockwise. Returns false if it fills less of them.
bool quadAround(const std::vector<cv::Point> &contour, double leastFilling, Quad &quad);

/// Returns the candidates for a sheet in search pixels, from regions and from straight lines. Tests/Tools/fit/sheets.py fits the choice among them.
std::vector<Quad> candidates(const SearchImage &image);

/// Moves the ends of each side by up to `reach` search pixels to the straightest edge. Returns false if no quadrilateral remains.
bool snap(const SearchImage &image, int reach, Quad &quad);

/// Refines a sheet's outline in the photo. Each side of `quad`, in photo pixels, is fitted to an edge within `reach` pixels.
Quad refined(const cv::Mat &photograph, const Quad &quad, double reach);

double area(const Quad &quad);

/// Returns the corners with the top-left one first, assuming that the sheet is rotated by less than 45 degrees.
Quad fromTopLeft(const Quad &clockwise);

}  // namespace vision

#endif
