// SPDX-License-Identifier: GPL-3.0-or-later
//
// A scanner's bed: even, but for a slope, and reaching to the picture's edges.
#ifndef DOCSCAN_CVISION_BED_H
#define DOCSCAN_CVISION_BED_H

#include <opencv2/core.hpp>

namespace vision {

/// How much lighter than the bed each place is.
struct AboveBed {
    cv::Mat tones;
    /// What differs by no more is bed, as far as the tone tells.
    double least = 0;
};

AboveBed aboveBed(const cv::Mat &grey);

/// What is not the bed: 255 on slips, and on letters where the paper is as light as the bed.
cv::Mat besideBed(const AboveBed &above);

}  // namespace vision

#endif
