// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageQuads.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

constexpr double leastRegion = 0.05, mostRegion = 0.97;
/// The minimum fraction of the quadrilateral that the region fills. Shadows and pictures reduce it.
constexpr double leastFilling = 0.75;  // Chosen: 0.6 to 0.85 (sheets).
constexpr int textureSide = 15;
/// The typical error of a region's sides in search pixels, caused by thresholds and texture windows.
constexpr int regionReach = 9;

/// Reduces a convex polygon to four sides by repeatedly removing the side that adds the least area (Chang and Yap's circumscription).
bool reducedToFour(std::vector<cv::Point2d> polygon, Quad &quad) {
    while (polygon.size() > 4) {
        const size_t count = polygon.size();
        double leastArea = HUGE_VAL;
        size_t dropped = count;
        cv::Point2d replacement;
        for (size_t index = 0; index < count; ++index) {
            const cv::Point2d before = polygon[(index + count - 1) % count], from = polygon[index];
            const cv::Point2d to = polygon[(index + 1) % count], after = polygon[(index + 2) % count];
            const cv::Point2d first = from - before, second = to - after;
            const double sine = first.cross(second);
            if (std::abs(sine) < 1e-9) continue;
            const double reach = (to - from).cross(second) / sine;
            const cv::Point2d tip = from + reach * first;
            if (reach < 0 || (tip - to).dot(second) < 0) continue;
            const double added = std::abs((to - from).cross(tip - from)) / 2;
            if (added < leastArea) {
                leastArea = added;
                dropped = index;
                replacement = tip;
            }
        }
        if (dropped == count) return false;
        polygon[dropped] = replacement;
        polygon.erase(polygon.begin() + std::ptrdiff_t((dropped + 1) % count));
    }
    if (polygon.size() < 4) return false;
    std::copy(polygon.begin(), polygon.end(), quad.begin());
    if (area(quad) < 0) std::reverse(quad.begin(), quad.end());
    return true;
}

/// Returns thresholds below which the given fractions of the values are.
std::vector<double> levelsOf(const cv::Mat &values, std::initializer_list<double> shares) {
    std::vector<float> sample;
    for (int y = 0; y < values.rows; y += 4) {
        const float *row = values.ptr<float>(y);
        for (int x = 0; x < values.cols; x += 4) sample.push_back(row[x]);
    }
    std::sort(sample.begin(), sample.end());
    std::vector<double> levels;
    for (const double share : shares) levels.push_back(sample[size_t(share * double(sample.size() - 1))]);
    return levels;
}

bool isNear(const Quad &left, const Quad &right) {
    constexpr double sameCorner = 4;
    for (size_t corner = 0; corner < 4; ++corner) {
        if (cv::norm(left[corner] - right[corner]) > sameCorner) return false;
    }
    return true;
}

/// Returns a map of smoothness, in which higher values are smoother.
cv::Mat smoothnessOf(const SearchImage &image) {
    cv::Mat magnitude, texture;
    cv::magnitude(image.gradientX, image.gradientY, magnitude);
    cv::min(magnitude, image.strongGradient, magnitude);
    cv::blur(magnitude, texture, cv::Size(textureSide, textureSide), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    return -texture;
}

}  // namespace

bool quadAround(const std::vector<cv::Point> &contour, double leastFilling, Quad &quad) {
    std::vector<cv::Point> hull, outline;
    cv::convexHull(contour, hull);
    cv::approxPolyDP(hull, outline, 1.5, true);
    std::vector<cv::Point2d> polygon;
    for (const auto &point : outline) polygon.emplace_back(point.x + 0.5, point.y + 0.5);
    return reducedToFour(polygon, quad) && cv::contourArea(hull) >= leastFilling * area(quad);
}

std::vector<Quad> regionQuads(const SearchImage &image) {
    std::vector<Quad> found, quads;
    const cv::Mat smoothness = smoothnessOf(image);
    cv::Mat grainless;
    cv::blur(image.grain, grainless, cv::Size(5, 5), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    grainless = -grainless;
    // Print also has grain, but its blank margins provide the outer contour.
    for (const cv::Mat &values : {image.paperness, smoothness, grainless}) {
        for (const double level : levelsOf(values, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9})) {
            cv::Mat mask = values > level;
            cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {9, 9}));
            std::vector<std::vector<cv::Point>> contours;
            cv::findContours(mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
            for (const auto &contour : contours) {
                const double size = cv::contourArea(contour) / image.size.area();
                if (size < leastRegion || size > mostRegion) continue;
                Quad quad;
                if (!quadAround(contour, leastFilling, quad)) continue;
                quad = fromTopLeft(quad);
                const bool isKnown =
                    std::any_of(found.begin(), found.end(), [&](const Quad &other) { return isNear(quad, other); });
                if (isKnown) continue;
                found.push_back(quad);
                if (snap(image, regionReach, quad)) quads.push_back(quad);
            }
        }
    }
    return quads;
}

}  // namespace vision
