// SPDX-License-Identifier: GPL-3.0-or-later
#include "LineProfile.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace vision {

namespace {

constexpr double largestAngle = 45;
constexpr size_t mostPoints = 4'000;
constexpr double degree = CV_PI / 180;

/// A part of the points, one drawn at random from each of equal parts, for every n-th would follow the columns; always
/// the same ones.
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

}  // namespace

LineDirection lineDirection(const TextInk &ink) {
    const std::vector<EdgePoint> points = sampled(ink.lower);
    if (points.size() < 16) return {};
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
    LineDirection direction;
    direction.degrees = -largestAngle + step * double(best - energies.begin());
    const double peak = *best;
    const auto half = energies.begin() + std::ptrdiff_t(energies.size() / 2);
    std::nth_element(energies.begin(), half, energies.end());
    direction.sharpness = peak / *half;
    return direction;
}

}  // namespace vision
