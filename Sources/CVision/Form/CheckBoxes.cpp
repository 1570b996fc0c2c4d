// SPDX-License-Identifier: GPL-3.0-or-later
//
// Boxes to check, circles to fill and combs for letters, by their shape alone.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Pixels/Support.h"

namespace {

/// The sides of boxes and circles, in inches.
constexpr double smallest = 0.07, largest = 0.34;
/// How far the two sides of a box may differ, and how much of each must be drawn.
constexpr double unevenness = 0.22, drawn = 0.75;
/// Letters are narrower than circles.
constexpr double roundness = 0.1;
/// A comb has so many equal cells at least.
constexpr size_t fewestCells = 4;
/// A page with more such marks is a pattern.
constexpr size_t mostSegments = 4000;

struct Segment {
    cv::Rect box;
};

std::vector<Segment> segments(const cv::Mat &mask, bool across, double least, double most) {
    cv::Mat labels, stats, centers;
    const int count = cv::connectedComponentsWithStats(mask, labels, stats, centers, 8, CV_32S);
    std::vector<Segment> found;
    for (int label = 1; label < count; ++label) {
        const cv::Rect box(stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
                           stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
        const double length = across ? box.width : box.height, thickness = across ? box.height : box.width;
        if (length < least || length > most || thickness > std::max(5.0, 0.35 * length)) continue;
        found.push_back({box});
        if (found.size() > mostSegments) return {};
    }
    return found;
}

/// The share of the rows between two heights that have ink near a column.
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

/// The share of a region that is ink; of a round one only what is within the circle counts.
double fill(const cv::Mat &ink, cv::Rect box, int inset, bool round) {
    cv::Rect inside(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset);
    inside &= cv::Rect(0, 0, ink.cols, ink.rows);
    if (inside.width < 2 || inside.height < 2) return 0;
    int count = 0, all = 0;
    const double radius = 0.5 * std::min(inside.width, inside.height);
    const double middleX = inside.x + 0.5 * inside.width, middleY = inside.y + 0.5 * inside.height;
    for (int y = inside.y; y < inside.y + inside.height; ++y) {
        for (int x = inside.x; x < inside.x + inside.width; ++x) {
            if (round && std::hypot(x + 0.5 - middleX, y + 0.5 - middleY) > radius) continue;
            ++all;
            count += ink.at<uint8_t>(y, x) != 0;
        }
    }
    return all > 0 ? double(count) / all : 0;
}

class Finder {
public:
    Finder(const cv::Mat &image, double dpi, VisionCheckBox *boxes, int32_t capacity)
        : least(smallest * dpi), most(largest * dpi), boxes(boxes), capacity(capacity) {
        const int reach = std::max(15, int(dpi / 5)) | 1;
        cv::Mat smooth;
        cv::GaussianBlur(image, smooth, cv::Size(3, 3), 0);
        cv::adaptiveThreshold(smooth, ink, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV, reach, 14);
        const int length = std::max(5, int(0.62 * least));
        cv::Mat thick;
        // A line that leans is a staircase: a pixel more joins its steps.
        cv::dilate(ink, thick, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(1, 3)));
        cv::morphologyEx(thick, across, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(length, 1)));
        cv::dilate(ink, thick, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(3, 1)));
        cv::morphologyEx(thick, down, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(1, length)));
    }

    int32_t run() {
        findSquares();
        findCombs();
        findCircles();
        return count;
    }

