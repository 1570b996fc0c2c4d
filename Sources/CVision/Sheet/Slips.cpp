// SPDX-License-Identifier: GPL-3.0-or-later
//
// Slips of paper on a scanner bed are regions surrounded by bed with ink on them. If a slip is as light as the bed, its text determines its position.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include <opencv2/imgproc.hpp>

#include "../Pixels/Support.h"
#include "Bed.h"
#include "PageQuads.h"

namespace vision {

namespace {

/// The minimum fraction of the picture that a slip covers, and of its bounding rectangle that it fills.
constexpr double leastSlip = 0.004, leastFilling = 0.7;  // Chosen: 0.7, 0.6 to 0.8 (slips).
/// The maximum difference between a printed box's inside and the bed, and the minimum darkness and width of its rim. A slip has at most a shadow.
constexpr double sameTone = 3, darkRim = 45;  // Chosen: 3, 1.5 to 5 (slips); 45, 30 to 70 (slips).
constexpr int rimReach = 4;
/// The minimum difference between ink and paper, and the minimum fraction of a slip that is ink.
constexpr double inkStep = 20, leastInked = 0.002;  // Chosen: 20, 12 to 30 (slips); 0.002, 0.001 to 0.005 (slips).
/// The maximum darkness of paper relative to a light bed.
constexpr double mostBelowBed = 60;  // Chosen: 40 to 90 (slips).
/// The minimum fraction of a text line inside the slip that it belongs to.
constexpr double leastHeld = 0.6;
/// The minimum fraction of all lines that must be on slips with visible paper.
constexpr double leastOnSlips = 0.8;  // Chosen: 0.6 to 0.9 (slips).
/// The maximum distance between lines of one slip without visible paper, in line heights.
constexpr double mostApart = 2.2;  // Chosen: 1.6 to 3 (slips).
/// The margin around the text of a slip without visible paper, in line heights.
constexpr double margin = 1;
/// The maximum overlap of two slips, as a fraction of the smaller one.
constexpr double mostShared = 0.05;
/// The difference in tone from which on paper is surely lighter than the bed.
constexpr double surelyLighter = 60;
/// The width of a shadow around paper as a share of the picture's longer side, and the most pixels of a speck of dust.
constexpr double shadowWidth = 0.008;  // Chosen: 0.004 to 0.015 (slips).
constexpr int largestDust = 5;         // Chosen: 3 to 10 (slips).
/// The maximum width and the minimum length of a lid's edge, as shares of the picture's sides.
constexpr double edgeWidth = 0.06, edgeLength = 0.5;  // Chosen: 0.06, 0.03 to 0.1 (slips); 0.5, 0.3 to 0.8 (slips).
/// The minimum vertical overlap of slips that are side by side, as a fraction of the lower one's height.
constexpr double besideShare = 0.5;

struct Line {
    std::vector<cv::Point2f> corners;
    double height;
};

std::vector<Line> linesOf(const double *corners, int count) {
    std::vector<Line> lines;
    for (int line = 0; line < count; ++line, corners += 8) {
        Line found;
        for (int corner = 0; corner < 4; ++corner) found.corners.emplace_back(corners[2 * corner], corners[2 * corner + 1]);
        found.height = std::max(1.0, std::min(cv::norm(found.corners[0] - found.corners[1]),
                                              cv::norm(found.corners[0] - found.corners[3])));
        lines.push_back(found);
    }
    return lines;
}

/// Returns whether a region is a slip with content: not a printed box and, without text, neither empty nor dark like an area beyond the lid.
bool isSlip(const AboveBed &above, const std::vector<cv::Point> &contour, bool hasText) {
    cv::Mat region = cv::Mat::zeros(above.tones.size(), CV_8U), inner, rim;
    cv::drawContours(region, std::vector<std::vector<cv::Point>>{contour}, 0, 255, cv::FILLED);
    cv::erode(region, inner, cv::getStructuringElement(cv::MORPH_RECT, {2 * rimReach + 1, 2 * rimReach + 1}));
    std::vector<float> within, around;
    for (int y = 0; y < region.rows; ++y) {
        for (int x = 0; x < region.cols; ++x) {
            if (!region.at<uint8_t>(y, x)) continue;
            (inner.at<uint8_t>(y, x) ? within : around).push_back(above.tones.at<float>(y, x));
        }
    }
    if (within.size() < 64 || around.empty()) return false;
    const float paper = middle(within), edge = ranked(around, around.size() / 10);
    if (std::abs(paper) < sameTone && edge < -darkRim) return false;
    if (hasText) return true;
    const auto inked = std::count_if(within.begin(), within.end(), [&](float tone) { return std::abs(tone - paper) > inkStep; });
    return paper > -mostBelowBed && double(inked) >= leastInked * double(within.size());
}

double shareWithin(const cv::RotatedRect &slip, const Line &line) {
    std::vector<cv::Point2f> corners(4), both;
    slip.points(corners.data());
    const double whole = cv::contourArea(line.corners);
    return whole > 0 ? cv::intersectConvexConvex(corners, line.corners, both) / whole : 0;
}

double overlap(const cv::RotatedRect &one, const cv::RotatedRect &other) {
    std::vector<cv::Point2f> first(4), second(4), both;
    one.points(first.data());
    other.points(second.data());
    return cv::intersectConvexConvex(first, second, both) / std::max(1.0f, std::min(one.size.area(), other.size.area()));
}

cv::RotatedRect around(const std::vector<cv::Point2f> &points, double room) {
    cv::RotatedRect rect = cv::minAreaRect(points);
    rect.size.width += float(2 * room);
    rect.size.height += float(2 * room);
    return rect;
}

/// Groups the lines that aren't on a slip by proximity, so that each group is one slip.
std::vector<std::vector<size_t>> clusters(const std::vector<Line> &lines, const std::vector<size_t> &free) {
    std::vector<std::vector<size_t>> found;
    std::vector<bool> taken(free.size());
    for (size_t start = 0; start < free.size(); ++start) {
        if (taken[start]) continue;
        std::vector<size_t> cluster{start};
        taken[start] = true;
        for (size_t next = 0; next < cluster.size(); ++next) {
            const Line &line = lines[free[cluster[next]]];
            const cv::RotatedRect reach = around(line.corners, mostApart * line.height);
            for (size_t other = 0; other < free.size(); ++other) {
                if (taken[other] || shareWithin(reach, lines[free[other]]) <= 0) continue;
                taken[other] = true;
                cluster.push_back(other);
            }
        }
        for (auto &line : cluster) line = free[line];
        found.push_back(cluster);
    }
    return found;
}

std::vector<cv::Point2f> cornersOf(const std::vector<Line> &lines, const std::vector<size_t> &which) {
    std::vector<cv::Point2f> points;
    for (const size_t line : which) points.insert(points.end(), lines[line].corners.begin(), lines[line].corners.end());
    return points;
}

/// Returns the slips found by their paper, and then those found by their text. Returns none if they overlap, as columns and boxes on a page do.
std::vector<cv::RotatedRect> slips(const cv::Mat &grey, const std::vector<Line> &lines) {
    // Fewer lines are a number or mark next to a slip.
    constexpr size_t fewestLines = 3;
    std::vector<std::vector<cv::Point>> contours;
    const AboveBed above = aboveBed(grey);
    cv::findContours(besideBed(above), contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
    std::vector<std::vector<cv::Point2f>> points;
    std::vector<size_t> free(lines.size());
    std::iota(free.begin(), free.end(), 0);
    for (const auto &contour : contours) {
        const cv::RotatedRect rect = cv::minAreaRect(contour);
        const double area = cv::contourArea(contour);
        if (area < leastSlip * double(grey.total()) || area < leastFilling * rect.size.area()) continue;
        const auto isHeld = [&](size_t line) { return shareWithin(rect, lines[line]) >= leastHeld; };
        const auto held = std::partition(free.begin(), free.end(), [&](size_t line) { return !isHeld(line); });
        if (!isSlip(above, contour, held != free.end())) continue;
        std::vector<cv::Point2f> all(contour.begin(), contour.end());
        const auto text = cornersOf(lines, {held, free.end()});
        all.insert(all.end(), text.begin(), text.end());
        points.push_back(all);
        free.erase(held, free.end());
    }
    // On slips with visible paper, most text is on the paper. Otherwise, this is an ordinary page whose paper looks like a bed.
    if (double(lines.size() - free.size()) < leastOnSlips * double(lines.size())) return {};
    const auto found = clusters(lines, free);
    for (const auto &cluster : found) {
        if (cluster.size() < fewestLines) continue;
        double height = 0;
        for (const size_t line : cluster) height += lines[line].height / double(cluster.size());
        std::vector<cv::Point2f> corners(4);
        around(cornersOf(lines, cluster), margin * height).points(corners.data());
        points.push_back(corners);
    }
    // The remaining text is added to the nearest slip.
    for (const auto &cluster : found) {
        if (cluster.size() >= fewestLines || points.empty()) continue;
        const auto own = cornersOf(lines, cluster);
        const auto distance = [&](const std::vector<cv::Point2f> &slip) {
            return -cv::pointPolygonTest(slip, (own[0] + own[2]) / 2, true);
        };
        std::vector<std::vector<cv::Point2f>> hulls(points.size());
        for (size_t slip = 0; slip < points.size(); ++slip) cv::convexHull(points[slip], hulls[slip]);
        const auto nearest = std::min_element(hulls.begin(), hulls.end(), [&](const auto &left, const auto &right) {
            return distance(left) < distance(right);
        });
        auto &slip = points[size_t(nearest - hulls.begin())];
        slip.insert(slip.end(), own.begin(), own.end());
    }
    std::vector<cv::RotatedRect> rects;
    for (const auto &slip : points) rects.push_back(cv::minAreaRect(slip));
    for (size_t one = 0; one < rects.size(); ++one) {
        for (size_t other = 0; other < one; ++other) {
            if (overlap(rects[one], rects[other]) > mostShared) return {};
        }
    }
    return rects;
}

/// Returns the corners clockwise from the upper left, for a slip that is rotated by at most 45 degrees.
Quad uprightCorners(const cv::RotatedRect &rect) {
    std::array<cv::Point2f, 4> corners;
    rect.points(corners.data());
    size_t first = 0;
    double best = HUGE_VAL;
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2f side = corners[(corner + 1) % 4] - corners[corner];
        const double turn = std::abs(std::atan2(double(side.y), double(side.x)));
        if (turn < best) std::tie(first, best) = std::pair(corner, turn);
    }
    Quad quad;
    for (size_t corner = 0; corner < 4; ++corner) quad[corner] = corners[(first + corner) % 4];
    return quad;
}

/// Returns how much lighter than the bed most of a slip is, in tones.
double lightness(const AboveBed &above, const Quad &slip) {
    cv::Mat region = cv::Mat::zeros(above.tones.size(), CV_8U);
    std::vector<cv::Point> outline(slip.begin(), slip.end());
    cv::fillConvexPoly(region, outline, 255);
    std::vector<float> tones;
    for (int y = 0; y < region.rows; ++y) {
        for (int x = 0; x < region.cols; ++x) {
            if (region.at<uint8_t>(y, x)) tones.push_back(above.tones.at<float>(y, x));
        }
    }
    return tones.empty() ? 0 : double(middle(tones));
}

/// Returns whether a region beside a slip is the edge of a lid or of the glass: narrow, and along a side of the picture.
bool isEdge(const cv::Rect &region, const cv::Size &size) {
    const bool isUpright = (region.x == 0 || region.br().x == size.width) && region.width <= edgeWidth * size.width &&
                           region.height >= edgeLength * size.height;
    const bool isLevel = (region.y == 0 || region.br().y == size.height) && region.height <= edgeWidth * size.height &&
                         region.width >= edgeLength * size.width;
    return isUpright || isLevel;
}

/// Returns whether the paper of a slip is visible, and nothing else is on the bed. The bed can then be removed without loss.
bool isAlone(const AboveBed &above, const Quad &slip) {
    if (std::abs(lightness(above, slip)) < above.least) return false;
    cv::Mat others = cv::abs(above.tones) > 2 * above.least, own = cv::Mat::zeros(others.size(), CV_8U), labels, stats, centers;
    const std::vector<cv::Point> outline(slip.begin(), slip.end());
    cv::fillConvexPoly(own, outline, 255);
    // A shadow surrounds the paper.
    const int shadow = std::max(3, int(shadowWidth * double(std::max(own.rows, own.cols))));
    cv::dilate(own, own, cv::getStructuringElement(cv::MORPH_RECT, {2 * shadow + 1, 2 * shadow + 1}));
    others.setTo(0, own);
    const int count = cv::connectedComponentsWithStats(others, labels, stats, centers);
    for (int label = 1; label < count; ++label) {
        const cv::Rect region(stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
                              stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
        if (stats.at<int>(label, cv::CC_STAT_AREA) > largestDust && !isEdge(region, others.size())) return false;
    }
    return true;
}

/// Returns whether a slip comes before another: above it, or to its left if they are side by side.
bool isBefore(const Quad &one, const Quad &other) {
    const double top = std::max(one[0].y, other[0].y), bottom = std::min(one[3].y, other[3].y);
    const double lower = std::min(one[3].y - one[0].y, other[3].y - other[0].y);
    return bottom - top > besideShare * lower ? one[0].x < other[0].x : one[0].y < other[0].y;
}

}  // namespace

}  // namespace vision

int vision_find_slips(VisionImage source, const double *lines, int32_t lineCount, VisionQuad *quads, int32_t capacity,
                      int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quads && count, "there is nowhere to put the quadrilaterals");
        vision::require(lines || lineCount <= 0, "there are no lines of text");
        *count = 0;
        std::vector<vision::Quad> found;
        const cv::Mat grey = vision::grey(vision::view(source));
        for (const auto &slip : vision::slips(grey, vision::linesOf(lines, lineCount))) {
            found.push_back(vision::uprightCorners(slip));
        }
        if (found.size() > size_t(capacity)) return;
        // This relation may not be transitive, so std::sort can't be used.
        for (size_t place = 1; place < found.size(); ++place) {
            for (size_t at = place; at > 0 && vision::isBefore(found[at], found[at - 1]); --at) {
                std::swap(found[at], found[at - 1]);
            }
        }
        const vision::AboveBed above = found.empty() ? vision::AboveBed{} : vision::aboveBed(grey);
        for (const auto &slip : found) {
            VisionQuad &quad = quads[(*count)++];
            const bool isSure = found.size() == 1 && vision::isAlone(above, slip);
            const double confidence =
                isSure ? 1 : std::clamp(vision::lightness(above, slip) / vision::surelyLighter, 0.0, 1.0);
            quad = {{0, 0, 0, 0, 0, 0, 0, 0}, confidence, {1, 1, 1, 1}, 0};
            for (size_t corner = 0; corner < 4; ++corner) {
                quad.corners[2 * corner] = slip[corner].x;
                quad.corners[2 * corner + 1] = slip[corner].y;
            }
        }
    });
}
