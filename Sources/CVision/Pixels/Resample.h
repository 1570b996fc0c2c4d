// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all ways of resampling a page share.
#ifndef DOCSCAN_CVISION_RESAMPLE_H
#define DOCSCAN_CVISION_RESAMPLE_H

#include <array>

#include "Support.h"

namespace vision {

/// How far a cubic reaches, and one pixel for rounding.
constexpr int cubicReach = 3;
/// OpenCV's remapping addresses the source with 16-bit coordinates.
constexpr int longestSourceSide = 32000;

/// Throws when the homography is missing or has a value that is not a number.
cv::Matx33d homography(const double values[9]);

/// Throws when the homography is singular.
cv::Matx33d inverted(const cv::Matx33d &matrix);

/// What a page shows where its source has no pixels: a colour, or the pixels nearest to it.
struct Surround {
    int kind;
    /// Linear where the nearest pixels serve: such an image is for looking at, and a cubic costs three times as much.
    int interpolation;
    cv::Scalar colour;

    /// Three values, or null for the nearest pixels.
    explicit Surround(const uint8_t *fill);

    /// The pixels of an image of this size that a cubic needs for places within `bounds`; empty if the surround
    /// alone is needed.
    cv::Rect neededPart(const cv::Rect2d &bounds, cv::Size image) const;
};

/// The four quarters of a tile, some of them perhaps empty.
std::array<cv::Rect, 4> quarters(const cv::Rect &tile);

/// An image whose pixels are each the mean of about `factor` by `factor` source pixels; the source itself where the
/// factor is so small that a cubic alone does not alias.
cv::Mat reduced(const cv::Mat &source, double factor);

}  // namespace vision

#endif
