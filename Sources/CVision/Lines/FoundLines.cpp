// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds text lines in the map of a segmentation network: Liao et al., "Real-time scene text detection with differentiable binarization", 2020. The
// network marks the middle of a line, shrunk in proportion to its size, so outlines are expanded again.
#include "CVision.h"
#include "Pixels/Support.h"

#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

// The thresholds for pixels and lines, and the expansion of outlines, with which PaddleOCR's networks were trained.
constexpr double pixelThreshold = 0.3, lineThreshold = 0.5, growth = 1.6;
// The minimum height of text in pixels of the map, before and after expansion.
constexpr float lowest = 3, lowestGrown = 5;

// Sets the corners of a rotated rectangle, clockwise from the upper left of its content.
void setCorners(const cv::RotatedRect &area, double corners[8]) {
    cv::Point2f points[4];
    area.points(points);
    // The two left corners and the two right ones, each from top to bottom.
    std::sort(points, points + 4, [](auto a, auto b) { return a.x < b.x; });
    if (points[0].y > points[1].y) std::swap(points[0], points[1]);
    if (points[2].y > points[3].y) std::swap(points[2], points[3]);
    const cv::Point2f ordered[] = {points[0], points[2], points[3], points[1]};
    for (int i = 0; i < 4; i++) {
        corners[2 * i] = ordered[i].x;
        corners[2 * i + 1] = ordered[i].y;
    }
}

// Returns the mean of the map inside an outline.
double meanWithin(const cv::Mat &map, const std::vector<cv::Point> &outline) {
    const cv::Rect box = cv::boundingRect(outline);
    cv::Mat mask = cv::Mat::zeros(box.size(), CV_8U);
    cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{outline}, cv::Scalar(1), cv::LINE_8, 0, -box.tl());
    return cv::mean(map(box), mask)[0];
}

std::vector<VisionFoundLine> findLines(const cv::Mat &map) {
    cv::Mat marks;
    cv::compare(map, pixelThreshold, marks, cv::CMP_GT);
    cv::dilate(marks, marks, cv::Mat::ones(2, 2, CV_8U));
    std::vector<std::vector<cv::Point>> outlines;
    cv::findContours(marks, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
    std::vector<VisionFoundLine> lines;
    for (const auto &outline : outlines) {
        if (outline.size() < 3) continue;
        cv::RotatedRect area = cv::minAreaRect(outline);
        if (std::min(area.size.width, area.size.height) < lowest) continue;
        VisionFoundLine line = {};
        line.confidence = meanWithin(map, outline);
        if (line.confidence < lineThreshold) continue;
        const float grown = float(growth) * area.size.area() / (area.size.width + area.size.height);
        area.size += cv::Size2f(grown, grown);
        if (std::min(area.size.width, area.size.height) < lowestGrown) continue;
        setCorners(area, line.corners);
        lines.push_back(line);
    }
    return lines;
}

}  // namespace
}  // namespace vision

int vision_found_lines(const float *probabilities, int32_t width, int32_t height, VisionFoundLine *lines,
                       int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(probabilities && lines && count, "an argument is missing");
        if (width <= 0 || height <= 0) throw std::invalid_argument("the map is empty");
        const cv::Mat map(height, width, CV_32F, const_cast<float *>(probabilities));
        const auto found = vision::findLines(map);
        *count = int32_t(std::min(found.size(), size_t(std::max(capacity, 0))));
        std::copy_n(found.begin(), *count, lines);
    });
}
