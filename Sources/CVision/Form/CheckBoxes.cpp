// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds checkboxes, radio buttons, and combs by their shape.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <opencv2/imgproc.hpp>

#include "FoundBoxes.h"

namespace {

using vision::BoxInk;
using vision::BoxOutline;
using vision::DoubtfulBoxes;
using vision::FoundBoxes;

/// The range of the side of boxes and circles, in inches.
constexpr double smallest = 0.07, largest = 0.34;
/// The maximum relative difference of a box's sides, and the minimum fraction of each that must be drawn.
constexpr double unevenness = 0.18, drawn = 0.75;
/// The maximum relative difference of a circle's width and height, because letters are narrower.
constexpr double roundness = 0.1;
/// The minimum number of equal cells in a comb.
constexpr size_t fewestCells = 4;
/// The minimum width of a cell, in smallest sides, because letters are narrower.
constexpr double narrowestCell = 1.4;
/// The maximum number of segments. A page with more is a pattern.
constexpr size_t mostSegments = 4000;
/// The range of the fraction of its bounding box that a circle covers, and the minimum fraction for a square with rounded corners.
constexpr std::pair<double, double> circleShare{0.73, 0.85};
constexpr double squareShare = 0.89;
/// The maximum size of a box with a mark that extends beyond it, in largest sides.
constexpr double furthest = 2.5;

/// Returns the thin marks of a mask with the length of boxes' sides, or none if there are so many that they are a pattern.
std::vector<cv::Rect> segments(const cv::Mat &mask, bool isAcross, double least, double most) {
    // This is much faster than labeling all pixels.
    std::vector<std::vector<cv::Point>> outlines;
    std::vector<cv::Vec4i> tree;
    cv::findContours(mask, outlines, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
    std::vector<cv::Rect> found;
    for (size_t n = 0; n < outlines.size(); ++n) {
        if (tree[n][3] >= 0) continue;
        const cv::Rect box = cv::boundingRect(outlines[n]);
        const double length = isAcross ? box.width : box.height, thickness = isAcross ? box.height : box.width;
        if (length < least || length > most || thickness > std::max(5.0, 0.35 * length)) continue;
        found.push_back(box);
        if (found.size() > mostSegments) return {};
    }
    return found;
}

/// Returns the fraction of the rows between two heights that have ink near a column.
double coverage(const cv::Mat &mask, int x, int top, int bottom, int reach) {
    const int left = std::max(0, x - reach), right = std::min(mask.cols - 1, x + reach);
    if (bottom <= top || right < left) return 0;
    int rows = 0;
    for (int y = std::max(0, top); y < std::min(mask.rows, bottom); ++y) {
        const uint8_t *row = mask.ptr<uint8_t>(y);
        rows += std::any_of(row + left, row + right + 1, [](uint8_t value) { return value != 0; });
    }
    return double(rows) / (bottom - top);
}

class Finder {
public:
    Finder(const BoxInk &boxInk, double dpi, FoundBoxes &boxes)
        : least(smallest * dpi), most(largest * dpi), boxes(boxes), boxInk(boxInk), ink(boxInk.pixels()) {
        const int length = std::max(5, int(0.62 * least));
        cv::Mat thick;
        // A slightly skewed line has steps, which one more pixel connects.
        cv::dilate(ink, thick, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(1, 3)));
        cv::morphologyEx(thick, across, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(length, 1)));
        cv::dilate(ink, thick, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(3, 1)));
        cv::morphologyEx(thick, down, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(1, length)));
    }

    /// Adds the clear boxes, and returns the doubtful ones.
    DoubtfulBoxes run() {
        findSquares();
        findCombs();
        findOutlines();
        return std::move(doubtful);
    }

