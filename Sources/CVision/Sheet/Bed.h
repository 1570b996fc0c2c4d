// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bed of a scanner, which has an even or sloped tone and extends to the edges of the picture.
#ifndef DOCSCAN_CVISION_BED_H
#define DOCSCAN_CVISION_BED_H

#include <opencv2/core.hpp>

namespace vision {

/// The brightness of each pixel relative to the bed.
struct AboveBed {
    cv::Mat tones;
    /// The maximum difference for pixels that are considered bed.
    double least = 0;
};

AboveBed aboveBed(const cv::Mat &grey);

/// Returns a mask with 255 for everything that isn't bed: slips, or only their letters if the paper is as light as the bed.
cv::Mat besideBed(const AboveBed &above);

}  // namespace vision

#endif
