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

    /// Returns the part of an image that a cubic filter needs for positions inside `bounds`, or an empty rectangle if only the surround is needed.
    cv::Rect neededPart(const cv::Rect2d &bounds, cv::Size image) const;
};

/// Returns the four quarters of a tile, some of which can be empty.
std::array<cv::Rect, 4> quarters(const cv::Rect &tile);

/// Throws unless the target, which shows this part, is within the whole picture.
void requireWithin(const VisionPart &part, const cv::Mat &target);

/// Calls `fill` with each tile that the target shows and its pixels. Tiles aren't clipped: rounding depends on a pixel's place in its tile.
template <typename Fill>
void fillTiles(cv::Mat &target, const VisionPart &part, int side, Fill fill) {
    requireWithin(part, target);
    const cv::Rect shown(part.x, part.y, target.cols, target.rows);
    cv::Mat clipped;
    for (int y = 0; y < part.wholeHeight; y += side) {
        for (int x = 0; x < part.wholeWidth; x += side) {
            const cv::Rect tile(x, y, std::min(side, part.wholeWidth - x), std::min(side, part.wholeHeight - y));
            const cv::Rect seen = tile & shown;
            if (seen.empty()) continue;
            cv::Mat pixels = target(seen - shown.tl());
            if (seen == tile) {
                fill(tile, pixels);
            } else {
                clipped.create(tile.size(), target.type());
                fill(tile, clipped);
                clipped(seen - tile.tl()).copyTo(pixels);
            }
        }
    }
}

/// Returns an image of means of about `factor` by `factor` source pixels, or the source if a cubic filter alone doesn't cause aliasing.
cv::Mat reduced(const cv::Mat &source, double factor);

}  // namespace vision

#endif
