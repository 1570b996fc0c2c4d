// SPDX-License-Identifier: GPL-3.0-or-later
#include "CurlSurface.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

constexpr int mostRounds = 12;
/// The limit of Tukey's biweight for 95% efficiency, in standard deviations.
constexpr double tukey = 4.685;
constexpr double deviationOfMedian = 1.4826;
/// The scale of the penalty for the surface's level and its trend from top to bottom, in letter heights. The lines don't determine these.
constexpr double largestLevel = 100;

}  // namespace

Surface::Surface(cv::Rect2d area, cv::Size intervals)
    : area_(area), intervals_(intervals), coefficients_(size_t((intervals.width + 3) * (intervals.height + 3))) {}

Surface::Reach Surface::reach(double place, int intervals) {
    const double inside = std::clamp(place, 0.0, double(intervals));
    const int first = std::min(int(inside), intervals - 1);
    const double t = inside - first, u = 1 - t;
    Reach result{first,
                 {u * u * u / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * u * u * u - 6 * u * u + 4) / 6,
                  t * t * t / 6}};
    if (place != inside) {
        const Reach slope = slopeReach(inside, intervals);
        for (size_t index = 0; index < 4; ++index) result.weights[index] += (place - inside) * slope.weights[index];
    }
    return result;
}

Surface::Reach Surface::slopeReach(double place, int intervals) {
    const double inside = std::clamp(place, 0.0, double(intervals));
    const int first = std::min(int(inside), intervals - 1);
    const double t = inside - first, u = 1 - t;
    return {first, {-u * u / 2, (3 * t * t - 4 * t) / 2, (4 * u - 3 * u * u) / 2, t * t / 2}};
}

Surface::Reach Surface::reachAcross(double x) const {
    return reach((x - area_.x) / area_.width * intervals_.width, intervals_.width);
}

Surface::Reach Surface::reachDown(double y) const {
    return reach((y - area_.y) / area_.height * intervals_.height, intervals_.height);
}

double Surface::sum(const Reach &across, const Reach &down) const {
    double total = 0;
    for (int row = 0; row < 4; ++row) {
        const double *values = &coefficients_[size_t((down.first + row) * columns() + across.first)];
        for (int column = 0; column < 4; ++column) {
            total += down.weights[size_t(row)] * across.weights[size_t(column)] * values[column];
        }
    }
    return total;
}

double Surface::at(double x, double y) const { return sum(reachAcross(x), reachDown(y)); }

double Surface::slopeAcross(double x, double y) const {
    const double scale = intervals_.width / area_.width;
    return scale * sum(slopeReach((x - area_.x) * scale, intervals_.width), reachDown(y));
}

double Surface::flattened(double x, double y) const {
    // The surface changes slowly down the page, so the iteration converges to a hundredth of a pixel.
    constexpr int steps = 4;
    const Reach across = reachAcross(x);
    double height = y;
    for (int step = 0; step < steps; ++step) height = y - sum(across, reachDown(height));
    return height;
}

/// Fits the coefficients by iteratively reweighted least squares with Tukey's biweight.
class SurfaceFit {
public:
    SurfaceFit(const std::vector<CurvedLine> &lines, const Surface &start, Suppleness suppleness, double letterHeight)
        : lines_(lines), result_{start, 0}, suppleness_(suppleness), letterHeight_(letterHeight) {}

    FittedSurface run() {
        double change = 1;
        for (int round = 0; round < mostRounds && change > 0.02; ++round) {
            measure();
            if (heights_.empty()) break;
            change = solve();
        }
        return result_;
    }

private:
    /// Determines the height of each line on the flattened page, and the spread of the baseline points around it.
    void measure() {
        heights_.clear();
        std::vector<double> distances, places;
        for (const auto &line : lines_) {
            places.clear();
            for (const auto &foot : line) places.push_back(result_.surface.flattened(foot.x, foot.y));
            const double height = middle(places);
            heights_.push_back(height);
            for (const double place : places) distances.push_back(std::abs(place - height));
        }
        if (distances.empty()) return;
        result_.spread = std::max(deviationOfMedian * middle(distances), 0.03 * letterHeight_);
    }

    /// Solves for the coefficients. Returns the largest change of a coefficient, in pixels.
    double solve() {
        Surface &surface = result_.surface;
        const int columns = surface.columns(), size = columns * surface.rows();
        cv::Mat matrix = cv::Mat::zeros(size, size, CV_64F), right = cv::Mat::zeros(size, 1, CV_64F), solution;
        for (size_t index = 0; index < lines_.size(); ++index) addLine(lines_[index], heights_[index], matrix, right);
        // The errors of adjacent baseline points are correlated, so a line weighs less than its number of letters.
        const double noise = 2 * result_.spread * result_.spread;
        const double stepAcross = surface.area_.width / surface.intervals_.width / letterHeight_;
        const double stepDown = surface.area_.height / surface.intervals_.height / letterHeight_;
        addSmoothness(noise / std::pow(suppleness_.across * stepAcross * stepAcross * letterHeight_, 2), 1, columns,
                      matrix);
        addSmoothness(noise / std::pow(suppleness_.down * stepDown * stepDown * letterHeight_, 2), columns,
                      surface.rows(), matrix);
        const double levelling = noise / std::pow(largestLevel * letterHeight_, 2);
        for (int index = 0; index < size; ++index) matrix.at<double>(index, index) += levelling;
        if (!cv::solve(matrix, right, solution, cv::DECOMP_CHOLESKY)) return 0;
        double change = 0;
        for (int index = 0; index < size; ++index) {
            const double value = solution.at<double>(index);
            change = std::max(change, std::abs(value - surface.coefficients_[size_t(index)]));
            surface.coefficients_[size_t(index)] = value;
        }
        return change;
    }

