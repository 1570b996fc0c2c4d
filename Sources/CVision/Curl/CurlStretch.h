// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where paper turns away from the camera its letters look narrow. How narrow follows from the shape of the lines up to
// two unknowns, which the letters' widths decide.
#ifndef DOCSCAN_CVISION_CURLSTRETCH_H
#define DOCSCAN_CVISION_CURLSTRETCH_H

#include "CurlSurface.h"
#include "Text/TextLines.h"

namespace vision {

/// How far along the paper it is from the left edge of the surface's area to places that lie evenly between its left
/// and right edges. Empty when the letters' widths give no reason to think that it is not as far as it looks.
std::vector<double> lengthsAlong(const Surface &surface, const std::vector<std::vector<PlacedGlyph>> &lines,
                                 double pageLength);

}  // namespace vision

#endif
