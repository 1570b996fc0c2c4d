// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the lines of text in a photograph say of an outline: a sheet's holds them, a tile's or a scanner's bed's holds none.
#ifndef DOCSCAN_CVISION_PAGEWRITING_H
#define DOCSCAN_CVISION_PAGEWRITING_H

#include <vector>

#include "PageQuads.h"

namespace vision {

/// A line of text from its beginning to its end, through the middle of its letters.
struct WritingLine {
    cv::Point2d from, to;

    double length() const { return cv::norm(to - from); }
};

/// Lines by four corners each, as in VisionTextLine, reduced by a factor.
std::vector<WritingLine> writingLines(const double *corners, int count, double factor);

/// What speaks against an outline, from 0 up, in logarithms of odds.
double againstOutline(const Quad &quad, const std::vector<WritingLine> &lines);

/// How much of all lines' length lies within an outline, 0 to 1.
double heldBy(const Quad &quad, const std::vector<WritingLine> &lines);

/// The part of what speaks against an outline that is due to lines which it runs through.
double cutBy(const Quad &quad, const std::vector<WritingLine> &lines);

/// Whether an outline lies within another one, with the same sides but for one or two, and there is a line of text between them.
bool isCutFrom(const Quad &quad, const Quad &larger, const std::vector<WritingLine> &lines);

}  // namespace vision

#endif
