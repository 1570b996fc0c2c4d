// SPDX-License-Identifier: GPL-3.0-or-later
//
// The paper and the desk are told apart with GrabCut (Rother, Kolmogorov, and Blake, "GrabCut: interactive foreground extraction using iterated graph
// cuts", 2004). The text takes the place of the user's strokes. Unlike the candidates of FindPage.cpp, it needs no straight edges, so it finds bent
// slips, and slips that leave the photo.
#include "PageAround.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

constexpr double mapSide = 256;
/// The minimum of the map's shorter side, and the minimum number of pixels whose colors are clustered.
constexpr double leastMapSide = 16;
constexpr int leastPixels = 100;
/// The size of the closing filter that removes letters, in pixels of the map.
constexpr int closingSide = 7;
constexpr int rounds = 4;
/// The minimum fraction of the quadrilateral that the region fills, and the fractions of the photo that a sheet can have.
constexpr double leastFilling = 0.93, leastShare = 0.06, mostShare = 0.95;
/// The minimum fraction of the text that is on the sheet, and the minimum number of lines.
constexpr double leastHeld = 0.98;
constexpr size_t leastLines = 3;
/// The minimum difference of the tones on the two sides of the outline, in units of L*a*b* with 8 bits.
constexpr double leastDifference = 10;
/// The minimum fraction of the photo's edges that shows something else.
constexpr double leastOther = 0.1;
/// The distance from the photo's edge, in pixels of the map, at which a side is visible.
constexpr double edgeReach = 3;
constexpr size_t leastVisible = 2;
/// The maximum distance of a corner outside the photo, as a fraction of its longer side, and the least angle at a corner.
constexpr double outsideReach = 0.12;
constexpr double leastCorner = 60 * degree;
/// The maximum angle between a side and the text near it.
constexpr double mostSlope = 4 * degree;
constexpr int samplesOnSide = 24;

/// Returns the tones without letters, reduced.
cv::Mat tonesOf(const SearchImage &image, double scale) {
    cv::Mat reduced, tones;
    cv::resize(image.lab, reduced, cv::Size(), scale, scale, cv::INTER_AREA);
    const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, cv::Size(closingSide, closingSide));
    cv::morphologyEx(reduced, tones, cv::MORPH_CLOSE, square);
    return tones;
}

/// Returns whether something else than the paper between the lines is visible at the photo's edges.
bool showsMore(const cv::Mat &tones, const std::vector<WritingLine> &writing) {
    std::array<std::vector<double>, 3> paper;
    for (const auto &line : writing) {
        for (const double share : {0.1, 0.5, 0.9}) {
            const auto tone = at<cv::Vec3b>(tones, line.from + (line.to - line.from) * share);
            for (int channel = 0; channel < 3; ++channel) paper[size_t(channel)].push_back(tone[channel]);
        }
    }
    const cv::Vec3d usual(middle(paper[0]), middle(paper[1]), middle(paper[2]));
    int other = 0, seen = 0;
    for (int y = 0; y < tones.rows; ++y) {
        for (int x = 0; x < tones.cols; x += y == 0 || y + 1 == tones.rows ? 1 : tones.cols - 1) {
            ++seen;
            other += cv::norm(cv::Vec3d(tones.at<cv::Vec3b>(y, x)) - usual) > leastDifference;
        }
    }
    return other > leastOther * seen;
}

