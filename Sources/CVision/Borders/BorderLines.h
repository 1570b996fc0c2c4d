// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines between a scanner's dark borders and the paper, one per side.
#ifndef DOCSCAN_CVISION_BORDERLINES_H
#define DOCSCAN_CVISION_BORDERLINES_H

#include <array>
#include <vector>

#include "Pixels/Support.h"

namespace vision {

enum Side { leftSide, topSide, rightSide, bottomSide, sideCount };

/// The line at which a border ends along one side. Depths are pixels from that side, and positions go along it, to the right or downwards.
struct SideLine {
    bool found = false;
    /// The depth of the line at the start of the side, and its change per pixel along the side.
    double start = 0, slope = 0;
    /// The maximum depth for cutting without removing anything but border.
    double cut = 0;
    /// The confidence, from 0 to 1.
    double confidence = 0;
    /// Whether the border ends on the line at each position. Otherwise, something dark or another border touches it.
    std::vector<bool> isClean;

    double depthAt(double position) const { return start + slope * position; }
};

struct Borders {
    std::array<SideLine, sideCount> sides;
    /// The tone of the paper, or 0 if there is none.
    int paper = 0;
};

/// Returns the number of pixels per millimeter if the longer side is that of an A4 page, for images with unknown resolution.
double guessedMillimetre(cv::Size size);

/// Returns the image rotated so that `side` is at the top and positions along the side keep their order.
cv::Mat facingUp(const cv::Mat &image, Side side);

/// Returns the most frequent tone of the light half, or 0 if it is too rare.
int paperTone(const cv::Mat &grey);

/// Paints the area beyond the lines with the tone of the paper, in a grayscale image of the same size.
void paintBorders(cv::Mat &grey, const Borders &borders);

/// Finds the borders of a flat scan that was reduced to about one megapixel.
Borders findBorders(const cv::Mat &image);

}  // namespace vision

#endif
