// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resampling with a homography. The target is divided into tiles, because OpenCV's remapping uses 16-bit coordinates. Each tile uses only the part of
// the source that it needs, so images can be larger than 32,767 pixels.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Cubic.h"
#include "Resample.h"

namespace {

constexpr int tileSide = 1024;
constexpr int smallestTile = 16;

cv::Matx33d shift(double x, double y) { return {1, 0, x, 0, 1, y, 0, 0, 1}; }

/// Maps a target rectangle to the source. Throws if the rectangle crosses the horizon.
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

/// Returns the number of source pixels per target pixel along a side, at the center of the target.
double reduction(const cv::Matx33d &targetToSource, cv::Size target) {
    const double x = target.width / 2.0, y = target.height / 2.0;
    const cv::Vec3d middle = targetToSource * cv::Vec3d(x, y, 1);
    return std::sqrt(std::abs(cv::determinant(targetToSource) / std::pow(middle[2], 3)));
}

/// Returns the part of the source that is needed for a reduced target, or the whole source if that is more than half of it.
cv::Rect sourcePart(const cv::Rect2d &bounds, double factor, cv::Size source) {
    constexpr int reach = 8;
    const cv::Rect all({0, 0}, source);
    const double around = reach * std::max(factor, 1.0);
    const cv::Rect2d wanted = cv::Rect2d(bounds.x - around, bounds.y - around, bounds.width + 2 * around,
                                         bounds.height + 2 * around) & cv::Rect2d(0, 0, source.width, source.height);
    const cv::Rect part = cv::Rect(wanted) & all;
    return part.empty() || part.area() > all.area() / 2 ? all : part;
}

void warpTile(const cv::Mat &source, const cv::Matx33d &targetToSource, const cv::Rect &tile,
              cv::Mat &target, const vision::Surround &surround) {
    const cv::Rect2d bounds = sourceBounds(targetToSource, tile);
    const cv::Rect crop = surround.neededPart(bounds, source.size());
    if (crop.empty()) {
        target.setTo(surround.colour);
        return;
    }
    const bool isTooFar = std::max(bounds.width, bounds.height) > vision::longestSourceSide;
    if (isTooFar && std::max(tile.width, tile.height) > smallestTile) {
        for (const cv::Rect &quarter : vision::quarters(tile)) {
            if (quarter.empty()) continue;
            cv::Mat pixels = target(quarter - tile.tl());
            warpTile(source, targetToSource, quarter, pixels, surround);
        }
        return;
    }
    // In OpenCV, the origin is the center of the first pixel. For the caller, it is the pixel's corner.
    const cv::Matx33d local = shift(-0.5 - crop.x, -0.5 - crop.y) * targetToSource * shift(tile.x + 0.5, tile.y + 0.5);
    if (surround.interpolation == cv::INTER_CUBIC && surround.kind == cv::BORDER_CONSTANT) {
        vision::warpCubic(source(crop), target, local, surround.colour);
        return;
    }
    cv::warpPerspective(source(crop), target, local, target.size(), surround.interpolation | cv::WARP_INVERSE_MAP,
                        surround.kind, surround.colour);
}

}  // namespace

int vision_warp(VisionImage source, const double sourceToTarget[9], VisionImage target, VisionPart part,
                const uint8_t fill[3], VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat from = vision::view(source);
        cv::Mat to = vision::view(target);
        const cv::Size whole(part.wholeWidth, part.wholeHeight);
        if (from.channels() != to.channels()) throw std::invalid_argument("source and target differ in channels");
        cv::Matx33d targetToSource = vision::inverted(vision::homography(sourceToTarget));
        const cv::Rect2d bounds = sourceBounds(targetToSource, cv::Rect({0, 0}, whole));
        const double factor = reduction(targetToSource, whole);
        const cv::Rect needed = sourcePart(bounds, factor, from.size());
        from = from(needed);
        targetToSource = shift(-needed.x, -needed.y) * targetToSource;
        const cv::Size size = from.size();
        from = vision::reduced(from, factor);
        targetToSource =
            cv::Matx33d(double(from.cols) / size.width, 0, 0, 0, double(from.rows) / size.height, 0, 0, 0, 1) *
            targetToSource;
        const vision::Surround surround(fill);
        vision::fillTiles(to, part, tileSide, [&](const cv::Rect &tile, cv::Mat &pixels) {
            warpTile(from, targetToSource, tile, pixels, surround);
        });
    });
}
