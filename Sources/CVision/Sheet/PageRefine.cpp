// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each side is sampled by many short profiles across it. The edge in a profile is the peak of the step response (a derivative of a Gaussian, as in
// Canny, "A computational approach to edge detection", 1986). A line, or an arc for a bent sheet, is fitted robustly to these positions. The corners
// are the intersections of these lines.
#include "PageQuads.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vision {

namespace {

constexpr int stations = 120;
constexpr int rounds = 2;
constexpr double sigma = 1.6;
/// The minimum fraction of positions on a common line, below which the agreement is due to chance.
constexpr double leastInliers = 0.3;
/// The fraction of positions below which the side may be another line, so that the edge is searched for at a larger distance.
constexpr double goodSupport = 0.75;  // Chosen: 0.6 to 0.9 (sheets).
constexpr double fartherReach = 5, clearlyBetter = 1.25;  // Chosen: 1.25, 1.1 to 1.5 (sheets).

/// The minimum improvement of an arc over a line, and the step between tested arcs, as fractions of the reach.
constexpr double clearlyBent = 1.1, bendStep = 0.18;  // Chosen: 1.1, 1.05 to 1.25 (sheets).
constexpr int bends = 4;

/// A side, which can be a parabola through its ends.
struct Line {
    cv::Point2d from, to;
    /// The distance of the middle from the straight side, in pixels towards the inside.
    double bend = 0;

    cv::Point2d inward() const {
        const cv::Point2d along = (to - from) / cv::norm(to - from);
        return {-along.y, along.x};
    }
    cv::Point2d at(double share) const {
        return from + share * (to - from) + 4 * bend * share * (1 - share) * inward();
    }
    /// Returns the tangent at the start or end of the side.
    Line startingAt(bool isEnd) const {
        const cv::Point2d corner = isEnd ? to : from;
        return {corner, corner + (to - from) + (isEnd ? -4 : 4) * bend * inward()};
    }
};

/// A fitted side with the fraction of positions that agree with it.
struct Fit {
    Line line;
    double support;
};

cv::Vec3d sample(const cv::Mat &image, cv::Point2d point) {
    // The center of pixel (i, j) is at (i + 0.5, j + 0.5).
    const double x = std::clamp(point.x - 0.5, 0.0, image.cols - 1.0),
                 y = std::clamp(point.y - 0.5, 0.0, image.rows - 1.0);
    const int left = std::min(int(x), std::max(0, image.cols - 2)), top = std::min(int(y), std::max(0, image.rows - 2));
    const int right = std::min(left + 1, image.cols - 1), bottom = std::min(top + 1, image.rows - 1);
    const double u = x - left, v = y - top;
    cv::Vec3d result;
    for (int channel = 0; channel < 3; ++channel) {
        const int index = std::min(channel, image.channels() - 1);
        const auto value = [&](int row, int column) { return double(image.ptr(row, column)[index]); };
        result[channel] = (1 - v) * ((1 - u) * value(top, left) + u * value(top, right)) +
                          v * ((1 - u) * value(bottom, left) + u * value(bottom, right));
    }
    return result;
}

/// The profiles across one side from the outside to the inside, with one value per pixel.
class Profiles {
public:
    Profiles(const cv::Mat &image, const Line &side, double reach) : reach(int(std::ceil(reach))) {
        const cv::Point2d along = (side.to - side.from) / cv::norm(side.to - side.from), inward(-along.y, along.x);
        const double spacing = std::max(1.0, reach / 6);
        for (int station = 0; station < stations; ++station) {
            const double share = 0.03 + 0.94 * (station + 0.5) / stations;
            const cv::Point2d middle = side.at(share);
            const cv::Rect2d frame(2, 2, image.cols - 4.0, image.rows - 4.0);
            if (!frame.contains(middle - reach / 2 * inward) || !frame.contains(middle + reach / 2 * inward)) continue;
            std::vector<cv::Vec3d> profile;
            for (int depth = -this->reach; depth <= this->reach; ++depth) {
                cv::Vec3d sum;
                for (int tap = -2; tap <= 2; ++tap)
                    sum += sample(image, middle + depth * inward + tap * spacing * along);
                profile.push_back(sum / 5);
            }
            shares.push_back(share);
            colours.push_back(std::move(profile));
        }
        project();
    }

