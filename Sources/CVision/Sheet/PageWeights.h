// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights of two logistic regressions, for sides and for outlines. They are fitted to candidates in synthetic photos with known corners, real
// photos, flat scans, and photos without a sheet. `Tests/Tools/fit/sheets.py fit` fits them and writes this file.
#ifndef DOCSCAN_CVISION_PAGEWEIGHTS_H
#define DOCSCAN_CVISION_PAGEWEIGHTS_H

#include "PageScore.h"

namespace vision {

/// The weights for the probability that a side of a candidate belongs to the sheet.
constexpr SideCues sideWeights{1.042, 1.250, 4.339, -0.335, -1.299, -0.045, 2.695, 0.058, 6.256,
                              -1.459, 1.082, -0.656, 0.017, 3.539, 2.639, -1.275, 0.269};
constexpr double sideOffset = -13.523;

/// The weights for the probability that a candidate is the sheet, in the order of Cues. Fitted on 502 photos.
constexpr Cues cueWeights{2.966, 2.110, 3.644, -6.820, -3.166, 1.397, 2.347, 5.965, -3.671,
                         -0.927, 0.199, 0.209, -1.597, -1.111, 6.244, 2.385, 0.057, 3.101,
                         -3.330, -0.449, -0.134, -0.293, -4.669, 2.887, 2.078, 1.456, -6.382,
                         3.007, 1.680, 3.572, -10.355, -2.030, -2.405, 0.119, -0.883, 0.657,
                         -0.944, 1.345, 0.832, 3.296, 0.074, 3.888, -0.292, 1.152, -4.063,
                         2.567, -2.787, -0.189, -4.785, 3.070, -3.352, 2.125, -2.366};
constexpr double cueOffset = 3.344;

}  // namespace vision

#endif
