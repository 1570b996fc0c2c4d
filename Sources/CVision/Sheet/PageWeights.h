// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights of two logistic regressions, fitted to candidates in made photographs with known corners, in real
// photographs, in flat scans and in photographs without a sheet. `Tests/sheets.py fit` fits such weights and writes this
// file; those below are older, and as good: see its figures.
#ifndef DOCSCAN_CVISION_PAGEWEIGHTS_H
#define DOCSCAN_CVISION_PAGEWEIGHTS_H

#include "PageScore.h"

namespace vision {

/// Whether one side of a candidate is a side of the sheet.
constexpr SideCues sideWeights{-0.851, 5.234,  1.085,  4.223,  1.149,  -2.954, 0.858, -2.036,
                               8.409,  -4.759, -0.318, -0.859, -0.249, 9.814,  -1.493};
constexpr double sideOffset = -16.638;

/// Whether a candidate is the sheet's outline, in the order of Cues.
constexpr Cues cueWeights{5.568,   2.510,  8.144,  -4.001,  -8.292, 6.878, 0.029,  1.700,  -7.141,
                          -22.224, 0.350,  0.552,  -2.564,  -3.156, 1.601, -1.773, -3.770, 1.893,
                          1.154,   1.558,  1.474,  0.070,   -0.504, 2.137, 1.873,  4.421,  -3.028,
                          -0.884,  7.196,  -1.129, -11.768, 3.863,  1.399, -1.912, -2.055, 3.374,
                          -2.597,  -0.376, 7.511,  4.460,   3.836,  7.880, 1.527,  -2.306, 1.590};
constexpr double cueOffset = -15.830;

}  // namespace vision

#endif
