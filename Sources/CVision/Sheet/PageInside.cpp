// SPDX-License-Identifier: GPL-3.0-or-later
//
// An outline around two overlapping sheets has straight edges along all its sides. It differs from a single sheet by the edge of the front sheet
// inside it, and by corners that neither sheet covers.
#include "PageInside.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

/// The maximum distance between an edge and a side that it belongs to, as a fraction of the outline's size, and at least this many search pixels.
constexpr double clearance = 0.04, leastClearance = 8;  // Chosen: 0.04, 0.025 to 0.06 (sheets).
/// The edge strength above which a stretch grows and below which it shrinks.
constexpr float usualEdge = 0.5F;

}  // namespace

double longestEdgeWithin(const SearchImage &image, const Quad &quad) {
    const double size = std::sqrt(std::max(1.0, area(quad)));
    const double distance = std::max(leastClearance, clearance * size);
    float longest = 0;
    for (const auto &line : image.lines) {
        // The part of the line that is far enough from all sides.
        double from = -1e9, to = 1e9;
        for (size_t corner = 0; corner < 4; ++corner) {
            const cv::Point2d start = quad[corner], along = quad[(corner + 1) % 4] - start;
            const cv::Point2d inward = cv::Point2d(-along.y, along.x) / std::max(1e-9, cv::norm(along));
            const double depth = (line.at(0) - start).dot(inward) - distance, slope = line.direction().dot(inward);
            if (std::abs(slope) < 1e-9) {
                if (depth < 0) to = from;
            } else if (slope > 0) {
                from = std::max(from, -depth / slope);
            } else {
                to = std::min(to, -depth / slope);
            }
        }
        float stretch = 0;
        const auto sample = [&](double position) {
            const double place = (position - line.firstEdge) / BoundaryLine::edgeStep;
            return size_t(std::clamp(place, 0.0, double(line.edge.size())));
        };
        for (size_t place = sample(from), last = sample(to); place < last; ++place) {
            stretch = std::max(0.0F, stretch + line.edge[place] - usualEdge);
            longest = std::max(longest, stretch);
        }
    }
    return std::min(1.0, longest * BoundaryLine::edgeStep / (1 - usualEdge) / size);
}

std::array<double, 4> cornersApart(const SearchImage &image, const Quad &quad, double usual) {
    std::array<double, 4> apart{};
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2d to = quad[(corner + 1) % 4] - quad[corner], back = quad[(corner + 3) % 4] - quad[corner];
        double sum = 0;
        int seen = 0;
        for (const double u : {0.03, 0.06, 0.09}) {
            for (const double v : {0.03, 0.06, 0.09}) {
                const cv::Point2d point = quad[corner] + u * to + v * back;
                if (!image.contains(point, 1)) continue;
                sum += std::abs(at<float>(image.paperness, point) - usual);
                ++seen;
            }
        }
        if (seen > 0) apart[corner] = std::min(1.0, sum / seen / 40);
    }
    std::sort(apart.begin(), apart.end(), std::greater<>());
    return apart;
}

}  // namespace vision