private:
    const double least, most;
    FoundBoxes &boxes;
    const BoxInk &boxInk;
    const cv::Mat &ink;
    cv::Mat across, down;
    DoubtfulBoxes doubtful;

    void findSquares() {
        auto lines = segments(across, true, 0.85 * least, 1.15 * most);
        std::sort(lines.begin(), lines.end(), [](const cv::Rect &a, const cv::Rect &b) {
            return std::make_pair(a.y, a.x) < std::make_pair(b.y, b.x);
        });
        for (size_t n = 0; n < lines.size(); ++n) {
            const cv::Rect &top = lines[n];
            for (size_t m = n + 1; m < lines.size(); ++m) {
                const cv::Rect &bottom = lines[m];
                const double height = bottom.y + bottom.height - top.y, width = std::max(top.width, bottom.width);
                if (height > (1 + unevenness) * top.width) break;
                if (height < (1 - unevenness) * width || height < least) continue;
                const double slack = unevenness * width;
                if (std::abs(top.x - bottom.x) > slack || std::abs(top.x + top.width - bottom.x - bottom.width) > slack) continue;
                // The masks are one pixel larger than the lines.
                const cv::Rect box(std::min(top.x, bottom.x), top.y + 1, int(width), int(height) - 2);
                const int reach = std::max(2, int(0.12 * width));
                const int from = top.y + top.height, to = bottom.y;
                if (coverage(down, box.x + 1, from, to, reach) < drawn) continue;
                if (coverage(down, box.x + box.width - 2, from, to, reach) < drawn) continue;
                if (boxInk.outline(BoxOutline(box.width, box.height, false), box.x, box.y) == 0) continue;
                const int line = std::min(top.height, bottom.height);
                boxes.add(box, VISION_SQUARE, boxInk.fill(box, std::max(line + 1, int(0.16 * width)), false));
                break;
            }
        }
    }

    void findCombs() {
        auto lines = segments(down, false, 0.5 * least, 1.3 * most);
        std::sort(lines.begin(), lines.end(), [](const cv::Rect &a, const cv::Rect &b) {
            return std::make_tuple(a.y / 8, a.x, a.y) < std::make_tuple(b.y / 8, b.x, b.y);
        });
        std::vector<bool> used(lines.size(), false);
        for (size_t n = 0; n < lines.size(); ++n) {
            if (used[n]) continue;
            std::vector<size_t> run{n};
            for (size_t m = n + 1; m < lines.size(); ++m) {
                const cv::Rect &first = lines[n], &last = lines[run.back()], &next = lines[m];
                if (std::abs(next.y + next.height - first.y - first.height) > 0.2 * first.height) continue;
                if (std::abs(next.height - first.height) > 0.3 * first.height || next.x <= last.x) continue;
                const double pitch = next.x - last.x;
                if (pitch < narrowestCell * least || pitch > most) continue;
                if (run.size() > 1) {
                    const double usual = double(last.x - first.x) / double(run.size() - 1);
                    if (std::abs(pitch - usual) > 0.12 * usual) continue;
                }
                run.push_back(m);
            }
            if (run.size() < fewestCells + 1) continue;
            const cv::Rect &first = lines[run.front()], &last = lines[run.back()];
            cv::Rect box(first.x, first.y, last.x + last.width - first.x, first.height);
            // A comb has a line at its bottom.
            int drawnColumns = 0;
            const int foot = box.y + box.height, reach = std::max(3, box.height / 8);
            for (int x = box.x; x < box.x + box.width; ++x) {
                bool isInk = false;
                for (int y = std::max(0, foot - reach); y < std::min(across.rows, foot + reach); ++y) isInk |= across.at<uint8_t>(y, x) != 0;
                drawnColumns += isInk;
            }
            if (drawnColumns < 0.8 * box.width) continue;
            for (size_t m : run) used[m] = true;
            boxes.add(box, VISION_COMB, 0, int32_t(run.size() - 1));
        }
    }

    /// Finds squares and circles with closed outlines. A mark can fill them or divide their inside.
    void findOutlines() {
        std::vector<std::vector<cv::Point>> outlines;
        std::vector<cv::Vec4i> tree;
        cv::findContours(ink, outlines, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
        for (size_t n = 0; n < outlines.size(); ++n) {
            if (tree[n][3] >= 0) continue;
            const cv::Rect box = cv::boundingRect(outlines[n]);
            const double side = std::max(box.width, box.height), other = std::min(box.width, box.height);
            if (other < least || side > furthest * most) continue;
            if (side > most || std::abs(double(box.width) / box.height - 1) > unevenness) {
                doubtful.loose.push_back(box);
                continue;
            }
            const double area = cv::contourArea(outlines[n]), share = area / (double(box.width - 1) * (box.height - 1));
            const double length = cv::arcLength(outlines[n], true);
            const bool isCircle = std::abs(double(box.width) / box.height - 1) < roundness && share > circleShare.first &&
                                  share < circleShare.second && 4 * CV_PI * area > 0.8 * length * length;
            if (!isCircle && share < squareShare) {
                doubtful.loose.push_back(box);
                continue;
            }
            cv::Rect hole;
            double inner = 0;
            for (int m = tree[n][2]; m >= 0; m = tree[size_t(m)][0]) {
                const cv::Rect one = cv::boundingRect(outlines[size_t(m)]);
                if (one.area() > hole.area()) hole = one, inner = cv::contourArea(outlines[size_t(m)]);
            }
            const bool isOpen = hole.width > 0.5 * box.width && hole.height > 0.5 * box.height;
            const double filled = hole.area() > 0 ? inner / hole.area() : 0;
            const bool isClear = isOpen && (isCircle ? std::abs(filled / (CV_PI / 4) - 1) < 0.2 : filled > 0.7);
            const auto shape = isCircle ? VISION_CIRCLE : VISION_SQUARE;
            if (isClear) {
                boxes.add(box, shape, isCircle ? boxInk.fill(box, std::max(1, (box.width - hole.width) / 2) + 2, true)
                                         : boxInk.fill(box, std::max(hole.x - box.x + 2, int(0.16 * box.width)), false));
            } else {
                doubtful.solid.push_back({box, shape});
            }
        }
    }
};

}  // namespace

int vision_check_boxes(VisionImage image, double dpi, const double *words, int32_t wordCount, int32_t sureCount,
                       VisionCheckBox *boxes, int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(boxes, "no room for boxes");
        vision::require(count, "no room for the number of boxes");
        if (wordCount > 0) vision::require(words, "no words");
        *count = 0;
        const cv::Mat source = vision::grey(vision::view(image));
        if (dpi < 50 || dpi > 2400 || source.cols < 32 || source.rows < 32) return;
        std::vector<cv::Rect2d> sure, uncertain;
        for (int32_t n = 0; n < wordCount; ++n) {
            (n < sureCount ? sure : uncertain).push_back({words[4 * n], words[4 * n + 1], words[4 * n + 2], words[4 * n + 3]});
        }
        FoundBoxes found(boxes, capacity);
        BoxInk ink(source, dpi);
        const DoubtfulBoxes doubtful = Finder(ink, dpi, found).run();
        found.dropLetters(ink, sure, uncertain);
        vision::findByOthers(ink, sure, doubtful, found);
        *count = found.size();
    });
}
