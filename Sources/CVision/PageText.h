// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is read once of a page's writing and answers every question about it.
#ifndef DOCSCAN_CVISION_PAGETEXT_H
#define DOCSCAN_CVISION_PAGETEXT_H

#include "TextAxes.h"

struct VisionText {
    vision::Axes axes;
    /// Of the working image, in which all the axes' measures are.
    cv::Size size;
    /// The middle height of the marks.
    double glyphHeight = 0;
    /// Pixels of the page for a pixel of the working image.
    double scale = 1;
};

#endif
