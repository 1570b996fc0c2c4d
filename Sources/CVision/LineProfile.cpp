// SPDX-License-Identifier: GPL-3.0-or-later
#include "LineProfile.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

constexpr double largestAngle = 45;
constexpr size_t mostPoints = 12'000;
constexpr double degree = CV_PI / 180;

/// Lower edges of marks: on text they lie on the baselines, whatever the letters' heights.
std::vector<cv::Point2f> lowerEdges(const cv::Mat &darkness) {
    std::vector<cv::Point2f> points;
    for (int y = 0; y + 1 < darkness.rows; ++y) {
        const uint8_t *row = darkness.ptr<uint8_t>(y), *below = darkness.ptr<uint8_t>(y + 1);
        for (int x = 0; x < darkness.cols; ++x) {
            if (row[x] && !below[x]) points.emplace_back(float(x), float(y));
        }
    }
    const size_t step = points.size() / mostPoints + 1;
    size_t kept = 0;
    for (size_t index = 0; index < points.size(); index += step) points[kept++] = points[index];
    points.resize(kept);
    return points;
}

/// Ink summed within vertical strips of the page, along a coarse direction: cheap to sum again for directions near it.
class Strips {
public:
    Strips(const cv::Mat &darkness, double degrees) : slope(std::tan(degrees * degree)) {
        const double drop = slope * darkness.cols;
        offset = std::max(0.0, drop) + margin;
        bins = int(darkness.rows + std::abs(drop)) + 2 * margin;
        sums = cv::Mat::zeros((darkness.cols + width - 1) / width, bins, CV_32F);
        // Column by column positions are fractional, so each pixel is shared by the two nearest bins.
        for (int y = 0; y < darkness.rows; ++y) {
            const uint8_t *row = darkness.ptr<uint8_t>(y);
            for (int x = 0; x < darkness.cols; ++x) {
                if (!row[x]) continue;
                const double position = y - slope * x + offset;
                const int bin = int(position);
                const float part = float(position - bin);
                float *sum = sums.ptr<float>(x / width) + bin;
                sum[0] += (1 - part) * row[x];
                sum[1] += part * row[x];
            }
        }
    }

    /// The energy of the profile's steps along a direction that differs by `degrees` from the coarse one.
    double sharpness(double degrees) const {
        const double extra = std::tan(std::atan(slope) + degrees * degree) - slope;
        std::vector<float> profile(size_t(bins), 0.0F);
        for (int strip = 0; strip < sums.rows; ++strip) {
            const double shift = -extra * (strip + 0.5 - sums.rows / 2.0) * width;
            const int whole = int(std::floor(shift));
            const float part = float(shift - whole);
            const float *sum = sums.ptr<float>(strip);
            const int first = std::max(0, whole + 1), last = std::min(bins, bins + whole);
            for (int bin = first; bin < last; ++bin) {
                profile[size_t(bin)] += (1 - part) * sum[bin - whole] + part * sum[bin - whole - 1];
            }
        }
        // Differences over a short distance, not between neighbours: linear interpolation blurs by an amount that
        // depends on the fraction, which would show as ripples.
        double energy = 0;
        for (size_t bin = 4; bin < profile.size(); ++bin) {
            const double step = profile[bin] + 2 * profile[bin - 1] - 2 * profile[bin - 3] - profile[bin - 4];
            energy += step * step;
        }
        return energy;
    }

private:
    static constexpr int width = 8;
    static constexpr int margin = 24;
    double slope;
    double offset;
    int bins;
    cv::Mat sums;
};

/// The top of the parabola fitted to equally spaced samples, in steps from the middle one.
double parabolaTop(const std::vector<double> &samples) {
    const int reach = int(samples.size() / 2);
    double sumX2 = 0, sumX4 = 0, sumY = 0, sumXY = 0, sumX2Y = 0;
    for (int x = -reach; x <= reach; ++x) {
        const double y = samples[size_t(x + reach)];
        sumX2 += x * x;
        sumX4 += double(x) * x * x * x;
        sumY += y;
        sumXY += x * y;
        sumX2Y += x * x * y;
    }
    const double n = 2 * reach + 1;
    const double curvature = (n * sumX2Y - sumX2 * sumY) / (n * sumX4 - sumX2 * sumX2);
    if (curvature >= 0) return 0;
    return std::clamp(-sumXY / sumX2 / (2 * curvature), double(-reach), double(reach));
}

}  // namespace

LineDirection coarseDirection(const cv::Mat &darkness, double glyphHeight) {
    const auto points = lowerEdges(darkness);
    if (points.size() < 16) return {};
    const double bin = std::max(2.0, 0.35 * glyphHeight);
    const double step = std::clamp(0.7 * bin / darkness.cols / degree, 0.05, 0.5);
    std::vector<double> energies;
    std::vector<float> histogram;
    for (double angle = -largestAngle; angle <= largestAngle; angle += step) {
        const float sine = float(std::sin(angle * degree) / bin), cosine = float(std::cos(angle * degree) / bin);
        const float offset = float(darkness.cols) * std::max(0.0F, sine) + 1;
        histogram.assign(size_t((darkness.rows * cosine) + darkness.cols * std::abs(sine)) + 4, 0.0F);
        for (const auto &point : points) ++histogram[size_t(point.y * cosine - point.x * sine + offset)];
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

double fineDirection(const cv::Mat &darkness, double coarse) {
    double angle = coarse;
    for (const double step : {0.05, 0.01}) {
        const Strips strips(darkness, angle);
        const int reach = step > 0.02 ? 10 : 8;
        std::vector<double> energies;
        for (int index = -reach; index <= reach; ++index) energies.push_back(strips.sharpness(index * step));
        const int best = int(std::max_element(energies.begin(), energies.end()) - energies.begin());
        const int near = std::clamp(best, 3, 2 * reach - 3);
        const std::vector<double> top(energies.begin() + near - 3, energies.begin() + near + 4);
        angle += step * (near - reach + parabolaTop(top));
    }
    return angle;
}

}  // namespace vision
