// SPDX-License-Identifier: GPL-3.0-or-later
//
// A punch hole is an isolated round spot of a known size in the margin, with another one along the same side at a distance that hole punches have.
#include "Holes.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Borders/BorderLines.h"
#include "Pixels/Reduced.h"

namespace vision {

namespace {

constexpr double workingPixels = 1'000'000;
/// The range of a hole's width in millimeters. ISO 838 holes are 6 wide, those of a US ring binder 7 to 8, and scanning changes this slightly.
constexpr double leastWidth = 4.5, mostWidth = 9.5;
/// The maximum distance of a hole's center from the edge in millimeters. ISO 838 specifies 12, and scans can add or remove a strip.
constexpr double deepestCentre = 22;
/// The minimum distance between a hole and anything else, in millimeters.
constexpr double clearance = 2;
/// The distances between holes in millimeters: ISO 838, US two-hole, US ring binder, and the inner and outer ones of the Swedish pattern.
constexpr double pitches[] = {80, 69.85, 107.95, 70, 21, 240, 215.9};
constexpr double pitchTolerance = 2.5;
/// The maximum offset of centers from a line along the side, in millimeters.
constexpr double offLine = 3;
/// The minimum difference between a hole and the paper, in tones.
constexpr int leastContrast = 35;
/// The range of the fraction of its bounding ellipse that a hole fills.
constexpr double leastFill = 0.85, mostFill = 1.12;
constexpr double pi = 3.14159265358979;

struct Spot {
    cv::Rect box;
    double x() const { return box.x + box.width / 2.0; }
    double y() const { return box.y + box.height / 2.0; }
};

/// Returns whether only paper surrounds the spot, that is, `mask` contains hardly any other pixels nearby.
bool isAlone(const cv::Mat &mask, const cv::Rect &box, int area, int reach) {
    const cv::Rect around(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach);
    const int there = cv::countNonZero(mask(around & cv::Rect(0, 0, mask.cols, mask.rows)));
    // Tolerate a few specks.
    return there - area <= 0.06 * area;
}

/// Returns the round spots in the margins among the marks of `mask`.
std::vector<Spot> roundSpots(const cv::Mat &mask, double millimetre) {
    cv::Mat labels, boxes, centres;
    const int count = cv::connectedComponentsWithStats(mask, labels, boxes, centres, 8, CV_32S);
    std::vector<Spot> result;
    for (int label = 1; label < count; ++label) {
        const cv::Rect box(boxes.at<int>(label, cv::CC_STAT_LEFT), boxes.at<int>(label, cv::CC_STAT_TOP),
                           boxes.at<int>(label, cv::CC_STAT_WIDTH), boxes.at<int>(label, cv::CC_STAT_HEIGHT));
        const double small = std::min(box.width, box.height), large = std::max(box.width, box.height);
        if (small < leastWidth * millimetre || large > mostWidth * millimetre || large > 1.3 * small) continue;
        const int area = boxes.at<int>(label, cv::CC_STAT_AREA);
        const double fill = area / (pi / 4 * box.width * box.height);
        if (fill < leastFill || fill > mostFill) continue;
        const Spot spot{box};
        const double fromSide = std::min({spot.x(), spot.y(), mask.cols - spot.x(), mask.rows - spot.y()});
        if (fromSide > deepestCentre * millimetre) continue;
        if (isAlone(mask, box, area, std::max(2, int(clearance * millimetre)))) result.push_back(spot);
    }
    return result;
}

/// Returns whether two spots are along the same side at a distance that hole punches have.
bool areFellows(const Spot &one, const Spot &other, cv::Size page, double millimetre) {
    const double across = std::abs(one.x() - other.x()), down = std::abs(one.y() - other.y());
    const bool isVertical = down > across;
    // Tolerate a skew of two degrees.
    const double along = std::max(across, down), beside = std::min(across, down);
    if (beside > offLine * millimetre + 0.035 * along) return false;
    const auto isNear = [&](double position, int length) {
        return std::min(position, length - position) <= deepestCentre * millimetre;
    };
    const bool isInMargin = isVertical ? isNear(one.x(), page.width) && isNear(other.x(), page.width)
                                       : isNear(one.y(), page.height) && isNear(other.y(), page.height);
    if (!isInMargin) return false;
    const double sizes = double(one.box.width) / other.box.width;
    if (sizes < 0.75 || sizes > 1.34) return false;
    const double distance = std::hypot(across, down) / millimetre;
    return std::any_of(std::begin(pitches), std::end(pitches),
                       [&](double pitch) { return std::abs(distance - pitch) <= pitchTolerance; });
}

/// Returns the paper without its marks, from the surrounding tones.
cv::Mat withoutMarks(const cv::Mat &grey, double millimetre) {
    cv::Mat coarse, result;
    const int step = std::max(1, int(2 * millimetre));
    cv::resize(grey, coarse, cv::Size(std::max(1, grey.cols / step), std::max(1, grey.rows / step)), 0, 0,
               cv::INTER_AREA);
    // The window is wider than two holes, so that paper is always in the majority.
    const int window = std::min({11, (coarse.cols - 1) | 1, (coarse.rows - 1) | 1});
    if (window >= 3) cv::medianBlur(coarse, coarse, window);
    cv::resize(coarse, result, grey.size(), 0, 0, cv::INTER_LINEAR);
    return result;
}

std::vector<cv::Rect> withFellows(const std::vector<Spot> &spots, cv::Size page, double millimetre) {
    std::vector<cv::Rect> result;
    for (const Spot &spot : spots) {
        const bool hasFellow = std::any_of(spots.begin(), spots.end(), [&](const Spot &other) {
            return &other != &spot && areFellows(spot, other, page, millimetre);
        });
        if (hasFellow) result.push_back(spot.box);
    }
    // No punch makes more holes. A row of bullets or printed dots does.
    constexpr size_t mostHoles = 8;
    if (result.size() > mostHoles) result.clear();
    return result;
}

}  // namespace

double millimetreOf(cv::Size size, double dpi) {
    const double millimetre = dpi / 25.4;
    const double longSide = std::max(size.width, size.height) / std::max(millimetre, 1e-6);
    // The length of a page in millimeters is between that of a slip and a poster. Otherwise, the resolution is wrong.
    constexpr double shortest = 60, longest = 1300;
    return std::isfinite(dpi) && dpi > 0 && longSide >= shortest && longSide <= longest ? millimetre
                                                                                       : guessedMillimetre(size);
}

std::vector<cv::Rect> findHoles(const cv::Mat &grey, double millimetre) {
    // At a lower resolution, a hole has only a few pixels.
    if (millimetre < 2 || std::min(grey.cols, grey.rows) < 40) return {};
    const cv::Mat paper = withoutMarks(grey, millimetre);
    std::vector<cv::Rect> result;
    for (const bool isDark : {true, false}) {
        cv::Mat difference;
        if (isDark) {
            cv::subtract(paper, grey, difference);
        } else {
            cv::subtract(grey, paper, difference);
        }
        cv::Mat mask = difference > leastContrast;
        // Text outside of the margins would take much time.
        const int margin = int((deepestCentre + mostWidth) * millimetre);
        if (mask.cols > 2 * margin && mask.rows > 2 * margin) {
            mask(cv::Rect(margin, margin, mask.cols - 2 * margin, mask.rows - 2 * margin)).setTo(0);
        }
        if (cv::countNonZero(mask) == 0) continue;
        for (const cv::Rect &hole : withFellows(roundSpots(mask, millimetre), grey.size(), millimetre)) {
            result.push_back(hole);
        }
    }
    return result;
}

void fillHoles(cv::Mat &page, double dpi) {
    const int factor = factorFor(page, workingPixels);
    const cv::Mat small = reduced(page, factor);
    const double millimetre = millimetreOf(page.size(), dpi);
    for (const cv::Rect &hole : findHoles(grey(small), millimetre / factor)) {
        // The shadow of the rim extends slightly beyond the hole.
        const int rim = std::max(1, int(0.6 * millimetre)), ring = std::max(1, int(1.2 * millimetre));
        const cv::Rect inner(hole.x * factor - rim, hole.y * factor - rim, hole.width * factor + 2 * rim,
                             hole.height * factor + 2 * rim);
        const cv::Rect whole(0, 0, page.cols, page.rows);
        const cv::Rect outer = cv::Rect(inner.x - ring, inner.y - ring, inner.width + 2 * ring,
                                        inner.height + 2 * ring) & whole;
        cv::Mat around(outer.size(), CV_8U, cv::Scalar(255));
        around((inner & whole) - outer.tl()).setTo(0);
        const cv::Scalar colour = cv::mean(page(outer), around);
        cv::Mat spot(outer.size(), CV_8U, cv::Scalar(0));
        cv::ellipse(spot, cv::Point(inner.x + inner.width / 2, inner.y + inner.height / 2) - outer.tl(),
                    cv::Size(inner.width / 2, inner.height / 2), 0, 0, 360, cv::Scalar(255), cv::FILLED);
        page(outer).setTo(colour, spot);
    }
}

}  // namespace vision
