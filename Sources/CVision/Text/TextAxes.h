// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page's writing read along both of its axes.
#ifndef DOCSCAN_CVISION_TEXTAXES_H
#define DOCSCAN_CVISION_TEXTAXES_H

#include <array>

#include "TextLines.h"

namespace vision {

/// What there is of text lines along one axis.
struct Axis {
    /// Of the lines to the axis: degrees, clockwise positive.
    double degrees = 0;
    /// How much sharper the projection profile is along the lines than along other directions: 1 is no sharper.
    double sharpness = 1;
    BaselineFit fit;
    std::vector<TextLine> lines;
    /// All marks, on lines or not, in the lines' frame.
    std::vector<PlacedGlyph> marks;
    /// Middle distance between neighbours on a line, as a share of their height.
    double gap = 0;
};

/// Lines that run across the page of `ink`.
Axis axisAcross(const TextInk &ink);

/// Signs of lines, higher for the axis that the lines run along; logarithms, so that axes compare by differences.
std::array<double, 5> lineSigns(const Axis &axis);

struct Axes {
    Axis across;
    /// Lines that run down the page, judged after a clockwise quarter turn.
    Axis down;
    /// 0 to 1: how sure it is that the lines run across.
    double horizontal = 0.5;

    /// The one that the lines run along.
    const Axis &likely() const { return horizontal >= 0.5 ? across : down; }
};

Axes textAxes(const TextInk &ink);

}  // namespace vision

#endif
