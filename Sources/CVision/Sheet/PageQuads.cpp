// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageQuads.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

/// The maximum distance of a corner outside the image, as a fraction of the image's longer side.
constexpr double outsideReach = 0.12;  // Chosen: 0.06 to 0.2 (sheets).
/// The range of corner angles of a sheet in a photo from a hand-held camera.
constexpr double leastCorner = 50 * degree, mostCorner = 130 * degree;
constexpr double leastSide = 0.15;
constexpr double leastArea = 0.06;
constexpr double leastVisible = 0.6;
constexpr double leastSupport = 0.15;  // Chosen: 0.1 to 0.25 (sheets).
constexpr size_t mostCandidates = 160;
constexpr double sampleStep = 2;

/// The cumulative edge strength along a line, so that the strength of any stretch is a subtraction.
class Support {
public:
    Support(const SearchImage &image, const BoundaryLine &line) {
        const double reach = std::hypot(image.size.width, image.size.height);
        start = line.position({image.size.width / 2.0, image.size.height / 2.0}) - reach;
        const int count = int(2 * reach / sampleStep);
        edge.reserve(size_t(count) + 1);
        seen.reserve(size_t(count) + 1);
        edge.push_back(0);
        seen.push_back(0);
        for (int index = 0; index < count; ++index) {
            const cv::Point2d point = line.at(start + (index + 0.5) * sampleStep);
            const bool isInside = image.contains(point, 2);
            edge.push_back(edge.back() + (isInside ? response(image, line, point) : 0));
            seen.push_back(seen.back() + float(isInside));
        }
    }

    struct Stretch {
        double support;
        double visible;
    };

    Stretch between(double from, double to) const {
        const auto place = [&](double position) {
            return size_t(std::clamp((position - start) / sampleStep, 0.0, double(edge.size() - 1)));
        };
        const size_t first = place(std::min(from, to)), last = place(std::max(from, to));
        const double samples = seen[last] - seen[first];
        if (samples < 4) return {0, 0};
        return {(edge[last] - edge[first]) / samples, samples / double(last - first)};
    }

private:
    double start;
    std::vector<float> edge, seen;

    static float response(const SearchImage &image, const BoundaryLine &line, cv::Point2d point) {
        float best = 0;
        for (int offset = -2; offset <= 2; ++offset) {
            const cv::Point2d place = point + offset * line.normal;
            const float gx = at<float>(image.gradientX, place), gy = at<float>(image.gradientY, place);
            const float along = float(gx * line.normal.x + gy * line.normal.y);
            const float across = std::abs(float(-gx * line.normal.y + gy * line.normal.x));
            const float value = (along > 0 ? along : -0.6F * along) - 0.5F * across;
            best = std::max(best, value);
        }
        return std::min(1.0F, best / image.strongGradient);
    }
};

struct Crossing {
    bool isCorner = false;
    cv::Point2d point;
    /// The positions of the corner along the first and the second line.
    double onFirst = 0, onSecond = 0;
};

/// Returns the corner at which `second` follows `first` clockwise around a sheet, if possible.
Crossing crossing(const SearchImage &image, const BoundaryLine &first, const BoundaryLine &second) {
    Crossing result;
    const double sine = first.normal.x * second.normal.y - first.normal.y * second.normal.x;
    const double turn = std::atan2(sine, first.normal.dot(second.normal));
    if (turn < CV_PI - mostCorner || turn > CV_PI - leastCorner) return result;
    result.point = {(first.distance * second.normal.y - second.distance * first.normal.y) / sine,
                    (second.distance * first.normal.x - first.distance * second.normal.x) / sine};
    const double reach = outsideReach * std::max(image.size.width, image.size.height);
    result.isCorner = result.point.x > -reach && result.point.y > -reach && result.point.x < image.size.width + reach &&
                      result.point.y < image.size.height + reach;
    result.onFirst = first.position(result.point);
    result.onSecond = second.position(result.point);
    return result;
}

}  // namespace

double area(const Quad &quad) {
    double twice = 0;
    for (size_t corner = 0; corner < 4; ++corner) {
        const auto &from = quad[corner], &to = quad[(corner + 1) % 4];
        twice += from.x * to.y - from.y * to.x;
    }
    return twice / 2;
}

Quad fromTopLeft(const Quad &clockwise) {
    // The top side is the one whose direction is closest to the right; the first corner is at its start.
    size_t first = 0;
    double best = -HUGE_VAL;
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2d top = clockwise[(corner + 1) % 4] - clockwise[corner];
        const cv::Point2d bottom = clockwise[(corner + 2) % 4] - clockwise[(corner + 3) % 4];
        const cv::Point2d both = top / cv::norm(top) + bottom / cv::norm(bottom);
        if (both.x > best) {
            best = both.x;
            first = corner;
        }
    }
    return {clockwise[first], clockwise[(first + 1) % 4], clockwise[(first + 2) % 4], clockwise[(first + 3) % 4]};
}

std::vector<QuadCandidate> quadCandidates(const SearchImage &image) {
    const auto &lines = image.lines;
    const size_t count = lines.size();
    std::vector<Support> supports;
    supports.reserve(count);
    for (const auto &line : lines) supports.emplace_back(image, line);
    std::vector<Crossing> crossings(count * count);
    std::vector<std::vector<size_t>> followers(count);
    for (size_t first = 0; first < count; ++first) {
        for (size_t second = 0; second < count; ++second) {
            auto &found = crossings[first * count + second];
            found = crossing(image, lines[first], lines[second]);
            if (found.isCorner) followers[first].push_back(second);
        }
    }

    const double shortest = leastSide * std::min(image.size.width, image.size.height);
    const double smallest = leastArea * image.size.area();
    // A side extends from the intersection with the previous line to the intersection with the next line.
    const auto side = [&](size_t before, size_t line, size_t after) -> double {
        const double from = crossings[before * count + line].onSecond, to = crossings[line * count + after].onFirst;
        if (to - from < shortest) return 0;
        const auto stretch = supports[line].between(from, to);
        return stretch.visible < leastVisible ? 0 : stretch.support;
    };
    std::vector<QuadCandidate> candidates;
    for (size_t a = 0; a < count; ++a) {
        for (const size_t b : followers[a]) {
            if (b < a) continue;
            for (const size_t c : followers[b]) {
                if (c < a || c == a) continue;
                const double supportB = side(a, b, c);
                if (supportB < leastSupport) continue;
                for (const size_t d : followers[c]) {
                    if (d <= a || !crossings[d * count + a].isCorner) continue;
                    const double supportC = side(b, c, d);
                    if (supportC < leastSupport) continue;
                    const double supportD = side(c, d, a), supportA = side(d, a, b);
                    if (supportD < leastSupport || supportA < leastSupport) continue;
                    const Quad quad{crossings[d * count + a].point, crossings[a * count + b].point,
                                    crossings[b * count + c].point, crossings[c * count + d].point};
                    const double size = area(quad);
                    if (size < smallest) continue;
                    const double least = std::min({supportA, supportB, supportC, supportD});
                    const double mean = (supportA + supportB + supportC + supportD) / 4;
                    candidates.push_back({quad, 0.5 * mean + 0.5 * least + 0.3 * size / image.size.area()});
                }
            }
        }
    }
    const size_t kept = std::min(mostCandidates, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + std::ptrdiff_t(kept), candidates.end(),
                      [](const auto &left, const auto &right) { return left.support > right.support; });
    candidates.resize(kept);
    return candidates;
}

}  // namespace vision
