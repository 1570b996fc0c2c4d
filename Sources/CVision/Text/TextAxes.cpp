// SPDX-License-Identifier: GPL-3.0-or-later
#include "TextAxes.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

constexpr size_t leastGlyphs = 8;
constexpr int fitRounds = 3;

double middleGap(const std::vector<TextLine> &lines, double glyphHeight) {
    std::vector<double> gaps;
    for (const auto &line : lines) {
        for (size_t index = 1; index < line.size(); ++index) {
            const auto &left = line[index - 1], &right = line[index];
            gaps.push_back(std::max(0.0, right.along - left.along - right.halfWidth - left.halfWidth));
        }
    }
    if (gaps.empty()) return 1;
    const auto half = gaps.begin() + std::ptrdiff_t(gaps.size() / 2);
    std::nth_element(gaps.begin(), half, gaps.end());
    return *half / glyphHeight;
}

/// A logistic regression of the differences, fitted to pages of Latin, Chinese, Japanese and Korean script;
/// `Tests/turns.py fit` fits such weights.
double horizontality(const Axis &across, const Axis &down) {
    constexpr std::array<double, 5> weights{0.44, 1.57, 0.35, 1.51, -1.12};
    const auto left = lineSigns(across), right = lineSigns(down);
    double sum = 0;
    for (size_t sign = 0; sign < weights.size(); ++sign) sum += weights[sign] * (left[sign] - right[sign]);
    // A handful of marks falls into lines by chance.
    const double marks = std::max(across.fit.glyphs, down.fit.glyphs);
    return 1 / (1 + std::exp(-sum * marks / (marks + 12)));
}

}  // namespace

std::array<double, 5> lineSigns(const Axis &axis) {
    return {std::log(axis.sharpness), std::log((axis.fit.glyphs + 3.0) / (double(axis.marks.size()) + 6)),
            -std::log(std::clamp(axis.fit.error, 0.003, 2.0)), -std::log(axis.gap + 0.15),
            std::log(axis.fit.lines + 1.0)};
}

Axis axisAcross(const TextInk &ink) {
    Axis axis;
    if (ink.glyphs.size() < leastGlyphs) return axis;
    const LineDirection direction = lineDirection(ink);
    axis.degrees = direction.degrees;
    axis.sharpness = direction.sharpness;
    for (int round = 0; round < fitRounds; ++round) {
        axis.lines = textLines(ink, axis.degrees);
        axis.fit = fitBaselines(axis.lines, ink.glyphHeight);
        axis.degrees += axis.fit.degrees;
        if (std::abs(axis.fit.degrees) < 1e-3) break;
    }
    axis.marks = placedGlyphs(ink, axis.degrees);
    axis.gap = middleGap(axis.lines, ink.glyphHeight);
    return axis;
}

Axes textAxes(const TextInk &ink) {
    Axes axes;
    axes.across = axisAcross(ink);
    axes.down = axisAcross(turnedClockwise(ink));
    axes.horizontal = horizontality(axes.across, axes.down);
    return axes;
}

}  // namespace vision
