// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies within a candidate and should not: another sheet's edge, or corners that are no paper.
#ifndef DOCSCAN_CVISION_PAGEINSIDE_H
#define DOCSCAN_CVISION_PAGEINSIDE_H

#include "PageQuads.h"

namespace vision {

/// 0 to 1: the longest straight edge within the outline, clear of its sides, by the outline's size.
double longestEdgeWithin(const SearchImage &image, const Quad &quad);

/// How much each corner's tone differs from the middle tone within, 0 to 1; the most different first.
std::array<double, 4> cornersApart(const SearchImage &image, const Quad &quad, double usual);

}  // namespace vision

#endif
