// SPDX-License-Identifier: GPL-3.0-or-later
//
// The empty band between two pages, and the shadow in it.
#ifndef DOCSCAN_CVISION_GUTTERBAND_H
#define DOCSCAN_CVISION_GUTTERBAND_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Marks of a page without its borders, its folds and its long rules.
struct PageInk {
    std::vector<cv::Point> points;
    /// Middle height of the marks in pixels, 0 if there are hardly any.
    double markHeight = 0;
    cv::Size size;
};

PageInk pageInk(const cv::Mat &grey);

/// A straight line down a page: x at the top, x at the bottom.
struct DownLine {
    double top = 0, bottom = 0;
    double at(double share) const { return top + (bottom - top) * share; }
};

/// A valley of shadow that runs all the way down the page.
struct Valley {
    DownLine line;
    /// How much darker than the paper on both sides, as a share of the paper's tone.
    double depth = 0;
    /// Share of the page's height in which it is found on the line.
    double coverage = 0;
    bool isAtTop = false, isAtBottom = false;
    /// Width at half the depth in pixels.
    double width = 0;
};

Valley darkestValley(const cv::Mat &grey);

/// Takes out the marks that are the valley's own grain.
void forgetValley(PageInk &ink, const Valley &valley);

/// What a page's ink looks like from above, along lines that all lean like the empty band.
struct Band {
    /// How far a line gets to the right on its way down the page.
    double lean = 0;
    /// The empty band near the middle, at half the page's height; no wider than nothing when there is none.
    double left = 0, right = 0;
    /// Where the ink begins and ends.
    double inkLeft = 0, inkRight = 0;
    /// Ink to the left and to the right of the band.
    int leftInk = 0, rightInk = 0;
    /// Other empty bands within the ink: the widest, and how many are as wide as a letter is high.
    double widestOther = 0;
    int others = 0;
    double width() const { return right - left; }
};

/// The band that holds the valley, or else the widest near the middle.
Band emptyBand(const PageInk &ink, const Valley *valley);

}  // namespace vision

#endif
