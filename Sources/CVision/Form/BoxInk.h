// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink of a form, with measurements of boxes' outlines and insides.
#ifndef DOCSCAN_CVISION_BOXINK_H
#define DOCSCAN_CVISION_BOXINK_H

#include <array>

#include "Pixels/Support.h"

namespace vision {

/// The sample positions for the outline of a box or circle of one size, relative to its upper left corner.
class BoxOutline {
public:
    static constexpr int steps = 16;
    /// The minimum fraction of each side that must be drawn.
    static constexpr double drawn = 0.6;

    BoxOutline(int width, int height, bool isCircle);

private:
    friend class BoxInk;
    /// A sample position. The line is at one of three pixels, listed from the outside to the inside, and the paper is next to it.
    struct Place {
        std::array<cv::Point, 3> line;
        cv::Point paper;
    };
    /// The positions by sides or quarters.
    std::array<std::array<Place, steps>, 4> places;
    cv::Size size;
    /// The distance to the paper's sample position.
    int margin;
};

/// The ink of a page, with 1 for ink and 0 for paper.
class BoxInk {
public:
    BoxInk(const cv::Mat &grey, double dpi);

    const cv::Mat &pixels() const { return ink; }

    /// Returns the fraction of a box's inside that is ink. For a round box, only the inside of the circle counts.
    double fill(cv::Rect box, int inset, bool isRound) const;

    /// Returns the minimum fraction of the four sides or quarters of an outline that is ink next to paper, or 0 if that is too low.
    double outline(const BoxOutline &outline, int x, int y) const;

    /// Returns the fraction for an outline that strokes leave on two opposite sides. The other two sides are drawn, and there is ink on all sides.
    double struckOutline(const BoxOutline &outline, int x, int y) const;

    /// Returns whether strokes leave a box on the left and on the right and end nearby.
    bool isStruck(const cv::Rect &box) const;

    /// Returns whether there is ink to the left of a box, as next to letters.
    bool isAfterInk(const cv::Rect &box) const;

    /// Returns whether there is also ink to the right of it.
    bool isBetweenInk(const cv::Rect &box) const;

    /// Returns whether the ink between a square and its inside is at least that of a thin line. This quickly excludes most positions.
    bool hasLine(const cv::Rect &square) const;

    /// Prepares `hasLine`, and must be called before it.
    void addUp();

private:
    cv::Mat ink, sums;

    bool at(int column, int row) const {
        return column >= 0 && row >= 0 && column < ink.cols && row < ink.rows && ink.at<uint8_t>(row, column) != 0;
    }
    cv::Rect withoutLine(cv::Rect inside, int most) const;
    template <typename Body>
    double look(const BoxOutline &outline, int x, int y, Body body) const;
    int strokeLength(int column, int row, int step, int most) const;
    int inkIn(cv::Rect box) const;
    bool hasLetterInk(const cv::Rect &box, int offset) const;
};

}  // namespace vision

#endif
