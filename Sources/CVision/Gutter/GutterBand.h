// SPDX-License-Identifier: GPL-3.0-or-later
//
// The empty band between two pages, and the shadow in it.
#ifndef DOCSCAN_CVISION_GUTTERBAND_H
#define DOCSCAN_CVISION_GUTTERBAND_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// The marks of a page without borders, folds, and long rules.
struct PageInk {
    std::vector<cv::Point> points;
    /// The median height of the marks in pixels, or 0 if there are hardly any.
    double markHeight = 0;
    cv::Size size;
};

PageInk pageInk(const cv::Mat &grey);

/// A straight line down a page, with its x-coordinates at the top and bottom.
struct DownLine {
    double top = 0, bottom = 0;
    double at(double share) const { return top + (bottom - top) * share; }
};

/// A valley of shadow from the top of the page to the bottom.
struct Valley {
    DownLine line;
    /// The darkness relative to the paper on both sides, as a fraction of the paper's tone.
    double depth = 0;
    /// The fraction of the page's height in which the valley is on the line.
    double coverage = 0;
    bool isAtTop = false, isAtBottom = false;
    /// The width at half the depth, in pixels.
    double width = 0;
};

Valley darkestValley(const cv::Mat &grey);

/// Removes marks that are the grain of the valley.
void forgetValley(PageInk &ink, const Valley &valley);

/// The projection of a page's ink along lines with the slope of the empty band.
struct Band {
    /// The horizontal offset of a line from the top of the page to the bottom.
    double lean = 0;
    /// The empty band near the middle, at half the page's height. Its width is 0 if there is none.
    double left = 0, right = 0;
    double inkLeft = 0, inkRight = 0;
    int leftInk = 0, rightInk = 0;
    /// The width of the widest other empty band within the ink, and the number of others as wide as a letter is high.
    double widestOther = 0;
    int others = 0;
    double width() const { return right - left; }
};

/// Returns the band that contains the valley, or the widest near the middle if there is no valley.
Band emptyBand(const PageInk &ink, const Valley *valley);

}  // namespace vision

#endif
