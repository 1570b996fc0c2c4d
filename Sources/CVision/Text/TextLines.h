// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks chained into text lines.
#ifndef DOCSCAN_CVISION_TEXTLINES_H
#define DOCSCAN_CVISION_TEXTLINES_H

#include "TextInk.h"

namespace vision {

/// A mark in the frame that is turned with the text: `along` its line and, downwards, across it.
struct PlacedGlyph {
    double along;
    double top;
    double bottom;
    double halfWidth;
};

/// The marks of one text line, from left to right.
using TextLine = std::vector<PlacedGlyph>;

/// All marks in the frame of lines that run at about `degrees` to the horizontal.
std::vector<PlacedGlyph> placedGlyphs(const TextInk &ink, double degrees);

/// Text lines of a page whose lines run at about `degrees` to the horizontal.
std::vector<TextLine> textLines(const TextInk &ink, double degrees);

/// Whether a mark may be a letter of a line of this height: not the bar of a barcode, nor a dot or dash of a rule.
bool isLetter(const PlacedGlyph &mark, double height);

/// Whether it is writing for certain, and no row of specks, texture or pieces of a picture: enough letters of about one
/// size, each about level with the one before. `glyphHeight` is the middle height of the page's marks.
bool isWriting(const TextLine &line, double glyphHeight);

/// How far a mark's upper or lower end is from that of the mark before, on average, in heights of the line: the less of both.
double roughness(const TextLine &line);

/// What is left of the lines' slope after textLines() turned them, in degrees, from one robust fit to all their
/// baselines.
struct BaselineFit {
    double degrees = 0;
    /// Standard error of `degrees`, each mark for itself.
    double error = 90;
    /// The same from how far the lines' slopes lie apart: more than `error` where a page is curled.
    double disagreement = 90;
    int lines = 0;
    int glyphs = 0;
};

BaselineFit fitBaselines(const std::vector<TextLine> &lines, double glyphHeight);

}  // namespace vision

#endif
