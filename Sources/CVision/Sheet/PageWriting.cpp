// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageWriting.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

constexpr int samplesOnLine = 12;
/// The distance from the photo's edge, in search pixels, at which a corner is visible.
constexpr double edgeReach = 3;
/// The minimum number of samples inside and outside for a line to be intersected by the outline.
constexpr int leastPart = 2;
/// The penalties, in log-odds, for an outline if all text is outside (perhaps on another sheet) or intersected.
constexpr double outsideWeight = 5, cutWeight = 12;
/// The maximum distance between corners of two outlines that are considered equal, as a fraction of the larger outline's diagonal.
constexpr double sameCorner = 0.02;
/// The maximum angle between lines of one sheet.
constexpr double sameDirection = 3 * degree;
/// The minimum number of lines near a side, and the maximum median deviation from their direction, in degrees.
constexpr size_t leastNear = 3;
constexpr double mostSpread = 1.5;
/// The minimum fraction of text inside an outline, and the penalty for less.
constexpr double leastWithin = 0.1, withoutText = 20;

bool isWithin(const Quad &quad, cv::Point2d point) {
    for (size_t corner = 0; corner < 4; ++corner) {
        if ((quad[(corner + 1) % 4] - quad[corner]).cross(point - quad[corner]) < 0) return false;
    }
    return true;
}

int samplesWithin(const Quad &quad, const WritingLine &line) {
    int within = 0;
    for (int sample = 0; sample < samplesOnLine; ++sample) {
        within += isWithin(quad, line.from + (line.to - line.from) * ((sample + 0.5) / samplesOnLine));
    }
    return within;
}

/// Returns whether both ends of a side are outside the photo or at its edge.
bool isAtEdge(cv::Point2d from, cv::Point2d to, cv::Size size) {
    const cv::Rect2d inner(edgeReach, edgeReach, size.width - 2 * edgeReach, size.height - 2 * edgeReach);
    return !inner.contains(from) && !inner.contains(to);
}

double lengthOf(const std::vector<WritingLine> &lines) {
    double length = 0;
    for (const auto &line : lines) length += line.length();
    return length;
}

}  // namespace

std::vector<WritingLine> writingLines(const double *corners, int count, double factor) {
    std::vector<WritingLine> lines;
    for (int line = 0; line < count; ++line, corners += 8) {
        const auto corner = [&](int index) { return cv::Point2d(corners[2 * index], corners[2 * index + 1]) / factor; };
        // Networks may start a vertical line at one of its short edges.
        const bool isLevel = cv::norm(corner(1) - corner(0)) >= cv::norm(corner(3) - corner(0));
        const auto side = [&](int one, int other) { return (corner(one) + corner(other)) / 2; };
        lines.push_back(isLevel ? WritingLine{side(0, 3), side(1, 2)} : WritingLine{side(0, 1), side(3, 2)});
    }
    return lines;
}

double againstOutline(const Quad &quad, const std::vector<WritingLine> &lines) {
    const double length = lengthOf(lines);
    if (length == 0) return 0;
    const double outside = 1 - heldBy(quad, lines);
    return outsideWeight * outside + cutBy(quad, lines) + (outside > 1 - leastWithin ? withoutText : 0);
}

