// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink of a page that looks like writing: what skew and turn are judged from.
#ifndef DOCSCAN_CVISION_TEXTINK_H
#define DOCSCAN_CVISION_TEXTINK_H

#include <vector>

#include "Support.h"

namespace vision {

/// Glyph-sized marks of a page, with pictures, frames, rules and black scanner borders taken away.
struct TextInk {
    /// How dark each pixel is against its paper (0 to 255), 0 outside glyphs.
    cv::Mat darkness;
    /// The bounding box of each mark: a letter, a part of one, or letters that touch.
    std::vector<cv::Rect> glyphs;
    /// The middle height of the marks in pixels.
    double glyphHeight = 0;
};

/// Extracts writing from an image at about the resolution where a letter's height is ten pixels or more.
TextInk textInk(const cv::Mat &image);

}  // namespace vision

#endif
