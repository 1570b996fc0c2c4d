// SPDX-License-Identifier: GPL-3.0-or-later
#include "GutterBand.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The range of a gutter's position, as fractions of the width.
constexpr double middleFrom = 0.4, middleTo = 0.6;
/// The maximum slope of a gutter (4 degrees), and the step of the search (a quarter of a degree).
constexpr double steepestLean = 0.07, leanStep = 0.0044;
/// The minimum number of letters of a spread.
constexpr size_t fewestMarks = 60;
/// The number of parts of the height that are searched for the shadow separately.
constexpr int segments = 16;
/// The range that is searched for the shadow, including paper on both sides.
constexpr double valleyFrom = 0.36, valleyTo = 0.64;
/// The minimum depth of a shadow, as a fraction of the paper's tone. Less is unevenness.
constexpr double leastDepth = 0.03;  // Chosen: 0.015 to 0.06 (flat).

std::vector<int> projection(const PageInk &ink, double lean) {
    std::vector<int> result(size_t(ink.size.width));
    const double slope = lean / ink.size.height, half = ink.size.height / 2.0;
    for (const cv::Point &point : ink.points) {
        const int x = int(point.x - slope * (point.y - half) + 0.5);
        if (x >= 0 && x < ink.size.width) ++result[size_t(x)];
    }
    return result;
}

struct Run {
    int from, to;
    int width() const { return to - from; }
};

/// Returns the empty runs of a projection, ignoring specks of one pixel.
std::vector<Run> emptyRuns(const std::vector<int> &counts) {
    std::vector<Run> result;
    const int length = int(counts.size());
    for (int x = 0; x < length; ++x) {
        if (counts[size_t(x)] > 1) continue;
        const int from = x;
        while (x < length && counts[size_t(x)] <= 1) ++x;
        result.push_back({from, x});
    }
    return result;
}

/// Returns the widest empty run that extends into the middle.
Run middleRun(const std::vector<Run> &runs, int width) {
    Run best{0, 0};
    for (const Run &run : runs) {
        const bool isInMiddle = run.to > middleFrom * width && run.from < middleTo * width;
        if (isInMiddle && run.width() > best.width()) best = run;
    }
    return best;
}

Run runAround(const std::vector<Run> &runs, double x) {
    const auto around = std::find_if(runs.begin(), runs.end(), [&](const Run &run) {
        return run.from <= x && x <= run.to;
    });
    return around == runs.end() ? Run{0, 0} : *around;
}

void describeOthers(const std::vector<Run> &runs, const Run &middle, double markHeight, Band &band) {
    for (const Run &run : runs) {
        const bool isWithinInk = run.from > band.inkLeft && run.to < band.inkRight;
        if (!isWithinInk || run.from == middle.from) continue;
        band.widestOther = std::max(band.widestOther, double(run.width()));
        band.others += run.width() >= markHeight;
    }
}

/// The lowest point of a valley in one part of the height.
struct Low {
    double x = 0, depth = 0, width = 0;
};

/// Returns the tone of the paper in each column: the 60th percentile, because text covers less than half of a column.
std::vector<uint8_t> paperTones(const cv::Mat &part) {
    constexpr double share = 0.6;
    std::vector<uint8_t> result, column(size_t(part.rows));
    for (int x = 0; x < part.cols; ++x) {
        for (int y = 0; y < part.rows; ++y) column[size_t(y)] = part.at<uint8_t>(y, x);
        result.push_back(ranked(column, size_t(share * (part.rows - 1))));
    }
    return result;
}

Low lowestOf(const std::vector<uint8_t> &tones) {
    const auto lowest = std::min_element(tones.begin(), tones.end());
    const int left = *std::max_element(tones.begin(), lowest + 1), right = *std::max_element(lowest, tones.end());
    const double paper = std::max(1, std::min(left, right)), depth = paper - *lowest, half = paper - depth / 2;
    auto from = lowest, to = lowest;
    while (from != tones.begin() && *from < half) --from;
    while (to != tones.end() && *to < half) ++to;
    return {double((from - tones.begin()) + (to - tones.begin())) / 2 + 0.5, depth / paper,
            double(std::max<std::ptrdiff_t>(1, to - from - 1))};
}

Valley valleyThrough(const std::vector<Low> &lows, const std::vector<int> &members, const DownLine &line) {
    std::vector<double> depths, widths;
    for (const int member : members) {
        depths.push_back(lows[size_t(member)].depth);
        widths.push_back(lows[size_t(member)].width);
    }
    Valley result;
    result.line = line;
    result.coverage = double(members.size()) / segments;
    result.isAtTop = members.front() == 0;
    result.isAtBottom = members.back() == segments - 1;
    result.depth = middle(depths);
    result.width = middle(widths);
    return result;
}

}  // namespace

