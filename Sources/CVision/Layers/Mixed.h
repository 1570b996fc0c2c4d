// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which marks of a page are letters and lines.
#ifndef DOCSCAN_CVISION_MIXED_H
#define DOCSCAN_CVISION_MIXED_H

#include "Pixels/Support.h"

namespace vision {

/// By how much a page is reduced, in whole steps, for finding its ink.
int inkViewFactor(cv::Size page, double letterHeight);

/// Finds the letters and lines in a grey view of a page: for each pixel the tone below which the page is ink there, 0
/// where there is none. `letterHeight` is the middle height of the letters in pixels of the view.
cv::Mat inkLimit(const cv::Mat &view, double letterHeight);

}  // namespace vision

#endif
