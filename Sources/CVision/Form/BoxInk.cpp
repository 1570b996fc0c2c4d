// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <tuple>

#include <opencv2/imgproc.hpp>

#include "BoxInk.h"

namespace vision {

namespace {

/// The minimum fraction of ink on both sides of a shape that is a letter in a word.
constexpr double inkOfLetters = 0.13;
/// The minimum fraction of a side with ink if strokes leave the box there, and the minimum fraction of it with paper next to it.
constexpr double inked = 0.85, drawnBetweenStrokes = 0.25;
/// The minimum fraction of ink at an edge of a box's inside for the edge to be the box's line.
constexpr double edgeDrawn = 0.8;
/// The range of the length of strokes that leave a box, in sides. Longer ones are rules or a dark background.
constexpr double shortestStroke = 0.3, longestStroke = 2;
/// The maximum fraction of a side covered by strokes that leave the box.
constexpr double mostStrokes = 0.7;

/// The distance between adjacent letters, and the width of the part of a letter that is examined, in pixels.
int gap(const cv::Rect &letter) { return std::max(2, int(0.12 * letter.width)); }
int besideWidth(const cv::Rect &letter) { return std::max(2, int(0.5 * letter.width)); }

int leastSteps(double share) { return int(std::floor(share * BoxOutline::steps)) + 1; }

}  // namespace

BoxOutline::BoxOutline(int width, int height, bool isCircle) : size(width, height) {
    const double middleX = 0.5 * width, middleY = 0.5 * height, away = std::max(2.0, 0.08 * width);
    margin = int(std::ceil(away)) + 1;
    for (int quarter = 0; quarter < 4; ++quarter) {
        for (int step = 0; step < steps; ++step) {
            double unitX, unitY;
            if (isCircle) {
                const double angle = (quarter + (step + 0.5) / steps - 0.5) * CV_PI / 2;
                unitX = std::cos(angle), unitY = std::sin(angle);
            } else {
                const double along = 0.8 * (2 * (step + 0.5) / steps - 1);
                unitX = quarter == 0 ? 1 : quarter == 2 ? -1 : along;
                unitY = quarter == 1 ? 1 : quarter == 3 ? -1 : along;
            }
            const double outX = isCircle || quarter % 2 == 0 ? unitX : 0, outY = isCircle || quarter % 2 == 1 ? unitY : 0;
            const auto place = [&](double out) {
                const double x = middleX + unitX * 0.5 * width + out * outX, y = middleY + unitY * 0.5 * height + out * outY;
                return cv::Point(int(std::floor(x)), int(std::floor(y)));
            };
            places[size_t(quarter)][size_t(step)] = {{place(-0.5), place(-1.5), place(-2.5)}, place(away)};
        }
    }
}

BoxInk::BoxInk(const cv::Mat &grey, double dpi) {
    const int reach = std::max(15, int(dpi / 5)) | 1;
    cv::Mat smooth;
    cv::GaussianBlur(grey, smooth, cv::Size(3, 3), 0);
    cv::adaptiveThreshold(smooth, ink, 1, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV, reach, 14);
}

/// Removes edges of a box's inside that are lines from end to end. At low resolution, these belong to the box.
cv::Rect BoxInk::withoutLine(cv::Rect inside, int most) const {
    const auto isLine = [&](const cv::Rect &edge) { return cv::countNonZero(ink(edge)) >= edgeDrawn * edge.area(); };
    for (int n = 0; n < most && inside.width > 2 && inside.height > 2; ++n) {
        const auto [x, y, width, height] = std::make_tuple(inside.x, inside.y, inside.width, inside.height);
        const int left = isLine({x, y, 1, height}), right = isLine({x + width - 1, y, 1, height});
        const int top = isLine({x, y, width, 1}), bottom = isLine({x, y + height - 1, width, 1});
        inside = {x + left, y + top, width - left - right, height - top - bottom};
    }
    return inside;
}

double BoxInk::fill(cv::Rect box, int inset, bool isRound) const {
    cv::Rect inside(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
    inside &= cv::Rect(0, 0, ink.cols, ink.rows);
    if (!isRound) inside = withoutLine(inside, std::max(1, box.width / 12));
    if (inside.width < 2 || inside.height < 2) return 0;
    int count = 0, all = 0;
    const double radius = 0.5 * std::min(inside.width, inside.height);
    const double middleX = inside.x + 0.5 * inside.width, middleY = inside.y + 0.5 * inside.height;
    for (int y = inside.y; y < inside.y + inside.height; ++y) {
        for (int x = inside.x; x < inside.x + inside.width; ++x) {
            if (isRound && std::hypot(x + 0.5 - middleX, y + 0.5 - middleY) > radius) continue;
            ++all;
            count += ink.at<uint8_t>(y, x) != 0;
        }
    }
    return all > 0 ? double(count) / all : 0;
}

/// Calls `body` with a function that returns the ink at a position relative to (x, y). Bounds are only checked near the page's edges.
template <typename Body>
double BoxInk::look(const BoxOutline &outline, int x, int y, Body body) const {
    const cv::Rect all(x - outline.margin, y - outline.margin, outline.size.width + 2 * outline.margin,
                       outline.size.height + 2 * outline.margin);
    if ((all & cv::Rect(0, 0, ink.cols, ink.rows)) != all) {
        return body([&](cv::Point place) { return at(x + place.x, y + place.y); });
    }
    const uint8_t *corner = ink.ptr<uint8_t>(y) + x;
    const auto stride = std::ptrdiff_t(ink.step);
    return body([&](cv::Point place) { return corner[place.y * stride + place.x] != 0; });
}

double BoxInk::outline(const BoxOutline &outline, int x, int y) const {
    constexpr int steps = BoxOutline::steps;
    return look(outline, x, y, [&](auto isInk) {
        int least = steps;
        for (const auto &side : outline.places) {
            int drawn = 0, left = steps;
            for (const auto &place : side) {
                drawn += std::any_of(place.line.begin(), place.line.end(), isInk) && !isInk(place.paper);
                // The rest of the side can't compensate for the missing part.
                if (drawn + --left <= BoxOutline::drawn * steps) return 0.0;
            }
            least = std::min(least, drawn);
        }
        return double(least) / steps;
    });
}

double BoxInk::struckOutline(const BoxOutline &outline, int x, int y) const {
    constexpr int steps = BoxOutline::steps;
    return look(outline, x, y, [&](auto isInk) {
        std::array<int, 4> drawn{};
        for (size_t side = 0; side < 4; ++side) {
            int lines = 0, left = steps;
            for (const auto &place : outline.places[side]) {
                const bool isLine = std::any_of(place.line.begin(), place.line.end(), isInk);
                lines += isLine;
                drawn[side] += isLine && !isInk(place.paper);
                if (lines + --left < inked * steps) return 0.0;
            }
            if (drawn[side] < leastSteps(drawnBetweenStrokes)) return 0.0;
        }
        const int across = std::min(drawn[0], drawn[2]), down = std::min(drawn[1], drawn[3]);
        return std::max(across, down) < leastSteps(BoxOutline::drawn) ? 0.0 : double(across + down) / (2 * steps);
    });
}

bool BoxInk::isStruck(const cv::Rect &box) const {
    const int least = int(std::ceil(shortestStroke * box.width)), most = int(longestStroke * box.width);
    const auto leadsOut = [&](int column, int step) {
        int longest = 0, rows = 0;
        for (int y = box.y; y < box.y + box.height; ++y) {
            const int length = strokeLength(column, y, step, most);
            longest = std::max(longest, length);
            rows += length >= least;
        }
        return rows > 0 && rows < mostStrokes * box.height && longest < most;
    };
    return leadsOut(box.x, -1) && leadsOut(box.x + box.width - 1, 1);
}

/// Returns the length of the ink from a pixel to one side, which can move up or down by a pixel per step.
int BoxInk::strokeLength(int column, int row, int step, int most) const {
    for (int length = 0; length < most; ++length, column += step) {
        if (at(column, row)) continue;
        if (at(column, row - 1)) --row;
        else if (at(column, row + 1)) ++row;
        else return length;
    }
    return most;
}

bool BoxInk::isAfterInk(const cv::Rect &box) const { return hasLetterInk(box, -gap(box) - besideWidth(box)); }

bool BoxInk::isBetweenInk(const cv::Rect &box) const { return isAfterInk(box) && hasLetterInk(box, box.width + gap(box)); }

bool BoxInk::hasLetterInk(const cv::Rect &box, int offset) const {
    const cv::Rect beside = cv::Rect(box.x + offset, box.y, besideWidth(box), box.height) & cv::Rect(0, 0, ink.cols, ink.rows);
    return beside.area() > 0 && cv::countNonZero(ink(beside)) > inkOfLetters * beside.area();
}

void BoxInk::addUp() {
    if (sums.empty()) cv::integral(ink, sums, CV_32S);
}

bool BoxInk::hasLine(const cv::Rect &square) const {
    const int line = std::max(3, square.width / 6);
    const cv::Rect within(square.x + line, square.y + line, square.width - 2 * line, square.height - 2 * line);
    return inkIn(square) - inkIn(within) > BoxOutline::drawn * 3 * square.width;
}

int BoxInk::inkIn(cv::Rect box) const {
    box &= cv::Rect(0, 0, ink.cols, ink.rows);
    if (box.empty() || sums.empty()) return 0;
    const int *top = sums.ptr<int>(box.y), *bottom = sums.ptr<int>(box.y + box.height);
    return bottom[box.x + box.width] - top[box.x + box.width] - bottom[box.x] + top[box.x];
}

}  // namespace vision
