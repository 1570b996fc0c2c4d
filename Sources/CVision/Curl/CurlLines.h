// SPDX-License-Identifier: GPL-3.0-or-later
//
// Letters chained into text lines that need not be straight.
#ifndef DOCSCAN_CVISION_CURLLINES_H
#define DOCSCAN_CVISION_CURLLINES_H

#include "CurlSurface.h"
#include "Text/TextLines.h"

namespace vision {

/// Marks of a letter's size; dots, commas and dashes hang anywhere.
std::vector<PlacedGlyph> letters(const std::vector<PlacedGlyph> &glyphs, double letterHeight);

/// Lines of letters that follow each other at about the same height once `surface` has flattened them: `drift` letter
/// heights apart at most.
std::vector<std::vector<PlacedGlyph>> curvedLines(const std::vector<PlacedGlyph> &letters, const Surface &surface,
                                                  double letterHeight, double drift);

}  // namespace vision

#endif
