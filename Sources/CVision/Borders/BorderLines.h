// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a scanner's dark border meets the paper, side by side.
#ifndef DOCSCAN_CVISION_BORDERLINES_H
#define DOCSCAN_CVISION_BORDERLINES_H

#include <array>
#include <vector>

#include "Pixels/Support.h"

namespace vision {

enum Side { leftSide, topSide, rightSide, bottomSide, sideCount };

/// The straight line on which a border meets the paper, along one side of the image. Depths are pixels from that side;
/// positions run along it, to the right or downwards.
struct SideLine {
    bool found = false;
    /// Depth of the line where the side begins, and how much deeper it gets with each pixel along the side.
    double start = 0, slope = 0;
    /// How deep one may cut without touching anything but border.
    double cut = 0;
    /// 0 to 1.
    double confidence = 0;
    /// Positions at which the border ends on the line: elsewhere something dark touches it, or another border does.
    std::vector<bool> isClean;

    double depthAt(double position) const { return start + slope * position; }
};

struct Borders {
    std::array<SideLine, sideCount> sides;
    /// The tone of the paper, 0 when there is none to speak of.
    int paper = 0;
};

/// Pixels to a millimetre if the longer side is that of an A4 page: for images whose resolution is unknown.
double guessedMillimetre(cv::Size size);

/// The image with `side` turned to the top, positions along the side keeping their order.
cv::Mat facingUp(const cv::Mat &image, Side side);

/// The most frequent tone of the light half; 0 if too little has it.
int paperTone(const cv::Mat &grey);

/// Paints what lies beyond the lines with the paper's tone, on a grey image of the size the borders were found in.
void paintBorders(cv::Mat &grey, const Borders &borders);

/// Finds the borders of a flat scan that was reduced to about a megapixel.
Borders findBorders(const cv::Mat &image);

}  // namespace vision

#endif
