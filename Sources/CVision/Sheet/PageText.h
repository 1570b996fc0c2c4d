// SPDX-License-Identifier: GPL-3.0-or-later
//
// The writing on a page, which is found once and used for all measurements.
#ifndef DOCSCAN_CVISION_PAGETEXT_H
#define DOCSCAN_CVISION_PAGETEXT_H

#include "Text/TextAxes.h"

struct VisionText {
    vision::Axes axes;
    /// The marks in the working image, to which all measures of the axes refer.
    vision::TextInk ink;
    /// The size of the page, in pixels.
    cv::Size page;
};

namespace vision {

/// Converts coordinates along and across the likely axis of the lines to pixels of the page.
cv::Point2d placeOnPage(const VisionText &text, double along, double across);

}  // namespace vision

#endif
