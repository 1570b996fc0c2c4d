// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that all kinds of resampling use.
#ifndef DOCSCAN_CVISION_RESAMPLE_H
#define DOCSCAN_CVISION_RESAMPLE_H

#include <array>

#include "Support.h"

namespace vision {

/// The reach of a cubic filter, plus one pixel for rounding.
constexpr int cubicReach = 3;
/// The maximum side of a source in pixels, because OpenCV's remapping uses 16-bit coordinates.
constexpr int longestSourceSide = 32000;

/// Throws if the homography is missing or has a value that isn't finite.
cv::Matx33d homography(const double values[9]);

/// Throws if the homography is singular.
cv::Matx33d inverted(const cv::Matx33d &matrix);

/// The content of areas without source pixels: a color or the nearest pixels.
struct Surround {
    int kind;
    /// Linear if the nearest pixels are used, because such an image isn't shown to users and a cubic filter takes three times as long.
    int interpolation;
    cv::Scalar colour;

    /// Creates a surround from three values, or from null to use the nearest pixels.
    explicit Surround(const uint8_t *fill);

    /// Returns the part of an image of this size that a cubic filter needs for positions inside `bounds`, or an empty rectangle if only the surround
    /// is needed.
    cv::Rect neededPart(const cv::Rect2d &bounds, cv::Size image) const;
};

/// Returns the four quarters of a tile, some of which can be empty.
std::array<cv::Rect, 4> quarters(const cv::Rect &tile);

/// Returns an image in which each pixel is the mean of about `factor` by `factor` source pixels, or the source if a cubic filter alone doesn't cause
/// aliasing.
cv::Mat reduced(const cv::Mat &source, double factor);

}  // namespace vision

#endif
