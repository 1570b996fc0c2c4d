// SPDX-License-Identifier: GPL-3.0-or-later
//
// Boxes to check, circles to fill and combs for letters, by their shape alone.
#include <algorithm>
#include <cmath>
#include <tuple>

#include <opencv2/imgproc.hpp>

#include "Pixels/Support.h"

namespace {

/// The sides of boxes and circles, in inches.
constexpr double smallest = 0.07, largest = 0.34;
/// How far the two sides of a box may differ, and how much of each must be drawn.
constexpr double unevenness = 0.18, drawn = 0.75;
/// Letters are narrower than circles.
constexpr double roundness = 0.1;
/// A comb has so many equal cells at least.
constexpr size_t fewestCells = 4;
/// Letters are narrower than its cells, in the smallest sides.
constexpr double narrowestCell = 1.4;
/// A page with more such marks is a pattern.
constexpr size_t mostSegments = 4000;
/// The shares of their bounding boxes that circles cover, and that squares with round corners cover at least.
constexpr std::pair<double, double> circleShare{0.73, 0.85};
constexpr double squareShare = 0.89;
/// What a mark that leaves its box makes of it is not larger, in the largest sides.
constexpr double furthest = 2.5;
/// A box that cannot be told by itself needs so many others of its size, and so much of each side drawn.
constexpr size_t fewestOthers = 2;
constexpr double outlineDrawn = 0.6;
/// In so few pixels, a letter looks like a box.
constexpr double leastByOthers = 14;
/// So many boxes of a size with ink in all of them are letters; a box with less ink in it is open.
constexpr int mostFull = 3;
constexpr double openFill = 0.025;
/// So many columns or rows of boxes at most are followed.
constexpr size_t mostLines = 60;
/// How far the sizes of marks of one kind differ, and the share of ink beside a letter in a word.
constexpr double sameSize = 0.15, inkOfLetters = 0.13;

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
    Finder(const cv::Mat &image, double dpi, const std::vector<cv::Rect2d> &words, VisionCheckBox *boxes, int32_t capacity)
        : least(smallest * dpi), most(largest * dpi), words(words), boxes(boxes), capacity(capacity) {
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
        findOutlines();
        dropLetters();
        findByOthers();
        return count;
    }

private:
    const double least, most;
    const std::vector<cv::Rect2d> &words;
    VisionCheckBox *boxes;
    const int32_t capacity;
    int32_t count = 0;
    cv::Mat ink, across, down, sums;
    /// Outlines without a clear inside, and what is too large for one.
    std::vector<std::pair<cv::Rect, VisionCheckBoxShape>> solid;
    std::vector<cv::Rect> loose;

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
                // The masks are a pixel larger than the lines.
                const cv::Rect box(std::min(top.x, bottom.x), top.y + 1, int(width), int(height) - 2);
                const int reach = std::max(2, int(0.12 * width));
                const int from = top.y + top.height, to = bottom.y;
                if (coverage(down, box.x + 1, from, to, reach) < drawn) continue;
                if (coverage(down, box.x + box.width - 2, from, to, reach) < drawn) continue;
                if (outline(box.x, box.y, box.width, box.height, false) < outlineDrawn) continue;
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
                if (pitch < narrowestCell * least || pitch > most) continue;
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