private:
    const double least, most;
    VisionCheckBox *boxes;
    const int32_t capacity;
    int32_t count = 0;
    cv::Mat ink, across, down;

    bool isKnown(const cv::Rect &box) const {
        for (int32_t n = 0; n < count; ++n) {
            const cv::Rect other(int(boxes[n].x), int(boxes[n].y), int(boxes[n].width), int(boxes[n].height));
            if ((box & other).area() > 0.3 * std::min(box.area(), other.area())) return true;
        }
        return false;
    }

    void add(const cv::Rect &box, VisionCheckBoxShape shape, double fill, int32_t cells = 1) {
        if (count >= capacity || isKnown(box)) return;
        boxes[count++] = {double(box.x), double(box.y), double(box.width), double(box.height), shape, fill, cells};
    }

    void findSquares() {
        auto lines = segments(across, true, 0.85 * least, 1.15 * most);
        std::sort(lines.begin(), lines.end(), [](const Segment &a, const Segment &b) { return a.box.y < b.box.y; });
        for (size_t n = 0; n < lines.size(); ++n) {
            const cv::Rect &top = lines[n].box;
            for (size_t m = n + 1; m < lines.size(); ++m) {
                const cv::Rect &bottom = lines[m].box;
                const double height = bottom.y + bottom.height - top.y, width = std::max(top.width, bottom.width);
                if (height > (1 + unevenness) * width) break;
                if (height < (1 - unevenness) * width || height < least) continue;
                const double slack = unevenness * width;
                if (std::abs(top.x - bottom.x) > slack || std::abs(top.x + top.width - bottom.x - bottom.width) > slack) continue;
                const cv::Rect box(std::min(top.x, bottom.x), top.y, int(width), int(height));
                const int reach = std::max(2, int(0.12 * width));
                const int from = top.y + top.height, to = bottom.y;
                if (coverage(down, box.x + 1, from, to, reach) < drawn) continue;
                if (coverage(down, box.x + box.width - 2, from, to, reach) < drawn) continue;
                const int line = std::min(top.height, bottom.height);
                add(box, VISION_SQUARE, fill(ink, box, std::max(line + 1, int(0.16 * width)), false));
                break;
            }
        }
    }

    void findCombs() {
        auto lines = segments(down, false, 0.5 * least, 1.3 * most);
        std::sort(lines.begin(), lines.end(), [](const Segment &a, const Segment &b) {
            return std::make_pair(a.box.y / 8, a.box.x) < std::make_pair(b.box.y / 8, b.box.x);
        });
        std::vector<bool> used(lines.size(), false);
        for (size_t n = 0; n < lines.size(); ++n) {
            if (used[n]) continue;
            std::vector<size_t> run{n};
            for (size_t m = n + 1; m < lines.size(); ++m) {
                const cv::Rect &first = lines[n].box, &last = lines[run.back()].box, &next = lines[m].box;
                if (std::abs(next.y + next.height - first.y - first.height) > 0.2 * first.height) continue;
                if (std::abs(next.height - first.height) > 0.3 * first.height || next.x <= last.x) continue;
                const double pitch = next.x - last.x;
                if (pitch < 0.6 * least || pitch > most) continue;
                if (run.size() > 1) {
                    const double usual = double(last.x - first.x) / double(run.size() - 1);
                    if (std::abs(pitch - usual) > 0.12 * usual) continue;
                }
                run.push_back(m);
            }
            if (run.size() < fewestCells + 1) continue;
            const cv::Rect &first = lines[run.front()].box, &last = lines[run.back()].box;
            cv::Rect box(first.x, first.y, last.x + last.width - first.x, first.height);
            // A comb stands on a line.
            int drawnColumns = 0;
            const int foot = box.y + box.height, reach = std::max(3, box.height / 8);
            for (int x = box.x; x < box.x + box.width; ++x) {
                bool isInk = false;
                for (int y = std::max(0, foot - reach); y < std::min(across.rows, foot + reach); ++y) isInk |= across.at<uint8_t>(y, x) != 0;
                drawnColumns += isInk;
            }
            if (drawnColumns < 0.8 * box.width) continue;
            for (size_t m : run) used[m] = true;
            add(box, VISION_COMB, 0, int32_t(run.size() - 1));
        }
    }

    void findCircles() {
        std::vector<std::vector<cv::Point>> outlines;
        std::vector<cv::Vec4i> tree;
        cv::findContours(ink, outlines, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
        for (size_t n = 0; n < outlines.size(); ++n) {
            // Holes have what is around them as their parent.
            if (tree[n][3] < 0) continue;
            const cv::Rect hole = cv::boundingRect(outlines[n]);
            const auto &outer = outlines[size_t(tree[n][3])];
            const cv::Rect box = cv::boundingRect(outer);
            const double side = std::max(box.width, box.height);
            if (side < least || side > most || hole.width < 0.5 * box.width || hole.height < 0.5 * box.height) continue;
            if (std::abs(double(box.width) / box.height - 1) > roundness) continue;
            const double area = cv::contourArea(outer), length = cv::arcLength(outer, true);
            if (4 * CV_PI * area < 0.8 * length * length || std::abs(area / (box.area() * CV_PI / 4) - 1) > 0.12) continue;
            const double inner = cv::contourArea(outlines[n]);
            if (std::abs(inner / (hole.area() * CV_PI / 4) - 1) > 0.2) continue;
            const int line = std::max(1, (box.width - hole.width) / 2);
            add(box, VISION_CIRCLE, fill(ink, box, line + 2, true));
        }
    }
};

}  // namespace

int vision_check_boxes(VisionImage image, double dpi, VisionCheckBox *boxes, int32_t capacity, int32_t *count,
                       VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(boxes, "no room for boxes");
        vision::require(count, "no room for the number of boxes");
        *count = 0;
        const cv::Mat source = vision::grey(vision::view(image));
        if (dpi < 50 || dpi > 2400 || source.cols < 32 || source.rows < 32) return;
        *count = Finder(source, dpi, boxes, capacity).run();
    });
}
