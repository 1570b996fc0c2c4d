// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "CurlLines.h"

namespace vision {

namespace {

/// Strips of the page from left to right in which the letters' widths are compared.
constexpr int strips = 16;
constexpr int placesPerStrip = 4;
constexpr int places = strips * placesPerStrip;
/// Rows at which the lines' slopes are read.
constexpr int rows = 9;
/// Letters of a line differ in width by a factor of about e to this power; strips also differ by what is written there.
constexpr double letterSpread = 0.45, widestLetter = 0.8, stripSpread = 0.05;
/// A camera is usually about this many page lengths away, give or take a factor of e to the spread, and about above the
/// middle of the page, give or take this share of its width.
constexpr double usualDistance = 1.3, distanceSpread = 0.4, sideSpread = 0.3;
/// Paper that seems stretched or shrunk by more than this is beyond repair.
constexpr double mostStretch = 2.5;
/// A page is a cylinder when one profile explains this share of all the slopes.
constexpr double leastShare = 0.75;

/// A page curled about axes that run down the page, seen from above: the page's own plane and the point opposite the
/// camera stay where they are, and what lies nearer to the camera by a share m of its distance looks larger by 1 + m
/// about that point. Without lines that curve differently above and below, nothing is known of m.
struct Cylinder {
    cv::Rect2d area;
    /// m and its change per pixel, at places that lie evenly across the area.
    std::array<double, places> nearness{}, slope{};
};

/// Empty when the lines do not differ by a factor alone.
std::optional<Cylinder> cylinder(const Surface &surface) {
    Cylinder result{surface.area(), {}, {}};
    const cv::Rect2d &area = result.area;
    cv::Mat_<double> slopes(rows, places);
    for (int row = 0; row < rows; ++row) {
        const double y = area.y + area.height * (row + 0.5) / rows;
        for (int place = 0; place < places; ++place) {
            slopes(row, place) = surface.slopeAcross(area.x + area.width * (place + 0.5) / places, y);
        }
        // Each row's own mean is a turn or a perspective, not a curl.
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

/// How long a pixel's width of paper is, seen by a camera at this distance over the column `above`.
double stretch(const Cylinder &cylinder, size_t place, double distance, double above) {
    const double x = cylinder.area.x + cylinder.area.width * (double(place) + 0.5) / places;
    const double larger = std::max(0.1, 1 + cylinder.nearness[place]);
    const double slope = cylinder.slope[place] / (larger * larger);
    const double across = 1 / larger - (x - above) * slope, away = distance * slope;
    return std::clamp(std::sqrt(across * across + away * away), 1 / mostStretch, mostStretch);
}

/// How wide the letters of a strip look: the mean of the logarithms, each against its line.
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
            // Letters that touch look like one wide letter, and must not count for more than that.
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

/// Weighted squares of what is left of the strips' differences once the paper is stretched.
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
            // Up to two standard deviations of what is usual, either way.
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
