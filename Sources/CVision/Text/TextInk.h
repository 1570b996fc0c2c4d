// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink on a page that looks like writing, for measuring skew and rotation.
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

/// The marks on a page with the size of letters, without pictures, frames, rules, and black scanner borders.
struct TextInk {
    /// The size of the working image, which is the page reduced by an integer factor.
    cv::Size size;
    /// The number of page pixels per pixel of the working image, along a side.
    double scale = 1;
    /// The bounding box of each mark: a letter, a part of one, or several touching letters.
    std::vector<cv::Rect> glyphs;
    /// The bounding boxes of smaller marks, such as points and bullets.
    std::vector<cv::Rect> dots;
    /// The median height of the marks, in pixels of the working image.
    double glyphHeight = 0;
    /// The outermost pixels of the marks on each side. For upright text, the lower ones are on the baselines.
    std::vector<EdgePoint> upper, lower, left, right;
};

/// Extracts writing from an image in which letters should be at least ten pixels high.
TextInk textInk(const cv::Mat &image);

/// Returns the marks after a clockwise quarter turn of the page.
TextInk turnedClockwise(const TextInk &ink);

}  // namespace vision

#endif
