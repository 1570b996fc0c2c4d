// SPDX-License-Identifier: GPL-3.0-or-later
//
// The skew of a page is the direction in which its writing falls into lines: found roughly over all directions, then
// finely around the best one.
#include <cmath>

#include "LineProfile.h"

int vision_estimate_skew(VisionImage source, double maximumAngle, VisionAngle *skew, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(skew, "there is nowhere to put the angle");
        const cv::Mat image = vision::view(source);
        if (!(maximumAngle >= 0)) throw std::invalid_argument("the largest angle is negative or not a number");
        *skew = {0, 0};
        const vision::TextInk ink = vision::textInk(image);
        if (ink.glyphs.size() < 8) return;
        const vision::LineDirection direction = vision::coarseDirection(ink.darkness, ink.glyphHeight);
        const double degrees = vision::fineDirection(ink.darkness, direction.degrees);
        const double confidence = std::min(1.0, direction.sharpness / 4);
        if (std::abs(degrees) > maximumAngle) return;
        *skew = {degrees, confidence};
    });
}
