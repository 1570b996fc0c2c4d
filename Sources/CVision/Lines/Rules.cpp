// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds straight horizontal and vertical rules, such as those of tables. A rule is darker than the paper on both sides, thin, and longer than strokes
// of letters. Thin structures are found by a black-hat filter, long ones by an opening along the rule. Light rules between dark cells are found in
// the same way. Parts on a common line are joined.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <tuple>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "Pixels/Support.h"

namespace {

/// The minimum length of a rule, in letter heights.
constexpr double leastLength = 2.4;
/// The maximum thickness as a fraction of the longer side (1754 pixels for A4 at 150 dpi). Thicker marks are bars or pictures.
constexpr double mostWidth = 9.0 / 1754;
/// The minimum darkness of a rule relative to the adjacent paper, in tones.
constexpr int leastContrast = 14;
/// The maximum gap between parts of a rule, which can be dotted or interrupted by letters.
constexpr double widestGap = 14.0 / 1754;

/// The minimum fraction of a rule with paper next to it. Next to strokes of letters, which can look like a rule, there are other strokes.
constexpr double leastClear = 0.6;
/// The minimum fraction for a light rule between dark cells. It is higher, because gaps between text lines have only letters on their sides.
constexpr double leastClearLight = 0.75;
/// The side of the tiles that are checked for shade, in pixels. Cells are more than twice as high.
constexpr int tile = 8;
/// The maximum number of parts. A picture can contain more marks that look like rules.
constexpr size_t mostPieces = 4096;

/// A rule or a part of one, as if it were horizontal. `atStart` and `atEnd` are the y-coordinates of its ends.
struct Piece {
    double start, end, atStart, atEnd, width;
};

/// Returns the fraction of a part with lighter pixels above and below. `line` is its center in each of its columns.
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

/// A horizontal run of pixels. `end` is the first pixel after it.
struct Run {
    int y, start, end;
    /// The index of a connected run in a previous row, or of the run itself.
    size_t parent;
};

/// Returns whether the pixels between two runs in a row are as dark as the ends of the runs, as where another rule crosses.
bool isDark(const cv::Mat &grey, int y, int start, int end) {
    const auto tone = [&](int x) {
        int least = 255;
        for (int near = std::max(y - 1, 0); near <= std::min(y + 1, grey.rows - 1); ++near) {
            least = std::min(least, int(grey.at<uint8_t>(near, x)));
        }
        return least;
    };
    const int darkest = std::max(tone(start - 1), tone(end)) + leastContrast;
    for (int x = start; x < end; ++x) {
        if (tone(x) > darkest) return false;
    }
    return true;
}

/// Returns the runs in the rows of a mask that have at least this length, from top to bottom. Runs that touch in adjacent rows have a common root.
/// A dark gap of at most `gap` pixels doesn't end a run.
std::vector<Run> longRuns(const cv::Mat &mask, const cv::Mat &grey, int length, int gap) {
    std::vector<Run> runs;
    const auto root = [&](size_t index) {
        while (runs[index].parent != index) index = runs[index].parent = runs[runs[index].parent].parent;
        return index;
    };
    size_t above = 0;
    for (int y = 0; y < mask.rows; ++y) {
        const uint8_t *row = mask.ptr<uint8_t>(y), *end = row + mask.cols;
        const size_t first = runs.size();
        for (const uint8_t *start = row; start < end;) {
            // Most of a page is paper, so eight pixels are skipped at a time.
            for (uint64_t eight; end - start >= 8; start += 8) {
                std::memcpy(&eight, start, 8);
                if (eight) break;
            }
            while (start < end && !*start) ++start;
            if (start == end) break;
            const auto endOfRun = [&](const uint8_t *from) {
                const void *stop = std::memchr(from, 0, size_t(end - from));
                return stop ? static_cast<const uint8_t *>(stop) : end;
            };
            const uint8_t *part = start, *stop = endOfRun(start);
            // Strokes of letters are shorter than the parts of a rule between others.
            while (2 * (stop - part) >= length) {
                const uint8_t *next = stop;
                while (next < end && !*next && next - stop <= gap) ++next;
                if (next == end || !*next || !isDark(grey, y, int(stop - row), int(next - row))) break;
                const uint8_t *last = endOfRun(next);
                if (2 * (last - next) < length) break;
                part = next;
                stop = last;
            }
            // Brackets in two adjacent rows can be in line.
            const int least = part == start ? length : 3 * length / 2;
            if (stop - start >= least) runs.push_back({y, int(start - row), int(stop - row), runs.size()});
            start = stop;
        }
        for (size_t index = first, near = above; index < runs.size(); ++index) {
            while (near < first && (runs[near].y < y - 1 || runs[near].end < runs[index].start)) ++near;
            for (size_t other = near; other < first && runs[other].start <= runs[index].end; ++other) {
                const size_t one = root(other), two = root(index);
                runs[std::max(one, two)].parent = std::min(one, two);
            }
        }
        above = first;
    }
    for (size_t index = 0; index < runs.size(); ++index) runs[index].parent = root(index);
    return runs;
}

/// Returns the thin and long parts across the image. `gap` is the maximum thickness of rules that cross them, in pixels.
std::vector<Piece> pieces(const cv::Mat &grey, int length, int width, double clear, int gap) {
    std::vector<Piece> result;
    if (grey.rows < 4 * width) return result;
    cv::Mat mask;
    cv::morphologyEx(grey, mask, cv::MORPH_BLACKHAT, cv::getStructuringElement(cv::MORPH_RECT, {1, 2 * width + 1}));
    cv::threshold(mask, mask, leastContrast, 255, cv::THRESH_BINARY);
    // A slightly skewed rule continues in the next row.
    cv::dilate(mask, mask, cv::getStructuringElement(cv::MORPH_RECT, {1, 3}));
    std::vector<Run> runs = longRuns(mask, grey, length, gap);
    std::sort(runs.begin(), runs.end(), [](const Run &a, const Run &b) {
        return std::tie(a.parent, a.y, a.start) < std::tie(b.parent, b.y, b.start);
    });
    for (auto first = runs.begin(); first != runs.end() && result.size() < mostPieces;) {
        auto last = first;
        int left = first->start, right = first->end, area = 0;
        for (; last != runs.end() && last->parent == first->parent; ++last) {
            left = std::min(left, last->start);
            right = std::max(right, last->end);
            area += last->end - last->start;
        }
        const int wide = right - left;
        // The dilation added a row above and a row below.
        const double thick = std::max(1.0, double(area) / wide - 2);
        if (thick > width) {
            first = last;
            continue;
        }
        std::vector<int> sums(size_t(wide), 0), counts(size_t(wide), 0), line(size_t(wide), 0);
        for (const int middle = (first->y + std::prev(last)->y + 1) / 2; first != last; ++first) {
            for (int x = first->start - left; x < first->end - left; ++x) {
                sums[size_t(x)] += first->y;
                ++counts[size_t(x)];
                line[size_t(x)] = middle;
            }
        }
        for (size_t x = 0; x < line.size(); ++x) {
            if (counts[x]) line[x] = sums[x] / counts[x];
        }
        if (clearShare(grey, left, line, thick) < clear) continue;
        // The ends of the part are the centers of its first and last section.
        const auto middleOf = [&](int from, int to) {
            double sum = 0;
            for (int x = from; x < to; ++x) sum += line[size_t(x)] + 0.5;
            return sum / std::max(1, to - from);
        };
        const int part = std::max(1, std::min(wide / 3, 2 * length));
        const double start = middleOf(0, part), end = middleOf(wide - part, wide);
        const double slope = wide > part ? (end - start) / (wide - part) : 0;
        result.push_back({double(left), double(right), start - slope * part / 2, end + slope * part / 2, thick});
    }
    return result;
}

/// Returns whether there is a dark area that a light rule could cross: a tile without paper, as in a shaded cell.
bool hasShade(const cv::Mat &grey) {
    std::vector<size_t> tones(256, 0);
    std::vector<uint8_t> column(static_cast<size_t>(grey.cols));
    size_t count = 0;
    for (int top = 0; top + tile <= grey.rows; top += tile) {
        const uint8_t *row = grey.ptr<uint8_t>(top);
        std::copy(row, row + grey.cols, column.begin());
        for (int y = top + 1; y < top + tile; ++y) {
            row = grey.ptr<uint8_t>(y);
            for (size_t x = 0; x < column.size(); ++x) column[x] = std::max(column[x], row[x]);
        }
        for (auto start = column.begin(); column.end() - start >= tile; start += tile, ++count) {
            ++tones[*std::max_element(start, start + tile)];
        }
    }
    // Most tiles show the paper.
    size_t seen = 0;
    int paper = 255;
    while (paper > 0 && (seen += tones[size_t(paper)]) * 2 < count) --paper;
    size_t dark = 0;
    for (int tone = 0; tone < paper - leastContrast; ++tone) dark += tones[size_t(tone)];
    return dark >= 2;
}

/// Joins the parts on a common line.
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
        const bool isShaded = hasShade(grey);
        int32_t found = 0;
        cv::Mat turned;
        cv::transpose(grey, turned);
        for (const bool isDown : {false, true}) {
            const cv::Mat &image = isDown ? turned : grey;
            std::vector<Piece> all = pieces(image, length, width, leastClear, std::max(2, width / 2));
            if (isShaded) {
                cv::Mat inverted;
                cv::bitwise_not(image, inverted);
                // Paper beside dark cells is as light as a crossing rule.
                const std::vector<Piece> light = pieces(inverted, length, width, leastClearLight, 0);
                all.insert(all.end(), light.begin(), light.end());
            }
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
