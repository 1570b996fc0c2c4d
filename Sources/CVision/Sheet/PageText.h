// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is read once of a page's writing and answers every question about it.
#ifndef DOCSCAN_CVISION_PAGETEXT_H
#define DOCSCAN_CVISION_PAGETEXT_H

#include "Text/TextAxes.h"

struct VisionText {
    vision::Axes axes;
    /// The marks, in the working image, in which all the axes' measures are.
    vision::TextInk ink;
    /// Of the page that was read.
    cv::Size page;
};

namespace vision {

/// From the frame of the lines along the likely axis to pixels of the page that was read.
cv::Point2d placeOnPage(const VisionText &text, double along, double across);

}  // namespace vision

#endif
