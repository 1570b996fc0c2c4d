// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink of a form, and how much of a box's outline and inside it covers.
#ifndef DOCSCAN_CVISION_BOXINK_H
#define DOCSCAN_CVISION_BOXINK_H

#include <array>

#include "Pixels/Support.h"

namespace vision {

/// The places at which the outline of a box or a circle of one size is looked at, from its left upper corner.
class BoxOutline {
public:
    static constexpr int steps = 16;
    /// How much of each side must be drawn.
    static constexpr double drawn = 0.6;

    BoxOutline(int width, int height, bool isCircle);

private:
    friend class BoxInk;
    /// The line is one of three pixels, from its outer edge inwards; the paper is beside it.
    struct Place {
        std::array<cv::Point, 3> line;
        cv::Point paper;
    };
    /// By sides or quarters.
    std::array<std::array<Place, steps>, 4> places;
    cv::Size size;
    /// How far the paper is looked at beside it.
    int margin;
};

/// The ink of a page: 1 where there is ink, 0 if there is none.
class BoxInk {
public:
    BoxInk(const cv::Mat &grey, double dpi);

    const cv::Mat &pixels() const { return ink; }

    /// The share of a box's inside that is ink; of a round one only what is within the circle counts.
    double fill(cv::Rect box, int inset, bool isRound) const;

    /// How much of an outline at a place is ink with paper around it: the least of its four sides or quarters counts, and 0 is given
    /// where that is not enough.
    double outline(const BoxOutline &outline, int x, int y) const;

    /// The same where strokes leave it at two sides that face each other: the other two are drawn, and there is ink all around.
    double struckOutline(const BoxOutline &outline, int x, int y) const;

    /// Whether strokes lead out of a box at its left and at its right, and end there.
    bool isStruck(const cv::Rect &box) const;

    /// Whether there is ink beside a box, at its left and right, as letters have.
    bool isBetweenInk(const cv::Rect &box) const;

    /// Whether there is as much ink between a square and what is within it as a thin line has: quickly, most places are left out.
    bool hasLine(const cv::Rect &square) const;

    /// Has to be called before `hasLine`.
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
};

}  // namespace vision

#endif
