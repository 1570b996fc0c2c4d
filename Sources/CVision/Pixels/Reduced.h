// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reduces pages to a size that can be analyzed in milliseconds.
#ifndef DOCSCAN_CVISION_REDUCED_H
#define DOCSCAN_CVISION_REDUCED_H

#include "Support.h"

namespace vision {

/// Returns the integer factor that reduces `image` to about `pixels` pixels, or 1 for a smaller image.
int factorFor(const cv::Mat &image, double pixels);

/// Averages `factor` by `factor` blocks per channel, without remaining pixels. Reading the page takes most of the time of an analysis.
cv::Mat reduced(const cv::Mat &image, int factor);

}  // namespace vision

#endif
