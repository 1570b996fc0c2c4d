// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the letters and lines among the marks of a page.
#ifndef DOCSCAN_CVISION_MIXED_H
#define DOCSCAN_CVISION_MIXED_H

#include "Pixels/Support.h"

namespace vision {

/// Returns the integer factor by which a page is reduced for finding its ink.
int inkViewFactor(cv::Size page, double letterHeight);

/// Finds letters and lines in a grayscale image of a page. Returns for each pixel the tone below which the page is ink, or 0 if there is no ink.
/// `letterHeight` is the median height of letters in pixels of the image.
cv::Mat inkLimit(const cv::Mat &view, double letterHeight);

}  // namespace vision

#endif
