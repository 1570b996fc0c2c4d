// SPDX-License-Identifier: GPL-3.0-or-later
//
// A photograph at the size at which a sheet is searched for, and the straight lines that may bound the sheet.
#ifndef DOCSCAN_CVISION_PAGELINES_H
#define DOCSCAN_CVISION_PAGELINES_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// A line with the sheet, if it bounds one, on the side its normal points to.
struct BoundaryLine {
    /// Pixels from one sample of the edge to the next.
    static constexpr double edgeStep = 3;

    cv::Point2d normal;
    double distance = 0;
    /// How much edge there is along it within the image, of whichever sign, 0 to 1, and the position of the first sample.
    std::vector<float> edge;
    double firstEdge = 0;

    cv::Point2d direction() const { return {-normal.y, normal.x}; }
    cv::Point2d at(double position) const { return normal * distance + direction() * position; }
    double position(cv::Point2d point) const { return point.dot(direction()); }
};

/// The reduced photograph. Points are in its pixels, the origin on the corner of the first pixel.
struct SearchImage {
    /// How many pixels of the photograph fall on one of this image, along a side.
    double factor = 1;
    cv::Size size;
    /// L*, a*, b*, 8 bits each.
    cv::Mat lab;
    /// Paperness (light, and of little colour) with marks narrower than the margins closed; 32-bit float.
    cv::Mat paperness;
    /// Its gradient: it points into the sheet along the sheet's outline.
    cv::Mat gradientX, gradientY;
    /// How much edge there is around a pixel: little on blank paper.
    cv::Mat roughness;
    /// Fine structure around a pixel, on a logarithmic scale: a weave or grain shows even where it is faint.
    cv::Mat grain;
    /// A gradient that is certainly an edge.
    float strongGradient = 1;
    /// Lines with much edge along them, most likely first in each sector of directions.
    std::vector<BoundaryLine> lines;

    /// Whether a point lies at least so far inside.
    bool contains(cv::Point2d point, double margin) const {
        return point.x >= margin && point.y >= margin && point.x < size.width - margin &&
               point.y < size.height - margin;
    }
};

/// The value at a point, or at the nearest pixel to one outside.
template <typename Value>
Value at(const cv::Mat &values, cv::Point2d point) {
    const int x = std::clamp(int(std::floor(point.x)), 0, values.cols - 1);
    const int y = std::clamp(int(std::floor(point.y)), 0, values.rows - 1);
    return values.at<Value>(y, x);
}

SearchImage searchImage(const cv::Mat &photograph);

}  // namespace vision

#endif
