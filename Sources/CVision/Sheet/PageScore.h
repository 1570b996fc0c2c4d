// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scores the similarity of a quadrilateral to the outline of a sheet.
#ifndef DOCSCAN_CVISION_PAGESCORE_H
#define DOCSCAN_CVISION_PAGESCORE_H

#include <array>

#include "PageQuads.h"

namespace vision {

constexpr size_t sideCueCount = 17;
constexpr size_t cueCount = 53;

/// The cues along one side of a candidate, each about -1 to 1.
using SideCues = std::array<double, sideCueCount>;

/// The cues of a candidate: its inside, its surroundings, its least certain sides, and the mean and minimum of each side cue.
using Cues = std::array<double, cueCount>;

/// The surroundings of a candidate.
struct Surroundings {
    /// The fractions of pure white and pure black pixels, which are rare around a photographed sheet and frequent in scans.
    double white = 0, black = 0;
    /// The median deviation of lightness from its median, 0 to 255, which is low for a scanner's lid and high for a desk in a room.
    double spread = 255;
    /// The median distance of colors from gray, in the plane of a* and b*.
    double color = 0;
};

Surroundings surroundings(const SearchImage &image, const Quad &quad);

std::array<SideCues, 4> sideCues(const SearchImage &image, const Quad &quad);

Cues cues(const SearchImage &image, const Quad &quad);

/// Returns the logarithm of the odds that the quadrilateral is the sheet, as opposed to no sheet.
double logOdds(const Cues &cues);

/// Returns the probability, from 0 to 1, that the sheet ends at each side, based on the side and its neighbors.
std::array<double, 4> sureSides(const SearchImage &image, const Quad &quad);

}  // namespace vision

#endif
