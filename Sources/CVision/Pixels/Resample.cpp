// SPDX-License-Identifier: GPL-3.0-or-later
#include "Resample.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The maximum reduction without aliasing for a cubic filter with four taps. Larger reductions average areas first.
constexpr double sharpestReduction = 1.25;

}  // namespace

cv::Matx33d homography(const double values[9]) {
    require(values, "the homography is missing");
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

std::array<cv::Rect, 4> quarters(const cv::Rect &tile) {
    const int halfWidth = (tile.width + 1) / 2, halfHeight = (tile.height + 1) / 2;
    return {cv::Rect(tile.x, tile.y, halfWidth, halfHeight),
            cv::Rect(tile.x + halfWidth, tile.y, tile.width - halfWidth, halfHeight),
            cv::Rect(tile.x, tile.y + halfHeight, halfWidth, tile.height - halfHeight),
            cv::Rect(tile.x + halfWidth, tile.y + halfHeight, tile.width - halfWidth, tile.height - halfHeight)};
}

Surround::Surround(const uint8_t *fill)
    : kind(fill ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE),
      interpolation(fill ? cv::INTER_CUBIC : cv::INTER_LINEAR),
      colour(fill ? cv::Scalar(fill[0], fill[1], fill[2]) : cv::Scalar()) {}

cv::Rect Surround::neededPart(const cv::Rect2d &bounds, cv::Size image) const {
    // Values are clamped before rounding, because a far-away tile can exceed the range of int. If the nearest pixels are shown, at least the image's
    // edge is needed.
    const int inside = kind == cv::BORDER_REPLICATE ? 1 : 0;
    const auto clamped = [](double value, int least, int most) {
        return int(std::clamp(value, double(least), double(most)));
    };
    const int left = clamped(std::floor(bounds.x) - cubicReach, 0, image.width - inside);
    const int top = clamped(std::floor(bounds.y) - cubicReach, 0, image.height - inside);
    const int right = clamped(std::ceil(bounds.br().x) + cubicReach, inside, image.width);
    const int bottom = clamped(std::ceil(bounds.br().y) + cubicReach, inside, image.height);
    if (left >= right || top >= bottom) return {};
    return {left, top, std::min(right - left, longestSourceSide), std::min(bottom - top, longestSourceSide)};
}

void requireWithin(const VisionPart &part, const cv::Mat &target) {
    const bool isWithin = part.x >= 0 && part.y >= 0 && part.x <= part.wholeWidth - target.cols &&
                          part.y <= part.wholeHeight - target.rows;
    if (!isWithin) throw std::invalid_argument("the target is not a part of the picture");
}

cv::Mat reduced(const cv::Mat &source, double factor) {
    if (!(factor > sharpestReduction)) return source;
    cv::Mat result;
    const cv::Size size(std::max(1, int(std::lround(source.cols / factor))),
                        std::max(1, int(std::lround(source.rows / factor))));
    cv::resize(source, result, size, 0, 0, cv::INTER_AREA);
    return result;
}

}  // namespace vision
