// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "Support.h"

int vision_draw(VisionImage target, const double *points, int32_t count, int32_t isClosed, const uint8_t colour[3],
                int32_t thickness, VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat image = vision::view(target);
        vision::require(points, "the points are missing");
        vision::require(colour, "the colour is missing");
        // Coordinates are in sixteenths of a pixel. They are limited, because the exact position far outside the image doesn't matter.
        constexpr int shift = 4;
        constexpr double farthest = 1 << 20;
        std::vector<cv::Point> line;
        for (int32_t index = 0; index < 2 * count; index += 2) {
            const auto place = [&](double value) {
                if (!std::isfinite(value)) throw std::invalid_argument("a point is nowhere");
                return int(std::lround((std::clamp(value, -farthest, farthest) - 0.5) * (1 << shift)));
            };
            line.emplace_back(place(points[index]), place(points[index + 1]));
        }
        if (line.size() < 2) return;
        const cv::Scalar tone(colour[0], colour[1], colour[2]);
        cv::polylines(image, line, isClosed != 0, tone, std::clamp(thickness, 1, 64), cv::LINE_AA, shift);
    });
}
