// SPDX-License-Identifier: GPL-3.0-or-later
//
// The skew of a page is the direction in which its writing falls into lines: found roughly by projection over all
// directions, then finely by a robust fit of one slope to the baselines of all text lines. On a page whose lines run
// down the image it is their turn from the vertical.
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// A standard error at which an angle is worth nothing, in degrees; a large skew is worth a rough correction.
constexpr double uselessError = 0.15, uselessShare = 0.1;
/// A projection profile this sharp is of lines; that of noise and texture is about 1.
constexpr double noSharpness = 1.08, plentyOfSharpness = 1.2;
/// This many marks on lines, and this share of all marks, are text for certain.
constexpr double plentyOfMarks = 24, plentyOfShare = 0.25;

/// How sure it must be which way the lines run.
constexpr double plentyOfDirection = 0.35;

double confidenceOf(const vision::Axes &axes, const vision::Axis &axis) {
    if (axis.marks.empty()) return 0;
    const double error = std::max(axis.fit.error, axis.fit.disagreement);
    const double exactness = std::clamp(1 - error / (uselessError + uselessShare * std::abs(axis.degrees)), 0.0, 1.0);
    const double amount = std::min(1.0, axis.fit.glyphs / plentyOfMarks);
    const double share = std::min(1.0, axis.fit.glyphs / double(axis.marks.size()) / plentyOfShare);
    const double sharpness = vision::ramp(axis.sharpness, noSharpness, plentyOfSharpness);
    const double direction = std::min(1.0, std::abs(axes.horizontal - 0.5) / plentyOfDirection);
    return exactness * amount * share * sharpness * direction;
}

}  // namespace

int vision_text_skew(const VisionText *text, double maximumAngle, VisionAngle *skew, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(skew, "there is nowhere to put the angle");
        if (!(maximumAngle >= 0)) throw std::invalid_argument("the largest angle is negative or not a number");
        *skew = {0, 0};
        const vision::Axis &axis = text->axes.likely();
        const double confidence = confidenceOf(text->axes, axis);
        if (confidence > 0 && std::abs(axis.degrees) <= maximumAngle) *skew = {axis.degrees, confidence};
    });
}
