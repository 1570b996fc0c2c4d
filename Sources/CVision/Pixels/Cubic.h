// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef DOCSCAN_CVISION_CUBIC_H
#define DOCSCAN_CVISION_CUBIC_H

#include <opencv2/core.hpp>

namespace vision {

/// Resamples with a cubic filter and a surround of one color. The pixels are those of cv::warpPerspective, which takes two to three times as long.
void warpCubic(const cv::Mat &source, cv::Mat &target, const cv::Matx33d &targetToSource, const cv::Scalar &colour);

}  // namespace vision

#endif
