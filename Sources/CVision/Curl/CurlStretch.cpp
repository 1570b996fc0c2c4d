// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "CurlLines.h"

namespace vision {

namespace {

/// The number of vertical strips in which the letters' widths are compared.
constexpr int strips = 16;
constexpr int placesPerStrip = 4;
constexpr int places = strips * placesPerStrip;
/// The number of rows at which the slopes of the lines are sampled.
constexpr int rows = 9;
/// The standard deviations of the logarithmic width of letters within a line, and of strips with different text.
constexpr double letterSpread = 0.45, widestLetter = 0.8, stripSpread = 0.05;
/// The camera's typical distance in page lengths, its logarithmic standard deviation, and the deviation of its sideways position in page widths.
constexpr double usualDistance = 1.3, distanceSpread = 0.4, sideSpread = 0.3;
/// The maximum stretch factor that can be corrected.
constexpr double mostStretch = 2.5;
/// The minimum fraction of the slopes that one profile explains for the page to be a cylinder.
constexpr double leastShare = 0.75;

/// A page that is curled around vertical axes, seen from above. A part that is closer to the camera by a fraction m of the distance is magnified
/// by 1 + m around the fixed point opposite the camera. Without lines that curve differently above and below, m is unknown.
struct Cylinder {
    cv::Rect2d area;
    /// The value of m and its change per pixel, at evenly spaced positions across the area.
    std::array<double, places> nearness{}, slope{};
};

/// Returns the cylinder, or nothing if the slopes of the lines aren't approximately multiples of one profile.
std::optional<Cylinder> cylinder(const Surface &surface) {
    Cylinder result{surface.area(), {}, {}};
    const cv::Rect2d &area = result.area;
    cv::Mat_<double> slopes(rows, places);
    for (int row = 0; row < rows; ++row) {
        const double y = area.y + area.height * (row + 0.5) / rows;
        for (int place = 0; place < places; ++place) {
            slopes(row, place) = surface.slopeAcross(area.x + area.width * (place + 0.5) / places, y);
        }
        // The mean of a row is due to rotation or perspective, not to curl.
        slopes.row(row) -= cv::mean(slopes.row(row));
    }
    cv::Mat_<double> values, factors, profiles;
    cv::SVD::compute(slopes, values, factors, profiles);
    const double first = values(0), all = cv::norm(values);
    if (!(first * first > leastShare * all * all)) return std::nullopt;
    double trend = 0, squares = 0;
    for (int row = 0; row < rows; ++row) {
        const double y = area.height * ((row + 0.5) / rows - 0.5);
        trend += y * first * factors(row, 0);
        squares += y * y;
    }
    double nearness = 0;
    for (int place = 0; place < places; ++place) {
        const double slope = trend / squares * profiles(0, place);
        result.slope[size_t(place)] = slope;
        nearness += slope * area.width / places;
        result.nearness[size_t(place)] = nearness - slope * area.width / places / 2;
    }
    return result;
}

/// Returns the length of paper per pixel of width, for a camera at this distance and above the column `above`.
double stretch(const Cylinder &cylinder, size_t place, double distance, double above) {
    const double x = cylinder.area.x + cylinder.area.width * (double(place) + 0.5) / places;
    const double larger = std::max(0.1, 1 + cylinder.nearness[place]);
    const double slope = cylinder.slope[place] / (larger * larger);
    const double across = 1 / larger - (x - above) * slope, away = distance * slope;
    return std::clamp(std::sqrt(across * across + away * away), 1 / mostStretch, mostStretch);
}

/// The apparent width of the letters in a strip: the mean logarithm of the letters' widths relative to their lines.
struct Strip {
    double width = 0;
    double weight = 0;
};

std::array<Strip, strips> measuredStrips(const cv::Rect2d &area, const std::vector<TextLine> &lines) {
    std::array<double, strips> sums{}, letters{};
    for (const auto &line : lines) {
        double mean = 0;
        for (const auto &letter : line) mean += std::log(letter.halfWidth) / double(line.size());
        for (const auto &letter : line) {
            const double place = (letter.along - area.x) / area.width * strips;
            const size_t strip = size_t(std::clamp(place, 0.0, strips - 1.0));
            // Touching letters look like one wide letter and must not count more than that.
            sums[strip] += std::clamp(std::log(letter.halfWidth) - mean, -widestLetter, widestLetter);
            ++letters[strip];
        }
    }
    std::array<Strip, strips> result;
    for (size_t strip = 0; strip < strips; ++strip) {
        if (letters[strip] == 0) continue;
        result[strip] = {sums[strip] / letters[strip],
                         1 / (stripSpread * stripSpread + letterSpread * letterSpread / letters[strip])};
    }
    return result;
}

/// Returns the weighted squared differences between the strips after stretching the paper.
double misfit(const std::array<Strip, strips> &measured, const Cylinder &cylinder, double distance, double above) {
    std::array<double, strips> widths;
    double sum = 0, weights = 0;
    for (size_t strip = 0; strip < strips; ++strip) {
        double length = 0;
        for (size_t place = 0; place < placesPerStrip; ++place) {
            length += stretch(cylinder, strip * placesPerStrip + place, distance, above) / placesPerStrip;
        }
        widths[strip] = measured[strip].width + std::log(length);
        sum += measured[strip].weight * widths[strip];
        weights += measured[strip].weight;
    }
    double squares = 0;
    for (size_t strip = 0; strip < strips; ++strip) {
        squares += measured[strip].weight * std::pow(widths[strip] - sum / weights, 2);
    }
    return squares;
}

}  // namespace

std::vector<double> lengthsAlong(const Surface &surface, const std::vector<TextLine> &lines, double pageLength) {
    const std::optional<Cylinder> found = cylinder(surface);
    if (!found || lines.empty()) return {};
    const cv::Rect2d area = surface.area();
    const auto measured = measuredStrips(area, lines);
    constexpr int steps = 6;
    double least = HUGE_VAL, distance = 0, above = 0;
    for (int far = -steps; far <= steps; ++far) {
        for (int side = -steps; side <= steps; ++side) {
            // The search range is two standard deviations around the typical values.
            const double farther = 2.0 * far / steps, aside = 2.0 * side / steps;
            const double trialDistance = usualDistance * pageLength * std::exp(farther * distanceSpread);
            const double trialAbove = area.x + area.width * (0.5 + aside * sideSpread);
            const double squares = misfit(measured, *found, trialDistance, trialAbove) + farther * farther +
                                   aside * aside;
            if (squares >= least) continue;
            least = squares;
            distance = trialDistance;
            above = trialAbove;
        }
    }
    std::vector<double> along{0};
    for (size_t place = 0; place < places; ++place) {
        along.push_back(along.back() + stretch(*found, place, distance, above) * area.width / places);
    }
    return along;
}

}  // namespace vision
