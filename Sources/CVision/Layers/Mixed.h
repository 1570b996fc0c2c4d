// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the letters and lines among the marks of a page.
#ifndef DOCSCAN_CVISION_MIXED_H
#define DOCSCAN_CVISION_MIXED_H

#include "Pixels/Support.h"

namespace vision {

/// Returns the integer factor by which a page is reduced for finding its ink.
int inkViewFactor(cv::Size page, double letterHeight);

/// Returns for each pixel of a gray page the tone below which it is ink, or 0 without ink. `letterHeight` is the letters' median height in pixels.
cv::Mat inkLimit(const cv::Mat &view, double letterHeight);

}  // namespace vision

#endif
