// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evidence from text lines in a photo: the outline of a sheet contains them, that of a tile or scanner bed doesn't.
#ifndef DOCSCAN_CVISION_PAGEWRITING_H
#define DOCSCAN_CVISION_PAGEWRITING_H

#include <optional>
#include <vector>

#include "PageQuads.h"

namespace vision {

/// The center line of a text line, from its start to its end.
struct WritingLine {
    cv::Point2d from, to;

    double length() const { return cv::norm(to - from); }
};

/// Converts text lines from four corners each, as in VisionTextLine, to center lines, divided by a factor.
std::vector<WritingLine> writingLines(const double *corners, int count, double factor);

/// Returns the penalty for an outline, in log-odds, at least 0.
double againstOutline(const Quad &quad, const std::vector<WritingLine> &lines);

/// Returns the largest angle, in degrees and as seen from above, between a side and the text near it. Sides along the photo's edges don't count.
/// Returns nothing if there are too few lines.
std::optional<double> leanOf(const Quad &quad, const std::vector<WritingLine> &lines, cv::Size size);

/// Returns the fraction of the total line length that is inside an outline.
double heldBy(const Quad &quad, const std::vector<WritingLine> &lines);

/// Returns the mean direction of the lines, of length 1.
cv::Point2d directionOf(const std::vector<WritingLine> &lines);

/// Returns whether lines outside an outline are parallel to those inside, as above and below a fold. Those of another sheet hardly ever are.
bool continuesBeyond(const Quad &quad, const std::vector<WritingLine> &lines);

/// Returns the part of the penalty that is due to lines that the outline intersects.
double cutBy(const Quad &quad, const std::vector<WritingLine> &lines);

/// Returns whether an outline is inside another, shares at least two corners, and lacks most of a line that the other one contains.
bool isCutFrom(const Quad &quad, const Quad &larger, const std::vector<WritingLine> &lines);

}  // namespace vision

#endif