/// Returns the contour of the region that looks like the paper between the lines, or nothing.
std::vector<cv::Point> regionAround(const cv::Mat &tones, const std::vector<WritingLine> &writing) {
    std::vector<cv::Point> ends, hull;
    for (const auto &line : writing) {
        ends.emplace_back(line.from);
        ends.emplace_back(line.to);
    }
    cv::convexHull(ends, hull);
    cv::Mat text = cv::Mat::zeros(tones.size(), CV_8U);
    cv::fillConvexPoly(text, hull, 1);
    cv::Mat labels(tones.size(), CV_8U, cv::Scalar(cv::GC_PR_BGD));
    labels.setTo(cv::GC_PR_FGD, text);
    for (const auto &line : writing) cv::line(labels, line.from, line.to, cv::GC_FGD, 2);
    const int outsideText = cv::countNonZero(labels == cv::GC_PR_BGD);
    if (std::min(outsideText, int(labels.total()) - outsideText) < leastPixels) return {};
    cv::Mat outside, inside;
    // The clusters start at random points.
    cv::setRNGSeed(1);
    cv::grabCut(tones, labels, {}, outside, inside, rounds, cv::GC_INIT_WITH_MASK);
    cv::Mat paper = (labels == cv::GC_FGD) | (labels == cv::GC_PR_FGD);
    cv::morphologyEx(paper, paper, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
    std::vector<std::vector<cv::Point>> contours;
    cv::findContours(paper, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    const auto largest = std::max_element(contours.begin(), contours.end(), [](const auto &left, const auto &right) {
        return cv::contourArea(left) < cv::contourArea(right);
    });
    return largest == contours.end() ? std::vector<cv::Point>{} : *largest;
}

/// Returns the direction of the lines near a side.
cv::Point2d directionNear(cv::Point2d from, cv::Point2d along, std::vector<WritingLine> writing) {
    const auto distance = [&](const WritingLine &line) { return std::abs(along.cross((line.from + line.to) / 2 - from)); };
    std::sort(writing.begin(), writing.end(), [&](const auto &left, const auto &right) { return distance(left) < distance(right); });
    writing.resize((writing.size() + 2) / 3);
    return directionOf(writing);
}

/// A side of the sheet. `along` has the length 1; the sheet is on the right of it.
struct Side {
    cv::Point2d from, along;
    /// Whether the sheet ends here: in the photo, and not at a fold, whose shadow is rarely parallel to the text.
    bool isVisible;
};

std::array<Side, 4> sidesOf(const Quad &quad, cv::Size size, const std::vector<WritingLine> &writing) {
    std::array<Side, 4> sides;
    for (size_t number = 0; number < 4; ++number) {
        const cv::Point2d from = quad[number], to = quad[(number + 1) % 4];
        int seen = 0;
        for (int sample = 0; sample < samplesOnSide; ++sample) {
            const cv::Point2d point = from + (to - from) * ((sample + 0.5) / samplesOnSide);
            seen += std::min({point.x, point.y, size.width - point.x, size.height - point.y}) > edgeReach;
        }
        const cv::Point2d along = (to - from) / cv::norm(to - from);
        const double slope = std::asin(std::min(1.0, std::abs(along.cross(directionNear(from, along, writing)))));
        const bool isParallel = slope < mostSlope || slope > 45 * degree;
        sides[number] = {from, along, 2 * seen > samplesOnSide && isParallel};
    }
    return sides;
}

/// Gives sides that aren't visible the direction of the text or of the opposite side. They then hold everything that is visible of the sheet.
void replaceHidden(std::array<Side, 4> &sides, const std::vector<cv::Point> &region, const std::vector<WritingLine> &writing) {
    for (size_t number = 0; number < 4; ++number) {
        Side &side = sides[number];
        if (side.isVisible) continue;
        const Side &opposite = sides[(number + 2) % 4];
        const cv::Point2d text = directionNear(side.from, side.along, writing);
        const bool isAlongText = std::abs(side.along.dot(text)) > std::sqrt(0.5);
        cv::Point2d along = isAlongText ? text : opposite.isVisible ? opposite.along : cv::Point2d(-text.y, text.x);
        if (along.dot(side.along) < 0) along = -along;
        const cv::Point2d outward(along.y, -along.x);
        side.from = *std::max_element(region.begin(), region.end(), [&](const auto &left, const auto &right) {
            return outward.dot(left) < outward.dot(right);
        });
        side.along = along;
    }
}

/// Returns the corners, or nothing if they are those of no sheet.
std::optional<Quad> cornersOf(const std::array<Side, 4> &sides, cv::Size size) {
    Quad quad;
    const double reach = outsideReach * std::max(size.width, size.height);
    for (size_t number = 0; number < 4; ++number) {
        const Side &before = sides[(number + 3) % 4], &side = sides[number];
        const double sine = before.along.cross(side.along);
        if (sine < std::sin(leastCorner)) return std::nullopt;
        quad[number] = side.from - side.along * (before.along.cross(side.from - before.from) / sine);
        if (!cv::Rect2d(-reach, -reach, size.width + 2 * reach, size.height + 2 * reach).contains(quad[number]))
            return std::nullopt;
    }
    return quad;
}

/// Returns the median difference of the tones on the two sides of the visible outline.
double differenceAlong(const std::array<Side, 4> &sides, const Quad &quad, const cv::Mat &tones) {
    constexpr double depth = 4;
    std::vector<double> differences;
    for (size_t number = 0; number < 4; ++number) {
        if (!sides[number].isVisible) continue;
        const cv::Point2d inward(-sides[number].along.y, sides[number].along.x);
        for (int sample = 0; sample < samplesOnSide; ++sample) {
            const cv::Point2d point =
                quad[number] + (quad[(number + 1) % 4] - quad[number]) * ((sample + 0.5) / samplesOnSide);
            const cv::Vec3i inside = at<cv::Vec3b>(tones, point + depth * inward), outside = at<cv::Vec3b>(tones, point - depth * inward);
            differences.push_back(cv::norm(inside - outside));
        }
    }
    return middle(differences);
}

}  // namespace

std::optional<SheetAround> sheetAround(const SearchImage &image, const std::vector<WritingLine> &writing) {
    if (writing.size() < leastLines) return std::nullopt;
    const double scale = std::min(1.0, mapSide / std::max(image.size.width, image.size.height));
    if (scale * std::min(image.size.width, image.size.height) < leastMapSide) return std::nullopt;
    const cv::Mat tones = tonesOf(image, scale);
    std::vector<WritingLine> lines;
    for (const auto &line : writing) lines.push_back({line.from * scale, line.to * scale});
    if (!showsMore(tones, lines)) return std::nullopt;
    const std::vector<cv::Point> region = regionAround(tones, lines);
    Quad hull;
    if (region.size() < 4 || !quadAround(region, leastFilling, hull)) return std::nullopt;
    auto sides = sidesOf(fromTopLeft(hull), tones.size(), lines);
    if (std::count_if(sides.begin(), sides.end(), [](const Side &side) { return side.isVisible; }) < int(leastVisible))
        return std::nullopt;
    replaceHidden(sides, region, lines);
    const auto quad = cornersOf(sides, tones.size());
    if (!quad) return std::nullopt;
    const double share = cv::contourArea(region) / tones.size().area();
    if (share < leastShare || share > mostShare || heldBy(*quad, lines) < leastHeld ||
        differenceAlong(sides, *quad, tones) < leastDifference)
        return std::nullopt;
    SheetAround found;
    for (size_t number = 0; number < 4; ++number) {
        found.quad[number] = (*quad)[number] / scale;
        found.sides[number] = sides[number].isVisible;
    }
    return found;
}

}  // namespace vision
