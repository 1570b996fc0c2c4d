// SPDX-License-Identifier: GPL-3.0-or-later
//
// Combines marks to text lines.
#ifndef DOCSCAN_CVISION_TEXTLINES_H
#define DOCSCAN_CVISION_TEXTLINES_H

#include "TextInk.h"

namespace vision {

/// A mark in coordinates that are rotated with the text: `along` the line, and `top` and `bottom` downwards across it.
struct PlacedGlyph {
    double along;
    double top;
    double bottom;
    double halfWidth;
    /// The index of the mark in `TextInk::glyphs`.
    size_t index;
};

/// The marks of a text line, from left to right.
using TextLine = std::vector<PlacedGlyph>;

/// Returns all marks in the coordinates of lines that are rotated by about `degrees`.
std::vector<PlacedGlyph> placedGlyphs(const TextInk &ink, double degrees);

/// Returns the text lines of a page whose lines are rotated by about `degrees`.
std::vector<TextLine> textLines(const TextInk &ink, double degrees);

/// Returns whether a mark can be a letter on a line of this height, unlike a bar of a barcode, or a dot or dash of a rule.
bool isLetter(const PlacedGlyph &mark, double height);

/// Returns whether a line is certainly writing: enough letters of like size, each aligned with the last. `glyphHeight` is the marks' median height.
bool isWriting(const TextLine &line, double glyphHeight);

/// Returns the mean vertical offset between adjacent marks in line heights, either of their upper or of their lower ends, whichever is smaller.
double roughness(const TextLine &line);

/// The remaining slope of the lines after textLines() has rotated them, in degrees, from a robust fit to all baselines.
struct BaselineFit {
    double degrees = 0;
    /// The standard error of `degrees` with independent marks.
    double error = 90;
    /// The standard error of `degrees` from the differences between lines, which is larger than `error` if the page is curled.
    double disagreement = 90;
    int lines = 0;
    int glyphs = 0;
};

BaselineFit fitBaselines(const std::vector<TextLine> &lines, double glyphHeight);

}  // namespace vision

#endif
