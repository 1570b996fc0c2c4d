// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages made small enough to be judged in milliseconds.
#ifndef DOCSCAN_CVISION_REDUCED_H
#define DOCSCAN_CVISION_REDUCED_H

#include "Support.h"

namespace vision {

/// The whole factor that brings `image` to about `pixels` pixels, 1 for an image that is smaller already.
int factorFor(const cv::Mat &image, double pixels);

/// Averages whole blocks of `factor` by `factor` pixels, in each channel. What is left over at the right and at the
/// bottom is dropped. Every page is read in full here, so this is the larger part of a judgement's time.
cv::Mat reduced(const cv::Mat &image, int factor);

}  // namespace vision

#endif
