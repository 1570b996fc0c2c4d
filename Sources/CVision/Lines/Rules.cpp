// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds straight rules across and down a page, such as those of tables. A rule is darker than the paper at both of its sides, thin, and
// longer than strokes of letters: what is thin is found by closing it (black-hat), what is long by opening that along the
// rule. Light rules between dark cells are found in the same way. Pieces that lie on one line are put together again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "Pixels/Support.h"

namespace {

/// A rule is so many times as long as letters are high.
constexpr double leastLength = 2.4;
/// What is thicker is a bar or a picture: a share of the longer side of the image, of which an A4 page at 150 dpi has 1754 pixels.
constexpr double mostWidth = 9.0 / 1754;
/// How much darker than the paper beside it a rule is, in tones.
constexpr int leastContrast = 14;
/// Pieces of one rule are nearer to each other: rules are dotted, and letters stand on them.
constexpr double widestGap = 14.0 / 1754;

/// Paper is beside this share of a rule; between strokes of letters, which look like one, there are others.
constexpr double leastClear = 0.6;
/// Of a light rule between dark cells, nearly all: there is nothing but letters at the sides of gaps between lines of text.
constexpr double leastClearLight = 0.75;
/// A picture has more that looks like rules than anybody draws.
constexpr size_t mostPieces = 4096;

/// One rule or a piece of it, as if it ran across: `at` is y on the left, `slope` how it falls.
struct Piece {
    double start, end, atStart, atEnd, width;
};

/// The share of a piece with lighter pixels above and below it. `line` is its middle at each of its columns.
double clearShare(const cv::Mat &grey, int left, const std::vector<int> &line, double thick) {
    const int reach = int(std::lround(thick / 2)) + 2;
    int clear = 0;
    for (size_t index = 0; index < line.size(); ++index) {
        const int x = left + int(index), y = std::clamp(line[index], reach, grey.rows - 1 - reach);
        int tone = 255;
        for (int near = y - 1; near <= y + 1; ++near) tone = std::min(tone, int(grey.at<uint8_t>(near, x)));
        const int above = grey.at<uint8_t>(y - reach, x), below = grey.at<uint8_t>(y + reach, x);
        if (std::min(above, below) - tone >= leastContrast) ++clear;
    }
    return double(clear) / double(std::max<size_t>(1, line.size()));
}

/// The pieces that are thin and long across the image.
std::vector<Piece> pieces(const cv::Mat &grey, int length, int width, double clear) {
    cv::Mat dark, mask;
    cv::morphologyEx(grey, dark, cv::MORPH_BLACKHAT, cv::getStructuringElement(cv::MORPH_RECT, {1, 2 * width + 1}));
    cv::threshold(dark, mask, leastContrast, 255, cv::THRESH_BINARY);
    // A rule that is a little askew goes on in the next row.
    cv::dilate(mask, mask, cv::getStructuringElement(cv::MORPH_RECT, {1, 3}));
    cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {length, 1}));
    cv::Mat labels, boxes, centres;
    const int count = cv::connectedComponentsWithStats(mask, labels, boxes, centres, 8, CV_32S);
    std::vector<Piece> result;
    for (int label = 1; label < count && result.size() < mostPieces; ++label) {
        const int left = boxes.at<int>(label, cv::CC_STAT_LEFT), wide = boxes.at<int>(label, cv::CC_STAT_WIDTH);
        const int area = boxes.at<int>(label, cv::CC_STAT_AREA);
        // The dilation added a row above and one below.
        const double thick = std::max(1.0, double(area) / wide - 2);
        if (wide < length || thick > width || grey.rows < 4 * width) continue;
        const int top = boxes.at<int>(label, cv::CC_STAT_TOP), high = boxes.at<int>(label, cv::CC_STAT_HEIGHT);
        std::vector<int> sums(size_t(wide), 0), counts(size_t(wide), 0), line(size_t(wide), top + high / 2);
        for (int y = top; y < top + high; ++y) {
            const int *row = labels.ptr<int>(y);
            for (int x = 0; x < wide; ++x) {
                if (row[left + x] != label) continue;
                sums[size_t(x)] += y;
                ++counts[size_t(x)];
            }
        }
        for (size_t x = 0; x < line.size(); ++x) {
            if (counts[x]) line[x] = sums[x] / counts[x];
        }
        if (clearShare(grey, left, line, thick) < clear) continue;
        // Where it begins and ends: the middle of its first and its last part.
        const auto middleOf = [&](int from, int to) {
            double sum = 0;
            for (int x = from; x < to; ++x) sum += line[size_t(x)] + 0.5;
            return sum / std::max(1, to - from);
        };
        const int part = std::max(1, std::min(wide / 3, 2 * length));
        const double first = middleOf(0, part), last = middleOf(wide - part, wide);
        const double slope = wide > part ? (last - first) / (wide - part) : 0;
        result.push_back({double(left), double(left + wide), first - slope * part / 2, last + slope * part / 2, thick});
    }
    return result;
}

/// Puts pieces together that lie on one line.
std::vector<Piece> joined(std::vector<Piece> pieces, double gap, double width) {
    std::sort(pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) {
        return a.start != b.start ? a.start < b.start : a.atStart < b.atStart;
    });
    std::vector<Piece> result;
    for (const Piece &piece : pieces) {
        Piece *best = nullptr;
        double nearest = std::max(2.0, width / 3);
        for (Piece &other : result) {
            if (piece.start > other.end + gap || piece.end <= other.end) continue;
            const double slope = (other.atEnd - other.atStart) / std::max(1.0, other.end - other.start);
            const double expected = other.atEnd + slope * (piece.start - other.end);
            const double distance = std::abs(expected - piece.atStart);
            if (distance >= nearest) continue;
            nearest = distance;
            best = &other;
        }
        if (best) {
            const double one = best->end - best->start, more = piece.end - piece.start;
            best->width = (best->width * one + piece.width * more) / (one + more);
            best->end = piece.end;
            best->atEnd = piece.atEnd;
        } else {
            result.push_back(piece);
        }
    }
    return result;
}

}  // namespace

int vision_find_rules(VisionImage source, double letterHeight, VisionRule *rules, int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(rules, "there is nowhere to put the rules");
        vision::require(count, "there is nowhere to put their number");
        const cv::Mat grey = vision::grey(vision::view(source));
        const double side = std::max(grey.cols, grey.rows);
        const double letter = letterHeight > 0 ? letterHeight : side / 150;
        const int length = std::clamp(int(std::lround(leastLength * letter)), 16, std::max(16, int(side / 20)));
        const int width = std::max(3, int(std::lround(mostWidth * side)));
        int32_t found = 0;
        cv::Mat turned;
        cv::transpose(grey, turned);
        for (const bool isDown : {false, true}) {
            const cv::Mat &image = isDown ? turned : grey;
            std::vector<Piece> all = pieces(image, length, width, leastClear);
            cv::Mat inverted;
            cv::bitwise_not(image, inverted);
            const std::vector<Piece> light = pieces(inverted, length, width, leastClearLight);
            all.insert(all.end(), light.begin(), light.end());
            for (const Piece &piece : joined(std::move(all), widestGap * side, width)) {
                if (found == capacity) break;
                VisionRule rule = {piece.start, piece.atStart, piece.end, piece.atEnd, piece.width};
                if (isDown) {
                    std::swap(rule.startX, rule.startY);
                    std::swap(rule.endX, rule.endY);
                }
                rules[found++] = rule;
            }
        }
        *count = found;
    });
}