PageInk pageInk(const cv::Mat &grey) {
    PageInk result;
    result.size = grey.size();
    const int window = std::max(9, std::min(grey.cols, grey.rows) / 20) | 1;
    cv::Mat mean, limit;
    cv::blur(grey, mean, cv::Size(window, window), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    // The shadow of a fold is dark all the way down, ink only in places.
    cv::Mat down;
    const int tall = std::max(9, grey.rows / 10) | 1;
    cv::blur(grey, down, cv::Size(3, tall), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::min(mean, down, mean);
    // A fraction of the surrounding tone, so that ink in a shadow counts and the grain of a shadow doesn't.
    mean.convertTo(limit, CV_8U, 0.86, -4);
    const cv::Mat mask = grey < limit;
    cv::Mat labels, boxes, centres;
    const int count = cv::connectedComponentsWithStats(mask, labels, boxes, centres, 8, CV_32S);
    std::vector<uint8_t> isInk(size_t(count), 0);
    std::vector<double> heights;
    for (int label = 1; label < count; ++label) {
        const int width = boxes.at<int>(label, cv::CC_STAT_WIDTH), height = boxes.at<int>(label, cv::CC_STAT_HEIGHT);
        const int x = boxes.at<int>(label, cv::CC_STAT_LEFT), y = boxes.at<int>(label, cv::CC_STAT_TOP);
        const int area = boxes.at<int>(label, cv::CC_STAT_AREA);
        const bool isAtFrame = x <= 1 || y <= 1 || x + width >= grey.cols - 1 || y + height >= grey.rows - 1;
        // The shadow of a fold, the edge of a page, or a rule is tall and thin.
        const bool isTall = height > 0.2 * grey.rows && double(area) / height < 0.015 * grey.cols;
        if (area < 3 || isTall || (isAtFrame && height > 0.05 * grey.rows && width < 0.1 * grey.cols)) continue;
        isInk[size_t(label)] = 1;
        if (area >= 6 && height >= 3) heights.push_back(height);
    }
    for (int y = 0; y < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y);
        for (int x = 0; x < labels.cols; ++x) {
            if (row[x] && isInk[size_t(row[x])]) result.points.emplace_back(x, y);
        }
    }
    if (heights.size() >= fewestMarks) result.markHeight = middle(heights);
    return result;
}

Band emptyBand(const PageInk &ink, const Valley *valley) {
    Band band;
    Run best{0, 0};
    double bestWidth = 0;
    const int steps = int(steepestLean / leanStep);
    for (int step = -steps; step <= steps; ++step) {
        const double lean = valley ? valley->line.bottom - valley->line.top : step * leanStep * ink.size.height;
        const auto counts = projection(ink, lean);
        const Run run = valley ? runAround(emptyRuns(counts), valley->line.at(0.5))
                               : middleRun(emptyRuns(counts), ink.size.width);
        // Of bands with equal widths, prefer the one with the smallest slope.
        const double width = run.width() - 0.3 * std::abs(step);
        if (width > bestWidth) {
            bestWidth = width;
            best = run;
            band.lean = lean;
        }
        if (valley) break;
    }
    const auto counts = projection(ink, band.lean);
    band.left = best.from;
    band.right = best.to;
    int total = 0, seen = 0;
    for (const int count : counts) total += count;
    // A few marks beyond the text are specks or remains of borders.
    const int few = total / 400;
    band.inkLeft = band.inkRight = 0;
    bool hasBegun = false;
    for (int x = 0; x < int(counts.size()); ++x) {
        seen += counts[size_t(x)];
        if (x < best.from) band.leftInk += counts[size_t(x)];
        if (x >= best.to) band.rightInk += counts[size_t(x)];
        if (!hasBegun && seen > few) {
            band.inkLeft = x;
            hasBegun = true;
        }
        if (seen <= total - few) band.inkRight = x + 1;
    }
    describeOthers(emptyRuns(counts), best, std::max(2.0, ink.markHeight), band);
    return band;
}

Valley darkestValley(const cv::Mat &grey) {
    Valley result;
    const int height = grey.rows, from = int(valleyFrom * grey.cols), to = int(valleyTo * grey.cols);
    if (height < 2 * segments || to - from < 20) return result;
    std::vector<Low> lows;
    for (int segment = 0; segment < segments; ++segment) {
        const cv::Range rows(segment * height / segments, (segment + 1) * height / segments);
        lows.push_back(lowestOf(paperTones(grey(rows, cv::Range(from, to)))));
        lows.back().x += from;
    }
    const double near = std::max(2.0, 0.006 * grey.cols);
    size_t most = 0;
    for (int one = 0; one < segments; ++one) {
        for (int other = one + segments / 3; other < segments; ++other) {
            const double slope = (lows[size_t(other)].x - lows[size_t(one)].x) / (other - one);
            if (std::abs(slope) * segments > steepestLean * height + near) continue;
            const double start = lows[size_t(one)].x - slope * (one + 0.5);
            std::vector<int> members;
            for (int segment = 0; segment < segments; ++segment) {
                const Low &low = lows[size_t(segment)];
                const bool isOnLine = std::abs(low.x - start - slope * (segment + 0.5)) <= near;
                if (isOnLine && low.depth >= leastDepth) members.push_back(segment);
            }
            if (members.size() <= most) continue;
            most = members.size();
            result = valleyThrough(lows, members, {start, start + slope * segments});
        }
    }
    return result;
}

void forgetValley(PageInk &ink, const Valley &valley) {
    const double reach = 0.75 * valley.width + 2;
    const auto isInside = [&](const cv::Point &point) {
        return std::abs(point.x + 0.5 - valley.line.at((point.y + 0.5) / ink.size.height)) <= reach;
    };
    ink.points.erase(std::remove_if(ink.points.begin(), ink.points.end(), isInside), ink.points.end());
}

}  // namespace vision
