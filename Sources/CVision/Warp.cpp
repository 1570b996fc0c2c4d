// SPDX-License-Identifier: GPL-3.0-or-later
//
// One resampling through a homography. It is worked off in tiles: OpenCV's remapping addresses the source with 16-bit
// coordinates, so each tile sees only the part of the source it needs, and images may be larger than 32,767 pixels.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Support.h"

namespace {

/// Reducing by more than this would alias with a cubic's four taps, so the source is area-averaged first.
constexpr double sharpestReduction = 1.25;
constexpr int tileSide = 1024;
constexpr int smallestTile = 16;
/// How far a cubic reaches, and one pixel for rounding.
constexpr int cubicReach = 3;
constexpr int longestSourceSide = 32000;

cv::Matx33d shift(double x, double y) { return {1, 0, x, 0, 1, y, 0, 0, 1}; }

cv::Matx33d homography(const double values[9]) {
    vision::require(values, "the homography is missing");
    if (!std::all_of(values, values + 9, [](double value) { return std::isfinite(value); })) {
        throw std::invalid_argument("the homography has a value that is not a number");
    }
    return cv::Matx33d(values);
}

cv::Matx33d inverted(const cv::Matx33d &matrix) {
    const double size = cv::norm(matrix);
    bool isRegular = size > 0;
    const cv::Matx33d inverse = isRegular ? (matrix * (1 / size)).inv(cv::DECOMP_LU, &isRegular) : matrix;
    if (!isRegular || !std::isfinite(cv::norm(inverse))) throw std::invalid_argument("the homography is singular");
    return inverse * (1 / size);
}

/// Maps a target rectangle into the source; throws when the rectangle crosses the horizon.
cv::Rect2d sourceBounds(const cv::Matx33d &targetToSource, const cv::Rect &target) {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
    int positive = 0;
    for (int corner = 0; corner < 4; ++corner) {
        const cv::Vec3d point(target.x + (corner & 1 ? target.width : 0), target.y + (corner & 2 ? target.height : 0),
                              1);
        const cv::Vec3d mapped = targetToSource * point;
        positive += mapped[2] > 0;
        if (mapped[2] == 0) throw std::invalid_argument("the homography sends part of the target to infinity");
        left = std::min(left, mapped[0] / mapped[2]);
        right = std::max(right, mapped[0] / mapped[2]);
        top = std::min(top, mapped[1] / mapped[2]);
        bottom = std::max(bottom, mapped[1] / mapped[2]);
    }
    if (positive != 0 && positive != 4) {
        throw std::invalid_argument("the homography sends part of the target to infinity");
    }
    return {left, top, right - left, bottom - top};
}

/// How many source pixels fall on a target pixel along a side, at the target's middle.
double reduction(const cv::Matx33d &targetToSource, cv::Size target) {
    const double x = target.width / 2.0, y = target.height / 2.0;
    const cv::Vec3d middle = targetToSource * cv::Vec3d(x, y, 1);
    return std::sqrt(std::abs(cv::determinant(targetToSource) / std::pow(middle[2], 3)));
}

void warpTile(const cv::Mat &source, const cv::Matx33d &targetToSource, cv::Mat &target, const cv::Rect &tile,
              const cv::Scalar &fill) {
    const cv::Rect2d bounds = sourceBounds(targetToSource, tile);
    // Clamped before it is rounded: a far-away tile may lie beyond what an int holds.
    const auto clamped = [](double value, int limit) { return int(std::clamp(value, 0.0, double(limit))); };
    const int left = clamped(std::floor(bounds.x) - cubicReach, source.cols);
    const int top = clamped(std::floor(bounds.y) - cubicReach, source.rows);
    const int right = clamped(std::ceil(bounds.br().x) + cubicReach, source.cols);
    const int bottom = clamped(std::ceil(bounds.br().y) + cubicReach, source.rows);
    cv::Mat part = target(tile);
    if (left >= right || top >= bottom) {
        part.setTo(fill);
        return;
    }
    const bool isTooFar = std::max(bounds.width, bounds.height) > longestSourceSide;
    if (isTooFar && std::max(tile.width, tile.height) > smallestTile) {
        const int halfWidth = (tile.width + 1) / 2, halfHeight = (tile.height + 1) / 2;
        for (const cv::Rect &quarter :
             {cv::Rect(tile.x, tile.y, halfWidth, halfHeight),
              cv::Rect(tile.x + halfWidth, tile.y, tile.width - halfWidth, halfHeight),
              cv::Rect(tile.x, tile.y + halfHeight, halfWidth, tile.height - halfHeight),
              cv::Rect(tile.x + halfWidth, tile.y + halfHeight, tile.width - halfWidth, tile.height - halfHeight)}) {
            if (!quarter.empty()) warpTile(source, targetToSource, target, quarter, fill);
        }
        return;
    }
    const cv::Rect crop(left, top, std::min(right - left, longestSourceSide),
                        std::min(bottom - top, longestSourceSide));
    // OpenCV puts the origin into the middle of the first pixel, the caller on its corner.
    const cv::Matx33d local = shift(-0.5 - left, -0.5 - top) * targetToSource * shift(tile.x + 0.5, tile.y + 0.5);
    cv::warpPerspective(source(crop), part, local, part.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                        cv::BORDER_CONSTANT, fill);
}

}  // namespace

int vision_warp(VisionImage source, const double sourceToTarget[9], VisionImage target, const uint8_t fill[3],
                VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat from = vision::view(source);
        cv::Mat to = vision::view(target);
        if (from.channels() != to.channels()) throw std::invalid_argument("source and target differ in channels");
        vision::require(fill, "the fill colour is missing");
        cv::Matx33d targetToSource = inverted(homography(sourceToTarget));
        sourceBounds(targetToSource, cv::Rect(0, 0, to.cols, to.rows));
        const double factor = reduction(targetToSource, to.size());
        if (factor > sharpestReduction) {
            cv::Mat reduced;
            const cv::Size size(std::max(1, int(std::lround(from.cols / factor))),
                                std::max(1, int(std::lround(from.rows / factor))));
            cv::resize(from, reduced, size, 0, 0, cv::INTER_AREA);
            targetToSource =
                cv::Matx33d(double(size.width) / from.cols, 0, 0, 0, double(size.height) / from.rows, 0, 0, 0, 1) *
                targetToSource;
            from = reduced;
        }
        const cv::Scalar colour(fill[0], fill[1], fill[2]);
        for (int y = 0; y < to.rows; y += tileSide) {
            for (int x = 0; x < to.cols; x += tileSide) {
                const cv::Rect tile(x, y, std::min(tileSide, to.cols - x), std::min(tileSide, to.rows - y));
                warpTile(from, targetToSource, to, tile, colour);
            }
        }
    });
}
