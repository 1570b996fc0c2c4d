// SPDX-License-Identifier: GPL-3.0-or-later
//
// The writing on a page, analyzed along both axes.
#ifndef DOCSCAN_CVISION_TEXTAXES_H
#define DOCSCAN_CVISION_TEXTAXES_H

#include <array>

#include "TextLines.h"

namespace vision {

/// The text lines along one axis.
struct Axis {
    /// The angle between the lines and the axis, in degrees clockwise.
    double degrees = 0;
    /// The sharpness of the projection profile along the lines relative to other directions, where 1 means equally sharp.
    double sharpness = 1;
    BaselineFit fit;
    std::vector<TextLine> lines;
    /// All marks in the coordinates of the lines, including those that aren't on lines.
    std::vector<PlacedGlyph> marks;
    /// The median distance between adjacent marks on a line, as a fraction of their height.
    double gap = 0;
};

/// Analyzes lines that are horizontal in `ink`.
Axis axisAcross(const TextInk &ink);

/// Returns features that are higher for the actual axis of the lines. They are logarithms, so that differences compare two axes.
std::array<double, 5> lineSigns(const Axis &axis);

struct Axes {
    Axis across;
    /// The vertical lines, analyzed after a clockwise quarter turn.
    Axis down;
    /// The probability that the lines are horizontal, from 0 to 1.
    double horizontal = 0.5;

    /// Returns the axis that is more likely to be that of the lines.
    const Axis &likely() const { return horizontal >= 0.5 ? across : down; }
};

Axes textAxes(const TextInk &ink);

}  // namespace vision

#endif
