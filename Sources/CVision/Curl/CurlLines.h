// SPDX-License-Identifier: GPL-3.0-or-later
//
// Letters chained into text lines that need not be straight, and what the letters' widths say of the paper.
#ifndef DOCSCAN_CVISION_CURLLINES_H
#define DOCSCAN_CVISION_CURLLINES_H

#include "CurlSurface.h"
#include "Text/TextLines.h"

namespace vision {

/// Marks of a letter's size; dots, commas and dashes hang anywhere.
std::vector<PlacedGlyph> letters(const std::vector<PlacedGlyph> &glyphs, double letterHeight);

/// Lines of letters that follow each other at about the same height once `surface` has flattened them: `drift` letter
/// heights apart at most.
std::vector<TextLine> curvedLines(const std::vector<PlacedGlyph> &letters, const Surface &surface, double letterHeight,
                                  double drift);

/// How far along the paper it is from the left edge of the surface's area to places that lie evenly between its left
/// and right edges. Empty when the letters' widths give no reason to think that it is not as far as it looks.
///
/// Where paper turns away from the camera its letters look narrow. How narrow follows from the shape of the lines up to
/// two unknowns, which the letters' widths decide.
std::vector<double> lengthsAlong(const Surface &surface, const std::vector<TextLine> &lines, double pageLength);

}  // namespace vision

#endif
