// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights of two logistic regressions, fitted to candidates in made photographs with known corners, in real photographs,
// in flat scans and in photographs without a sheet.
#ifndef DOCSCAN_CVISION_PAGEWEIGHTS_H
#define DOCSCAN_CVISION_PAGEWEIGHTS_H

#include "PageScore.h"

namespace vision {

/// Whether one side of a candidate is a side of the sheet.
constexpr SideCues sideWeights{
    -0.137, 5.244, 1.173, 3.929, 1.270, -2.818, 0.937, -2.588, 8.574, -4.490, 0.446, -0.508,
    -0.462, 8.228, -0.813};
constexpr double sideOffset = -15.805;

/// Whether a candidate is the sheet's outline, in the order of Cues.
constexpr Cues cueWeights{
    1.205, 0.789, 3.145, -3.647, -4.495, 15.612, 2.620, 1.206, -0.203, 0.305, -1.769, -3.158,
    2.092, -2.198, -2.175, 2.348, 7.293, -2.634, 2.327, -0.312, 0.818, 4.261, -5.150, 6.735,
    -3.629, 0.146, 2.011, 2.876, -10.590, 3.284, 0.662, -0.080, -0.952, 1.641, -3.768, 0.834,
    4.068, 3.290, -6.830, -0.064, 0.614, -2.355, 0.817};
constexpr double cueOffset = -12.187;

}  // namespace vision

#endif
