// SPDX-License-Identifier: GPL-3.0-or-later
//
// The skew of a page is the direction in which its writing falls into lines: found roughly by projection over all
// directions, then finely by a robust fit of one slope to the baselines of all text lines.
#include <cmath>
#include <cstdlib>

#include "LineProfile.h"
#include "TextLines.h"

int vision_estimate_skew(VisionImage source, double maximumAngle, VisionAngle *skew, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(skew, "there is nowhere to put the angle");
        const cv::Mat image = vision::view(source);
        if (!(maximumAngle >= 0)) throw std::invalid_argument("the largest angle is negative or not a number");
        *skew = {0, 0};
        vision::TextInk ink = vision::textInk(image);
        if (ink.glyphs.size() < 8) return;
        const vision::LineDirection across = vision::lineDirection(ink);
        vision::TextInk turned = vision::turnedClockwise(ink);
        const vision::LineDirection down = vision::lineDirection(turned);
        const bool isDown = down.sharpness > across.sharpness;
        if(isDown) ink=turned;
        double degrees = isDown?down.degrees:across.degrees;
        vision::BaselineFit fit;
        for (int round = 0; round < 3; ++round) {
            fit = vision::fitBaselines(vision::textLines(ink, degrees), ink.glyphHeight);
            degrees += fit.degrees;
        }
        if(getenv("VDEBUG")) fprintf(stderr,"across %.2f %.2f down %.2f %.2f glyphs %zu h %.0f lines %d g %d err %.4f -> %.3f\n",across.degrees,across.sharpness,down.degrees,down.sharpness,ink.glyphs.size(),ink.glyphHeight,fit.lines,fit.glyphs,fit.error,degrees);
        if (std::abs(degrees) > maximumAngle) return;
        *skew = {degrees, 1};
    });
}
