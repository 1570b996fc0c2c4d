// SPDX-License-Identifier: GPL-3.0-or-later
//
// The punch holes in the margins of a page.
#ifndef DOCSCAN_CVISION_HOLES_H
#define DOCSCAN_CVISION_HOLES_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Returns the number of pixels per millimeter, estimated from the size if `dpi` is 0 or implausible for the image.
double millimetreOf(cv::Size size, double dpi);

/// Returns the boxes of punch holes in an image that was reduced to about 100 dpi.
std::vector<cv::Rect> findHoles(const cv::Mat &grey, double millimetre);

/// Paints punch holes with the color of the surrounding paper.
void fillHoles(cv::Mat &page, double dpi);

}  // namespace vision

#endif