std::optional<double> leanOf(const Quad &quad, const std::vector<WritingLine> &lines, cv::Size size) {
    const double width = cv::norm(quad[1] - quad[0]) + cv::norm(quad[2] - quad[3]);
    const double height = cv::norm(quad[3] - quad[0]) + cv::norm(quad[2] - quad[1]);
    const std::array<cv::Point2f, 4> from{quad[0], quad[1], quad[2], quad[3]};
    const std::array<cv::Point2f, 4> to{cv::Point2f(0, 0), cv::Point2f(float(width), 0), cv::Point2f(float(width), float(height)),
                                        cv::Point2f(0, float(height))};
    const cv::Mat flat = cv::getPerspectiveTransform(from.data(), to.data());
    // The angles near the top, the right, the bottom, and the left side. Level lines are compared with level sides.
    std::array<std::vector<double>, 4> angles;
    for (const auto &line : lines) {
        if (2 * samplesWithin(quad, line) <= samplesOnLine) continue;
        std::array<cv::Point2d, 2> ends{line.from, line.to}, seen;
        cv::perspectiveTransform(ends, seen, flat);
        const cv::Point2d along = seen[1] - seen[0], center = (seen[0] + seen[1]) / 2;
        if (!(cv::norm(along) > 0)) continue;
        const bool isLevel = std::abs(along.x) > std::abs(along.y);
        const double place = isLevel ? center.y / height : center.x / width;
        if (place > 1.0 / 3 && place < 2.0 / 3) continue;
        const size_t side = isLevel ? (place < 0.5 ? 0 : 2) : place < 0.5 ? 3 : 1;
        const double angle = isLevel ? std::atan(along.y / along.x) : std::atan(along.x / along.y);
        angles[side].push_back(angle / degree);
    }
    std::optional<double> lean;
    for (size_t side = 0; side < 4; ++side) {
        if (angles[side].size() < leastNear || isAtEdge(quad[side], quad[(side + 1) % 4], size)) continue;
        const double usual = middle(angles[side]);
        for (auto &angle : angles[side]) angle = std::abs(angle - usual);
        if (middle(angles[side]) < mostSpread) lean = std::max(lean.value_or(0), std::abs(usual));
    }
    return lean;
}

double heldBy(const Quad &quad, const std::vector<WritingLine> &lines) {
    double held = 0;
    for (const auto &line : lines) held += line.length() * samplesWithin(quad, line) / samplesOnLine;
    return held / std::max(1.0, lengthOf(lines));
}

cv::Point2d directionOf(const std::vector<WritingLine> &writing) {
    // With doubled angles, opposite directions are the same.
    cv::Point2d sum;
    for (const auto &line : writing) {
        const cv::Point2d along = line.to - line.from;
        const double angle = 2 * std::atan2(along.y, along.x);
        sum += cv::norm(along) * cv::Point2d(std::cos(angle), std::sin(angle));
    }
    const double angle = std::atan2(sum.y, sum.x) / 2;
    return {std::cos(angle), std::sin(angle)};
}

bool continuesBeyond(const Quad &quad, const std::vector<WritingLine> &lines) {
    std::vector<WritingLine> inside, outside;
    for (const auto &line : lines) (2 * samplesWithin(quad, line) > samplesOnLine ? inside : outside).push_back(line);
    return !outside.empty() && std::abs(directionOf(inside).cross(directionOf(outside))) < std::sin(sameDirection);
}

double cutBy(const Quad &quad, const std::vector<WritingLine> &lines) {
    double cut = 0;
    for (const auto &line : lines) {
        const int within = samplesWithin(quad, line);
        if (within >= leastPart && within <= samplesOnLine - leastPart) cut += line.length();
    }
    return cutWeight * cut / std::max(1.0, lengthOf(lines));
}

bool isCutFrom(const Quad &quad, const Quad &larger, const std::vector<WritingLine> &lines) {
    const double near = sameCorner * std::max(cv::norm(larger[2] - larger[0]), cv::norm(larger[3] - larger[1]));
    const auto isShared = [&](cv::Point2d point) {
        return std::any_of(larger.begin(), larger.end(), [&](cv::Point2d other) { return cv::norm(point - other) < near; });
    };
    if (std::count_if(quad.begin(), quad.end(), isShared) < 2) return false;
    bool isLarger = false;
    for (const auto &line : lines) {
        const int within = samplesWithin(quad, line), withinLarger = samplesWithin(larger, line);
        if (withinLarger < within) return false;
        isLarger |= within <= samplesOnLine - leastPart && withinLarger == samplesOnLine;
    }
    return isLarger;
}

}  // namespace vision
