// SPDX-License-Identifier: GPL-3.0-or-later
//
// Combines letters to text lines that can be curved, and determines the stretch of the paper from the widths of letters.
#ifndef DOCSCAN_CVISION_CURLLINES_H
#define DOCSCAN_CVISION_CURLLINES_H

#include "CurlSurface.h"
#include "Text/TextLines.h"

namespace vision {

/// Returns the marks with the size of letters, without dots, commas, and dashes, whose position varies.
std::vector<PlacedGlyph> letters(const std::vector<PlacedGlyph> &glyphs, double letterHeight);

/// Returns lines of letters at similar heights after `surface` flattens them. `drift` is the maximum difference in letter heights.
std::vector<TextLine> curvedLines(const std::vector<PlacedGlyph> &letters, const Surface &surface, double letterHeight,
                                  double drift);

/// Returns the distances along the paper from the left edge of the surface's area to evenly spaced positions. If the paper turns away from the
/// camera, letters look narrower. The shape of the lines determines how much, except for two unknowns, which are fitted to letters' widths.
/// The result is empty if these don't indicate a difference from the visible distances.
std::vector<double> lengthsAlong(const Surface &surface, const std::vector<TextLine> &lines, double pageLength);

}  // namespace vision

#endif