    /// Adds the equations of a line. The height of the line is unknown, so it is eliminated by subtracting the line's mean.
    void addLine(const CurvedLine &line, double height, cv::Mat &matrix, cv::Mat &right) const {
        const Surface &surface = result_.surface;
        const int columns = surface.columns();
        const Surface::Reach down = surface.reachDown(height);
        const double limit = tukey * result_.spread;
        std::vector<double> squares(size_t(columns * columns)), mean(static_cast<size_t>(columns)),
            products(static_cast<size_t>(columns));
        double weights = 0, meanDistance = 0;
        for (const auto &foot : line) {
            const Surface::Reach across = surface.reachAcross(foot.x);
            const double distance = foot.y - height, rest = (distance - surface.sum(across, down)) / limit;
            if (std::abs(rest) >= 1) continue;
            const double weight = (1 - rest * rest) * (1 - rest * rest);
            weights += weight;
            meanDistance += weight * distance;
            for (size_t one = 0; one < 4; ++one) {
                const size_t column = size_t(across.first) + one;
                const double share = weight * across.weights[one];
                mean[column] += share;
                products[column] += share * distance;
                for (size_t other = 0; other < 4; ++other) {
                    squares[column * size_t(columns) + size_t(across.first) + other] += share * across.weights[other];
                }
            }
        }
        if (weights <= 1) return;
        for (int one = 0; one < columns; ++one) {
            const double product = products[size_t(one)] - mean[size_t(one)] * meanDistance / weights;
            for (int row = 0; row < 4; ++row) {
                right.at<double>((down.first + row) * columns + one) += down.weights[size_t(row)] * product;
            }
            for (int other = 0; other < columns; ++other) {
                const double square = squares[size_t(one * columns + other)] -
                                      mean[size_t(one)] * mean[size_t(other)] / weights;
                for (int row = 0; row < 4; ++row) {
                    double *values = matrix.ptr<double>((down.first + row) * columns + one);
                    for (int second = 0; second < 4; ++second) {
                        values[(down.first + second) * columns + other] +=
                            down.weights[size_t(row)] * down.weights[size_t(second)] * square;
                    }
                }
            }
        }
    }

    /// Penalizes second differences of coefficients that are `stride` apart, in runs of `length`.
    static void addSmoothness(double weight, int stride, int length, cv::Mat &matrix) {
        constexpr std::array<double, 3> difference{1, -2, 1};
        for (int index = 0; index < matrix.rows; ++index) {
            if (index / stride % length + 2 >= length) continue;
            for (int one = 0; one < 3; ++one) {
                for (int other = 0; other < 3; ++other) {
                    matrix.at<double>(index + one * stride, index + other * stride) +=
                        weight * difference[size_t(one)] * difference[size_t(other)];
                }
            }
        }
    }

    const std::vector<CurvedLine> &lines_;
    FittedSurface result_;
    Suppleness suppleness_;
    double letterHeight_;
    std::vector<double> heights_;
};

FittedSurface fitSurface(const std::vector<CurvedLine> &lines, const Surface &start, Suppleness suppleness,
                         double letterHeight) {
    return SurfaceFit(lines, start, suppleness, letterHeight).run();
}

double curvature(const CurvedLine &line, const Surface &surface, double limit) {
    std::vector<double> places;
    for (const auto &foot : line) places.push_back(surface.flattened(foot.x, foot.y));
    std::vector<double> sorted = places;
    const double height = middle(sorted);
    double sum = 0;
    for (const double place : places) sum += std::min((place - height) * (place - height), limit * limit);
    return sum / double(places.size());
}

double bend(const Surface &surface) {
    constexpr int samples = 24;
    const cv::Rect2d area = surface.area();
    // Straight lines are linear across the page. The slopes of a homography are close to a parabola down the page.
    cv::Mat_<double> terms(samples * samples, 6), heights(samples * samples, 1), factors;
    for (int sample = 0; sample < samples * samples; ++sample) {
        const double x = (sample % samples) / (samples - 1.0), y = double(sample / samples) / (samples - 1);
        for (int term = 0; term < 6; ++term) terms(sample, term) = std::pow(x, term % 2) * std::pow(y - 0.5, term / 2);
        heights(sample) = surface.at(area.x + x * area.width, area.y + y * area.height);
    }
    if (!cv::solve(terms, heights, factors, cv::DECOMP_QR)) return 0;
    return cv::norm(heights - terms * factors, cv::NORM_INF);
}

}  // namespace vision
