// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights of a logistic regression of the sides and of a choice among the outlines, or none, fitted to candidates in made
// photographs with known corners, in real photographs, in flat scans and in photographs without a sheet.
// `Tests/sheets.py fit` fits such weights and writes this file.
#ifndef DOCSCAN_CVISION_PAGEWEIGHTS_H
#define DOCSCAN_CVISION_PAGEWEIGHTS_H

#include "PageScore.h"

namespace vision {

/// Whether one side of a candidate is a side of the sheet.
constexpr SideCues sideWeights{1.956, 1.694, 4.451, -2.612, -1.365, -0.459, 2.005, 1.984, 5.098,
                              -0.710, 0.416, -0.551, -0.137, 3.701, 3.110, -0.556, 0.841};
constexpr double sideOffset = -14.612;

/// Whether a candidate is the sheet's outline, in the order of Cues. Fitted on 405 photographs.
constexpr Cues cueWeights{0.395, 3.326, 4.001, -10.199, -1.668, 0.273, 0.414, 4.576, -2.876,
                         -0.989, 0.386, 0.695, 0.760, 1.965, 3.607, 2.779, 2.640, 3.500,
                         -3.284, -1.056, 1.356, -1.095, -3.804, 0.047, 1.679, 1.880, -1.662,
                         0.796, 1.083, 2.040, -5.974, -3.584, -0.921, -1.561, -0.824, 0.377,
                         -2.098, 1.140, 1.070, 4.154, -0.465, 1.010, -0.857, 0.100, -0.587,
                         1.210, -3.063, -0.120, -2.745, 0.850, -4.553, -1.412, -0.425};
constexpr double cueOffset = 2.631;

}  // namespace vision

#endif
