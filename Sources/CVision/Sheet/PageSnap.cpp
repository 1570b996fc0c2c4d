// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageQuads.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

/// The weight of grain, which is blurrier than a step. With 0.8, Tests/Tools/check/sensitivity.py finds one sheet in 20 less.
constexpr double grainWeight = 0.4;  // Chosen: 0.2 to 0.8 (sheets).

/// Returns the strength of a border along a stretch: a step with the same sign everywhere, or grain on one side only.
double borderEvidence(const SearchImage &image, cv::Point2d from, cv::Point2d to) {
    const cv::Point2d along = (to - from) / cv::norm(to - from), inward(-along.y, along.x);
    constexpr int samples = 40;
    constexpr double grainDepth = 4;
    double steps = 0, grain = 0;
    int seen = 0;
    for (int index = 0; index < samples; ++index) {
        const cv::Point2d point = from + (to - from) * ((index + 0.5) / samples);
        if (!image.contains(point, 1)) continue;
        const double step = at<float>(image.gradientX, point) * inward.x + at<float>(image.gradientY, point) * inward.y;
        steps += std::clamp(step / image.strongGradient, -1.0, 1.0);
        const double outside = at<float>(image.grain, point - grainDepth * inward);
        grain += std::clamp((outside - at<float>(image.grain, point + grainDepth * inward)) / 2, -1.0, 1.0);
        ++seen;
    }
    return seen > samples / 3 ? std::max(std::abs(steps), grainWeight * grain) / seen : 0;
}

}  // namespace

bool snap(const SearchImage &image, int reach, Quad &quad) {
    std::array<BoundaryLine, 4> lines;
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2d from = quad[corner], to = quad[(corner + 1) % 4];
        const double length = cv::norm(to - from);
        if (length < 20) return false;
        const cv::Point2d inward((from.y - to.y) / length, (to.x - from.x) / length);
        // The ends move independently: first in large steps, then in small steps around the best position.
        double best = -1;
        cv::Point bestOffsets(0, 0);
        for (const int step : {3, 1}) {
            const cv::Point middle = bestOffsets;
            const int range = step == 1 ? 2 : reach;
            for (int start = -range; start <= range; start += step) {
                for (int end = -range; end <= range; end += step) {
                    const cv::Point offsets = middle + cv::Point(start, end);
                    const cv::Point2d movedFrom = from + offsets.x * inward, movedTo = to + offsets.y * inward;
                    // The ends are excluded, because corners of convex hulls are rounded.
                    const double edge = borderEvidence(image, movedFrom + 0.06 * (movedTo - movedFrom),
                                                       movedTo - 0.06 * (movedTo - movedFrom));
                    if (edge > best) {
                        best = edge;
                        bestOffsets = offsets;
                    }
                }
            }
        }
        const cv::Point2d bestFrom = from + bestOffsets.x * inward, bestTo = to + bestOffsets.y * inward;
        const cv::Point2d along = (bestTo - bestFrom) / cv::norm(bestTo - bestFrom);
        lines[corner].normal = {-along.y, along.x};
        lines[corner].distance = lines[corner].normal.dot(bestFrom);
    }
    for (size_t corner = 0; corner < 4; ++corner) {
        const auto &before = lines[(corner + 3) % 4], &after = lines[corner];
        const double sine = before.normal.cross(after.normal);
        if (std::abs(sine) < 0.3) return false;
        quad[corner] = {(before.distance * after.normal.y - after.distance * before.normal.y) / sine,
                        (after.distance * before.normal.x - before.distance * after.normal.x) / sine};
    }
    return true;
}

}  // namespace vision