    /// Squares and circles whose outline nothing leaves: a mark may fill them, or divide their inside.
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
                loose.push_back(box);
                continue;
            }
            const double area = cv::contourArea(outlines[n]), share = area / (double(box.width - 1) * (box.height - 1));
            const double length = cv::arcLength(outlines[n], true);
            const bool isCircle = std::abs(double(box.width) / box.height - 1) < roundness && share > circleShare.first &&
                                  share < circleShare.second && 4 * CV_PI * area > 0.8 * length * length;
            if (!isCircle && share < squareShare) {
                loose.push_back(box);
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
                add(box, shape, isCircle ? fill(ink, box, std::max(1, (box.width - hole.width) / 2) + 2, true)
                                         : fill(ink, box, std::max(hole.x - box.x + 2, int(0.16 * box.width)), false));
            } else {
                solid.push_back({box, shape});
            }
        }
    }

    /// Takes out what was read as part of a word, or has ink at its left and right as letters have, and what is of the size of most such letters.
    void dropLetters() {
        std::vector<bool> isLetter(size_t(count), false);
        for (int32_t n = 0; n < count; ++n) isLetter[size_t(n)] = boxes[n].shape != VISION_COMB && isInWord(boxes[n]);
        int32_t kept = 0;
        const std::vector<VisionCheckBox> all(boxes, boxes + count);
        for (int32_t n = 0; n < int32_t(all.size()); ++n) {
            int letters = 0, others = 0, full = 0, open = 0;
            for (size_t m = 0; m < all.size() && all[size_t(n)].shape != VISION_COMB; ++m) {
                if (all[m].shape != all[size_t(n)].shape || std::abs(all[m].width / all[size_t(n)].width - 1) > sameSize) continue;
                (isLetter[m] ? letters : others) += 1;
                (isLetter[m] || all[m].fill > openFill ? full : open) += 1;
            }
            // Signs of other scripts look like boxes with marks, but none of them is open.
            if (!isLetter[size_t(n)] && letters <= others && (open > 0 || full < mostFull)) boxes[kept++] = all[size_t(n)];
        }
        count = kept;
    }

    bool isInWord(const VisionCheckBox &box) const {
        const cv::Rect2d place(box.x, box.y, box.width, box.height);
        for (const cv::Rect2d &word : words) {
            const cv::Rect2d shared = place & word;
            // What is as wide as the word is no letter of it: boxes are read as words such as "oO".
            if (shared.width > 0.6 * place.width && shared.height > 0.6 * place.height && place.width < 0.7 * word.width) return true;
        }
        const int side = int(box.width), gap = std::max(2, int(0.12 * side)), width = std::max(2, int(0.5 * side));
        const cv::Rect page(0, 0, ink.cols, ink.rows);
        const cv::Rect left = cv::Rect(int(box.x) - gap - width, int(box.y), width, int(box.height)) & page;
        const cv::Rect right = cv::Rect(int(box.x) + side + gap, int(box.y), width, int(box.height)) & page;
        return left.area() > 0 && right.area() > 0 && cv::countNonZero(ink(left)) > inkOfLetters * left.area() &&
               cv::countNonZero(ink(right)) > inkOfLetters * right.area();
    }

    /// What looks like a box that is full, or is covered by what leaves it, if others of its size are on the page.
    void findByOthers() {
        const std::vector<VisionCheckBox> known(boxes, boxes + count);
        std::vector<VisionCheckBox> usual;
        for (const VisionCheckBox &one : known) {
            const auto isLike = [&](const VisionCheckBox &other) {
                return other.shape == one.shape && std::abs(other.width / one.width - 1) < sameSize;
            };
            if (one.shape == VISION_COMB || one.width < leastByOthers || std::any_of(usual.begin(), usual.end(), isLike)) continue;
            std::vector<VisionCheckBox> alike;
            std::copy_if(known.begin(), known.end(), std::back_inserter(alike), isLike);
            if (alike.size() < fewestOthers) continue;
            const auto middle = alike.begin() + std::ptrdiff_t(alike.size() / 2);
            std::nth_element(alike.begin(), middle, alike.end(), [](auto &a, auto &b) { return a.width < b.width; });
            usual.push_back(*middle);
            for (const auto &[box, shape] : solid) {
                if (shape == one.shape && std::abs(box.width / usual.back().width - 1) < sameSize) addFull(box, usual.back());
            }
            for (const cv::Rect &box : loose) findWithin(box, usual.back());
            findInLine(alike, usual.back());
        }
    }

    /// Marks join boxes with tables and words: what is left is looked for above, below and beside the others.
    void findInLine(const std::vector<VisionCheckBox> &alike, const VisionCheckBox &one) {
        const int side = int(one.width);
        std::vector<double> columns, rows;
        const auto note = [&](std::vector<double> &lines, double place) {
            const auto isNear = [&](double line) { return std::abs(line - place) < 0.25 * side; };
            if (lines.size() < mostLines && std::none_of(lines.begin(), lines.end(), isNear)) lines.push_back(place);
        };
        for (const VisionCheckBox &box : alike) note(columns, box.x), note(rows, box.y);
        for (double x : columns) findWithin(cv::Rect(int(x), 0, side, ink.rows), one);
        for (double y : rows) findWithin(cv::Rect(0, int(y), ink.cols, side), one);
    }

    void addFull(const cv::Rect &box, const VisionCheckBox &one) {
        if (!isInWord({double(box.x), double(box.y), double(box.width), double(box.height), one.shape, 0, 1})) {
            add(box, one.shape, inside(box, one));
        }
    }

    /// The share of ink in a box whose line cannot be seen, by another box.
    double inside(const cv::Rect &box, const VisionCheckBox &one) const {
        return fill(ink, box, std::max(2, int(0.2 * one.width)), one.shape == VISION_CIRCLE);
    }

    /// The places in a region where the outline of a box is drawn well, and better than beside them.
    void findWithin(const cv::Rect &region, const VisionCheckBox &one) {
        const int side = int(one.width), slack = std::max(1, side / 12);
        if (region.width < side - slack || region.height < side - slack) return;
        const bool isCircle = one.shape == VISION_CIRCLE;
        std::vector<std::pair<double, cv::Rect>> found;
        for (int y = region.y - slack; y + side <= region.y + region.height + slack; ++y) {
            for (int x = region.x - slack; x + side <= region.x + region.width + slack; ++x) {
                if (!hasLine(cv::Rect(x, y, side, side))) continue;
                const double score = outline(x, y, side, side, isCircle);
                if (score > outlineDrawn) found.push_back({score, cv::Rect(x, y, side, side)});
            }
        }
        std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
            return std::make_tuple(-a.first, a.second.y, a.second.x) < std::make_tuple(-b.first, b.second.y, b.second.x);
        });
        for (const auto &[score, place] : found) {
            const cv::Rect box = place & cv::Rect(0, 0, ink.cols, ink.rows);
            if (!isKnown(box)) addFull(box, one);
        }
    }

    /// Whether there is as much ink between a place and what is within it as a thin line has: quickly, most places are left out.
    bool hasLine(const cv::Rect &box) {
        if (sums.empty()) {
            cv::Mat ones;
            cv::threshold(ink, ones, 0, 1, cv::THRESH_BINARY);
            cv::integral(ones, sums, CV_32S);
        }
        const int line = std::max(3, box.width / 6);
        const cv::Rect within(box.x + line, box.y + line, box.width - 2 * line, box.height - 2 * line);
        return inkIn(box) - inkIn(within) > outlineDrawn * 3 * box.width;
    }

    int inkIn(cv::Rect box) const {
        box &= cv::Rect(0, 0, ink.cols, ink.rows);
        if (box.empty()) return 0;
        return sums.at<int>(box.y + box.height, box.x + box.width) - sums.at<int>(box.y, box.x + box.width) -
               sums.at<int>(box.y + box.height, box.x) + sums.at<int>(box.y, box.x);
    }

    /// How much of an outline is ink with paper around it: the least of its four sides or quarters counts.
    double outline(int x, int y, int width, int height, bool isCircle) const {
        constexpr int steps = 16;
        double least = 1;
        const double middleX = x + 0.5 * width, middleY = y + 0.5 * height, away = std::max(2.0, 0.08 * width);
        for (int quarter = 0; quarter < 4; ++quarter) {
            int drawn = 0;
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
                const double outX = isCircle ? unitX : quarter % 2 == 0 ? unitX : 0;
                const double outY = isCircle ? unitY : quarter % 2 == 1 ? unitY : 0;
                const double edgeX = middleX + unitX * 0.5 * width, edgeY = middleY + unitY * 0.5 * height;
                const bool isInk = at(edgeX - 0.5 * outX, edgeY - 0.5 * outY) || at(edgeX - 1.5 * outX, edgeY - 1.5 * outY) ||
                                   at(edgeX - 2.5 * outX, edgeY - 2.5 * outY);
                const bool isPaper = !at(edgeX + away * outX, edgeY + away * outY);
                drawn += isInk && isPaper;
            }
            least = std::min(least, double(drawn) / steps);
            if (least <= outlineDrawn) return 0;
        }
        return least;
    }

    bool at(double x, double y) const {
        const int column = int(std::floor(x)), row = int(std::floor(y));
        return column >= 0 && row >= 0 && column < ink.cols && row < ink.rows && ink.at<uint8_t>(row, column) != 0;
    }
};

}  // namespace

int vision_check_boxes(VisionImage image, double dpi, const double *words, int32_t wordCount, VisionCheckBox *boxes,
                       int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(boxes, "no room for boxes");
        vision::require(count, "no room for the number of boxes");
        if (wordCount > 0) vision::require(words, "no words");
        *count = 0;
        const cv::Mat source = vision::grey(vision::view(image));
        if (dpi < 50 || dpi > 2400 || source.cols < 32 || source.rows < 32) return;
        std::vector<cv::Rect2d> places;
        for (int32_t n = 0; n < wordCount; ++n) {
            places.push_back({words[4 * n], words[4 * n + 1], words[4 * n + 2], words[4 * n + 3]});
        }
        *count = Finder(source, dpi, places, boxes, capacity).run();
    });
}
