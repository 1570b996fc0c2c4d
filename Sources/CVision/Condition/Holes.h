// SPDX-License-Identifier: GPL-3.0-or-later
//
// The holes a punch left in a page's margin.
#ifndef DOCSCAN_CVISION_HOLES_H
#define DOCSCAN_CVISION_HOLES_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Pixels to a millimetre; guessed from the size when `dpi` is 0 or makes no sense for the image.
double millimetreOf(cv::Size size, double dpi);

/// Boxes of punch holes in an image that was reduced to about 100 dpi.
std::vector<cv::Rect> findHoles(const cv::Mat &grey, double millimetre);

/// Paints punch holes with the colour of the paper around them.
void fillHoles(cv::Mat &page, double dpi);

}  // namespace vision

#endif
