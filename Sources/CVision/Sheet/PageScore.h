// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much a quadrilateral looks like the outline of a sheet of paper.
#ifndef DOCSCAN_CVISION_PAGESCORE_H
#define DOCSCAN_CVISION_PAGESCORE_H

#include <array>

#include "PageQuads.h"

namespace vision {

constexpr size_t sideCueCount = 17;
constexpr size_t cueCount = 53;

/// What is measured along one side of a candidate, each about -1 to 1.
using SideCues = std::array<double, sideCueCount>;

/// What is measured of a candidate: its face, its surroundings, its least certain sides, and the mean and the least of
/// each side cue.
using Cues = std::array<double, cueCount>;

/// What lies around a candidate.
struct Surroundings {
    /// Shares that are pure white and pure black: rare around a photographed sheet, usual in scans.
    double white = 0, black = 0;
    /// Middle deviation of lightness from its middle, 0 to 255: a scanner's lid is even, a desk in a room is not.
    double spread = 255;
};

Surroundings surroundings(const SearchImage &image, const Quad &quad);

std::array<SideCues, 4> sideCues(const SearchImage &image, const Quad &quad);

Cues cues(const SearchImage &image, const Quad &quad);

/// The logarithm of how much likelier it is that the quadrilateral is the sheet's outline than that there is no sheet.
double logOdds(const Cues &cues);

/// 0 to 1: how sure it is that the sheet ends at each side, as its own edge and those of its neighbours do.
std::array<double, 4> sureSides(const SearchImage &image, const Quad &quad);

}  // namespace vision

#endif
