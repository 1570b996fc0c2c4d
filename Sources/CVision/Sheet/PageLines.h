// SPDX-License-Identifier: GPL-3.0-or-later
//
// The photo at the resolution of the search, and straight lines that can be sides of the sheet.
#ifndef DOCSCAN_CVISION_PAGELINES_H
#define DOCSCAN_CVISION_PAGELINES_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// A line. If it is a side of the sheet, the sheet is on the side of `normal`.
struct BoundaryLine {
    /// The distance between samples of the edge, in search pixels.
    static constexpr double edgeStep = 3;

    cv::Point2d normal;
    double distance = 0;
    /// The strength of the edge at each sample, from 0 to 1 regardless of its sign, and the position of the first sample.
    std::vector<float> edge;
    double firstEdge = 0;

    cv::Point2d direction() const { return {-normal.y, normal.x}; }
    cv::Point2d at(double position) const { return normal * distance + direction() * position; }
    double position(cv::Point2d point) const { return point.dot(direction()); }
};

/// The reduced photo. Points are in its pixels, with the origin at the corner of the first pixel.
struct SearchImage {
    /// The number of photo pixels per pixel of this image, along a side.
    double factor = 1;
    cv::Size size;
    /// L*, a*, b* with 8 bits each.
    cv::Mat lab;
    /// The paperness, which is high for light and colorless pixels, with narrow marks removed. 32-bit float.
    cv::Mat paperness;
    /// The gradient of the paperness, which points into the sheet at its outline.
    cv::Mat gradientX, gradientY;
    /// The strength of edges around each pixel, which is low on blank paper.
    cv::Mat roughness;
    /// The fine structure around each pixel on a logarithmic scale, which reveals faint weaves and grain.
    cv::Mat grain;
    /// The magnitude of a gradient that is certainly an edge.
    float strongGradient = 1;
    /// Lines with strong edges. In each sector of directions, the most likely ones come first.
    std::vector<BoundaryLine> lines;

    /// Returns whether a point is inside the image, at least `margin` pixels from its edges.
    bool contains(cv::Point2d point, double margin) const {
        return point.x >= margin && point.y >= margin && point.x < size.width - margin &&
               point.y < size.height - margin;
    }
};

/// Returns the value at a point, or at the nearest pixel for points outside.
template <typename Value>
Value at(const cv::Mat &values, cv::Point2d point) {
    const int x = std::clamp(int(std::floor(point.x)), 0, values.cols - 1);
    const int y = std::clamp(int(std::floor(point.y)), 0, values.rows - 1);
    return values.at<Value>(y, x);
}

SearchImage searchImage(const cv::Mat &photograph);

}  // namespace vision

#endif
