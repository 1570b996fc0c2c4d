// SPDX-License-Identifier: GPL-3.0-or-later
#include "TextAxes.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace vision {

namespace {

constexpr size_t leastGlyphs = 8;
constexpr int fitRounds = 3;
constexpr double largestAngle = 45;
constexpr size_t mostPoints = 4'000;

/// Returns one random point from each of equal parts, because every n-th point would follow the columns. The numbers are always the same.
std::vector<EdgePoint> sampled(const std::vector<EdgePoint> &points) {
    if (points.size() <= mostPoints) return points;
    std::minstd_rand random(1);
    const double share = double(points.size()) / mostPoints;
    std::vector<EdgePoint> sample;
    sample.reserve(mostPoints);
    for (size_t part = 0; part < mostPoints; ++part) {
        const double place = (double(part) + double(random()) / (double(random.max()) + 1)) * share;
        sample.push_back(points[std::min(size_t(place), points.size() - 1)]);
    }
    return sample;
}

/// Finds the direction from -45 to 45 degrees in which the ink forms the clearest lines. The sharpness of the projection profile measures this
/// (Postl, "Detection of linear oblique structures and skew scan in digitized documents", ICPR 1986).
void findDirection(const TextInk &ink, Axis &axis) {
    const std::vector<EdgePoint> points = sampled(ink.lower);
    if (points.size() < 16) return;
    const double bin = std::max(2.0, 0.5 * ink.glyphHeight);
    const double step = std::clamp(0.8 * bin / ink.size.width / degree, 0.05, 0.5);
    std::vector<double> energies;
    std::vector<float> histogram;
    for (double angle = -largestAngle; angle <= largestAngle; angle += step) {
        const float sine = float(std::sin(angle * degree) / bin), cosine = float(std::cos(angle * degree) / bin);
        const float offset = float(ink.size.width) * std::max(0.0F, sine) + 1;
        histogram.assign(size_t((ink.size.height * cosine) + ink.size.width * std::abs(sine)) + 4, 0.0F);
        for (const auto &point : points) ++histogram[size_t(int(point.y * cosine - point.x * sine + offset))];
        double energy = 0;
        for (const float count : histogram) energy += double(count) * count;
        energies.push_back(energy);
    }
    const auto best = std::max_element(energies.begin(), energies.end());
    axis.degrees = -largestAngle + step * double(best - energies.begin());
    const double peak = *best;
    axis.sharpness = peak / middle(energies);
}

double middleGap(const std::vector<TextLine> &lines, double glyphHeight) {
    std::vector<double> gaps;
    for (const auto &line : lines) {
        for (size_t index = 1; index < line.size(); ++index) {
            const auto &left = line[index - 1], &right = line[index];
            gaps.push_back(std::max(0.0, right.along - left.along - right.halfWidth - left.halfWidth));
        }
    }
    return gaps.empty() ? 1 : middle(gaps) / glyphHeight;
}

/// Returns the probability of horizontal lines from a logistic regression of the axes' differences, fitted by `Tests/Tools/fit/turns.py`.
double horizontality(const Axis &across, const Axis &down) {
    constexpr std::array<double, 5> weights{0.44, 1.57, 0.35, 1.51, -1.12};
    const auto left = lineSigns(across), right = lineSigns(down);
    double sum = 0;
    for (size_t sign = 0; sign < weights.size(); ++sign) sum += weights[sign] * (left[sign] - right[sign]);
    // A few marks form lines by chance.
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
    findDirection(ink, axis);
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