    size_t count() const { return shares.size(); }
    double share(size_t station) const { return shares[station]; }

    /// Returns the step responses of one profile, from -reach to reach. The mean step is positive.
    const std::vector<double> &steps(size_t station) const { return responses[station]; }

private:
    int reach;
    std::vector<double> shares;
    std::vector<std::vector<cv::Vec3d>> colours;
    std::vector<std::vector<double>> responses;

    std::vector<double> stepsOf(const std::vector<double> &profile) const {
        const int radius = int(std::ceil(2.5 * sigma));
        std::vector<double> result(profile.size(), 0);
        for (int place = radius; place + radius < int(profile.size()); ++place) {
            for (int offset = 1; offset <= radius; ++offset) {
                const double weight = offset * std::exp(-offset * offset / (2 * sigma * sigma));
                result[size_t(place)] += weight * (profile[size_t(place + offset)] - profile[size_t(place - offset)]);
            }
        }
        return result;
    }

    /// Reduces colors to one value, in the direction in which the two sides of the edge differ most.
    void project() {
        cv::Vec3d difference;
        for (const auto &profile : colours) {
            for (size_t place = 0; place < profile.size(); ++place) {
                difference += (2 * place + 1 < profile.size() ? -1.0 : 1.0) * profile[place];
            }
        }
        const double size = cv::norm(difference);
        const double weak = 2.0 * double(colours.size()) * reach;
        if (size < weak) difference = cv::Vec3d(1, 1, 1);
        difference *= 1 / std::max(1e-9, cv::norm(difference));
        std::vector<double> total;
        for (const auto &profile : colours) {
            std::vector<double> values;
            for (const auto &colour : profile) values.push_back(colour.dot(difference));
            responses.push_back(stepsOf(values));
            total.resize(profile.size(), 0);
            for (size_t place = 0; place < profile.size(); ++place) total[place] += responses.back()[place];
        }
        if (total.empty()) return;
        const auto [lowest, highest] = std::minmax_element(total.begin(), total.end());
        if (-*lowest <= *highest) return;
        for (auto &response : responses) {
            for (double &value : response) value = -value;
        }
    }
};

struct Place {
    double share;
    double depth;
    double weight;
};

/// Returns the position of the edge in each profile: the strongest step with the common sign, with preference for near ones.
std::vector<Place> edgePlaces(const Profiles &profiles, int reach) {
    std::vector<Place> places;
    for (size_t station = 0; station < profiles.count(); ++station) {
        const auto &steps = profiles.steps(station);
        double best = 0;
        int bestPlace = -1;
        for (int place = 1; place + 1 < int(steps.size()); ++place) {
            const double distance = double(place - reach) / reach;
            const double value = steps[size_t(place)] * (1 - 0.4 * distance * distance);
            if (value > best && steps[size_t(place)] >= steps[size_t(place - 1)] &&
                steps[size_t(place)] >= steps[size_t(place + 1)]) {
                best = value;
                bestPlace = place;
            }
        }
        if (bestPlace < 0) continue;
        const double before = steps[size_t(bestPlace - 1)], top = steps[size_t(bestPlace)],
                     after = steps[size_t(bestPlace + 1)];
        const double curvature = before - 2 * top + after;
        const double offset = curvature < 0 ? std::clamp((before - after) / (2 * curvature), -0.5, 0.5) : 0;
        places.push_back({profiles.share(station), bestPlace - reach + offset, best});
    }
    return places;
}

/// The line with the most positions in agreement: depth = intercept + slope * share.
struct Agreement {
    double support = -1, intercept = 0, slope = 0;
};

/// Returns the line through two positions on which most others agree, for a side with this additional bend.
Agreement agreement(const std::vector<Place> &places, double usual, double tolerance, double bend) {
    std::vector<double> depths;
    for (const auto &place : places) depths.push_back(place.depth - 4 * bend * place.share * (1 - place.share));
    Agreement best;
    const size_t count = places.size(), stride = std::max<size_t>(1, count / (bend == 0 ? 40 : 20));
    for (size_t first = 0; first < count; first += stride) {
        for (size_t second = first + count / 4; second < count; second += stride) {
            const double slope = (depths[second] - depths[first]) / (places[second].share - places[first].share);
            const double start = depths[first] - slope * places[first].share;
            double support = 0;
            for (size_t index = 0; index < count; ++index) {
                const double residual = (depths[index] - start - slope * places[index].share) / tolerance;
                if (std::abs(residual) < 1)
                    support += (1 - residual * residual) * std::min(1.0, places[index].weight / usual);
            }
            if (support > best.support) best = {support, start, slope};
        }
    }
    return best;
}

/// Fits the side to the positions, with a bend if clearly more positions then agree. Returns the side unchanged if they don't agree on a line.
Fit fitted(const Line &side, const std::vector<Place> &places, double reach, double tolerance) {
    if (places.size() < stations / 6) return {side, 0};
    std::vector<double> weights;
    for (const auto &place : places) weights.push_back(place.weight);
    const double usual = middle(weights);
    Agreement best = agreement(places, usual, tolerance, 0);
    double bend = 0;
    if (best.support < goodSupport * double(places.size())) {
        const double straight = best.support;
        for (int step = -bends; step <= bends; ++step) {
            if (step == 0) continue;
            const double trial = step * bendStep * reach;
            const Agreement found = agreement(places, usual, tolerance, trial);
            if (found.support < clearlyBent * straight || found.support <= best.support) continue;
            best = found;
            bend = trial;
        }
    }
    const double share = best.support / double(places.size());
    if (share < leastInliers) return {side, share};
    // Least squares among the positions that agree, for intercept, slope, and the bend, if any.
    const bool isBent = bend != 0 || side.bend != 0;
    cv::Vec3d line(best.intercept, best.slope, bend);
    for (int round = 0; round < 5; ++round) {
        cv::Matx33d squares = cv::Matx33d::zeros();
        cv::Vec3d products;
        for (const auto &place : places) {
            const cv::Vec3d terms(1, place.share, isBent ? 4 * place.share * (1 - place.share) : 0);
            const double residual = (place.depth - terms.dot(line)) / (1.5 * tolerance);
            if (std::abs(residual) >= 1) continue;
            const double weight = std::pow(1 - residual * residual, 2) * std::min(1.0, place.weight / usual);
            squares += weight * terms * terms.t();
            products += weight * place.depth * terms;
        }
        if (!isBent) squares(2, 2) = 1;
        if (!(cv::determinant(squares) > 1e-9)) return {side, 0};
        line = squares.inv() * products;
    }
    const cv::Point2d inward = side.inward();
    return {{side.from + line[0] * inward, side.to + (line[0] + line[1]) * inward, side.bend + line[2]}, share};
}

/// Fits the side to the edge within reach, or to one at a larger distance with clearly more agreement.
Line refinedSide(const cv::Mat &photograph, const Line &side, double reach, bool mayLookFarther) {
    const double tolerance = std::max(1.5, reach / 8);
    const auto fit = [&](double distance) {
        return fitted(side, edgePlaces(Profiles(photograph, side, distance), int(std::ceil(distance))), distance,
                      tolerance);
    };
    const Fit near = fit(reach);
    if (!mayLookFarther || near.support >= goodSupport) return near.line;
    const Fit far = fit(fartherReach * reach);
    return far.support > clearlyBetter * near.support ? far.line : near.line;
}

bool cross(const Line &first, const Line &second, cv::Point2d &point) {
    const cv::Point2d a = first.to - first.from, b = second.to - second.from;
    const double sine = a.cross(b);
    if (std::abs(sine) < 0.2 * cv::norm(a) * cv::norm(b)) return false;
    point = first.from + (second.from - first.from).cross(b) / sine * a;
    return true;
}

}  // namespace

Quad refined(const cv::Mat &photograph, const Quad &quad, double reach) {
    Quad current = quad;
    std::array<Line, 4> sides;
    for (int round = 0; round < rounds; ++round) {
        const double width = round == 0 ? reach : std::max(6.0, reach / 2);
        for (size_t corner = 0; corner < 4; ++corner) {
            const Line side{current[corner], current[(corner + 1) % 4], sides[corner].bend};
            if (cv::norm(side.to - side.from) < 16) return current;
            sides[corner] = refinedSide(photograph, side, width, round == 0);
        }
        Quad next;
        for (size_t corner = 0; corner < 4; ++corner) {
            if (!cross(sides[(corner + 3) % 4].startingAt(true), sides[corner].startingAt(false), next[corner]))
                return current;
        }
        current = next;
    }
    return current;
}

}  // namespace vision
