// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evidence inside an outline that it isn't a single sheet: the edge of another sheet, or corners that aren't paper.
#ifndef DOCSCAN_CVISION_PAGEINSIDE_H
#define DOCSCAN_CVISION_PAGEINSIDE_H

#include "PageQuads.h"

namespace vision {

/// Returns the length of the longest straight edge inside the outline and away from its sides, relative to the outline's size, from 0 to 1.
double longestEdgeWithin(const SearchImage &image, const Quad &quad);

/// Returns the differences between the tone of each corner and the median tone inside, from 0 to 1, in descending order.
std::array<double, 4> cornersApart(const SearchImage &image, const Quad &quad, double usual);

}  // namespace vision

#endif
