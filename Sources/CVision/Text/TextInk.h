// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink of a page that looks like writing: what skew and turn are judged from.
#ifndef DOCSCAN_CVISION_TEXTINK_H
#define DOCSCAN_CVISION_TEXTINK_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// A pixel on the outline of a mark.
struct EdgePoint {
    float x, y;
    int glyph;
};

/// Glyph-sized marks of a page, with pictures, frames, rules and black scanner borders taken away.
struct TextInk {
    /// Of the working image, which is smaller than the page by a whole factor.
    cv::Size size;
    /// Pixels of the page for a pixel of the working image.
    double scale = 1;
    /// The bounding box of each mark: a letter, a part of one, or letters that touch.
    std::vector<cv::Rect> glyphs;
    /// The middle height of the marks in pixels.
    double glyphHeight = 0;
    /// Pixels of the marks that have none of the mark's on their side: lower edges lie on the baselines of upright
    /// text.
    std::vector<EdgePoint> upper, lower, left, right;
};

/// Extracts writing from an image at about the resolution where a letter's height is ten pixels or more.
TextInk textInk(const cv::Mat &image);

/// The same marks after a clockwise quarter turn of the page.
TextInk turnedClockwise(const TextInk &ink);

}  // namespace vision

#endif
