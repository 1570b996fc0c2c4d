// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection profiles: how sharply ink falls into lines when it is summed along a direction (Postl, "Detection of
// linear oblique structures and skew scan in digitized documents", ICPR 1986).
#ifndef DOCSCAN_CVISION_LINEPROFILE_H
#define DOCSCAN_CVISION_LINEPROFILE_H

#include "TextInk.h"

namespace vision {

/// The direction in which ink falls into lines best.
struct LineDirection {
    /// Degrees, clockwise positive, -45 to 45.
    double degrees = 0;
    /// How much sharper the profile is along it than along the other directions: 1 is no sharper.
    double sharpness = 1;
};

/// Direction, to a fraction of a degree, of lines that run across the page.
LineDirection lineDirection(const TextInk &ink);

}  // namespace vision

#endif
