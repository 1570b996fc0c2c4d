// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each side is divided into strips across it. In each strip, the border ends at the depth from which the tone reaches that of the paper and remains
// there. A scanner's border has the same straight edge in almost all strips, contains nothing, and has a neutral color. Content printed up to the
// edge of a page lacks at least one of these properties.
#include "BorderLines.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

constexpr double pi = 3.14159265358979;
/// The width of a strip in millimeters. It is wider than a letter's stem, so that noise averages out.
constexpr double stripWidth = 2;
constexpr int fewestStrips = 12, mostStrips = 110;
/// The minimum darkness of a border relative to the paper.
constexpr int leastContrast = 45;  // Chosen: 30 to 60 (flat).
/// The minimum length of a light run in millimeters for the paper to begin, larger than a speck in the border.
constexpr double lightRun = 1.5;
/// The maximum distance of a strip's edge from the line, in millimeters.
constexpr double tolerance = 1;
/// The maximum slope, because sheets are skewed by a few degrees. A steeper edge belongs to a picture.
const double steepest = std::tan(12 * pi / 180);
/// The minimum fractions of strips that end on the line, and that are dark up to it.
constexpr double leastOnLine = 0.6, leastDark = 0.97;  // Chosen: 0.6, 0.4 to 0.8 (flat).
/// The minimum fraction of a side that a border covers. A smaller dark area may be printed on the page.
constexpr double leastCovered = 0.1;
/// The maximum mean difference of the channels. A scanner's lid is black, gray, or white.
constexpr double mostColourful = 45;
/// The maximum number of marks of at least a square millimeter inside the border. There can be dust on the glass, but no line of letters.
constexpr int mostMarks = 2;

/// The measurements of one side before its line is known: the depth at which the border ends in each strip.
struct Strips {
    std::vector<double> depths;
    double width = 0;
    double borderTone = 0;
    double middle(size_t index) const { return (double(index) + 0.5) * width; }
};

/// Returns the mean of each strip's outermost pixels.
std::vector<double> outermostTones(const cv::Mat &facing, int strips, int rows) {
    cv::Mat tones;
    cv::resize(facing.rowRange(0, rows), tones, cv::Size(strips, 1), 0, 0, cv::INTER_AREA);
    return std::vector<double>(tones.begin<uint8_t>(), tones.end<uint8_t>());
}

/// Returns the depth from which a strip, which is a column of `tones`, remains as light as `level`.
double depthOf(const cv::Mat &tones, int column, double level, int run) {
    double sum = 0;
    const auto tone = [&](int row) { return double(tones.at<uint8_t>(std::min(row, tones.rows - 1), column)); };
    for (int row = 0; row < run; ++row) sum += tone(row);
    for (int row = 0; row < tones.rows; ++row) {
        if (tone(row) >= level && sum >= level * run) {
            if (row == 0) return 0;
            const double before = tone(row - 1);
            return row - (before < level ? (tone(row) - level) / (tone(row) - before) : 0);
        }
        sum += tone(row + run) - tone(row);
    }
    return tones.rows;
}

/// Measures a side. Returns no depths if hardly any of it is dark.
Strips readStrips(const cv::Mat &facing, int paper, double millimetre) {
    Strips result;
    const int count = std::min(facing.cols, std::clamp(int(facing.cols / (stripWidth * millimetre)), fewestStrips,
                                                       mostStrips));
    const int outermost = std::clamp(int(std::lround(0.3 * millimetre)), 1, facing.rows);
    std::vector<double> dark;
    for (const double tone : outermostTones(facing, count, outermost)) {
        if (tone < paper - leastContrast) dark.push_back(tone);
    }
    if (double(dark.size()) < leastCovered * count) return result;
    result.borderTone = middle(dark);
    const double level = (result.borderTone + paper) / 2;
    cv::Mat tones;
    cv::resize(facing, tones, cv::Size(count, facing.rows), 0, 0, cv::INTER_AREA);
    const int run = std::clamp(int(lightRun * millimetre), 2, facing.rows);
    result.width = double(facing.cols) / count;
    for (int strip = 0; strip < count; ++strip) result.depths.push_back(depthOf(tones, strip, level, run));
    return result;
}

/// The agreement of the strips between two positions with a line.
struct Agreement {
    int strips = 0;
    /// The number of strips in which the line is inside the image, and the number of those that are dark up to the line.
    int covered = 0, dark = 0;
    /// The number of covered strips whose border ends on the line.
    int onLine = 0;
    /// The number of strips that match the line, with or without a border.
    int explained = 0;
    int score() const { return onLine - 3 * (covered - dark); }
};

Agreement agreement(const Strips &strips, const SideLine &line, double near, size_t first, size_t last) {
    Agreement result;
    for (size_t index = first; index < last; ++index) {
        const double depth = strips.depths[index], expected = line.depthAt(strips.middle(index));
        ++result.strips;
        const bool isOnLine = std::abs(depth - std::max(0.0, expected)) <= near;
        result.explained += isOnLine;
        if (expected <= 0.5) continue;
        ++result.covered;
        result.dark += depth >= expected - near;
        result.onLine += isOnLine && depth > 0;
    }
    return result;
}

/// Returns the line that most strips agree with, from all pairs of strips that are far enough apart to determine a slope.
SideLine bestLine(const Strips &strips, double near, size_t first, size_t last, double deepest) {
    SideLine best;
    int bestScore = 0;
    const size_t apart = std::max<size_t>(2, (last - first) / 8);
    for (size_t one = first; one < last; ++one) {
        if (strips.depths[one] <= 0 || strips.depths[one] > deepest) continue;
        for (size_t other = one + apart; other < last; other += 2) {
            if (strips.depths[other] <= 0 || strips.depths[other] > deepest) continue;
            SideLine line;
            line.slope = (strips.depths[other] - strips.depths[one]) / (double(other - one) * strips.width);
            if (std::abs(line.slope) > steepest) continue;
            line.start = strips.depths[one] - line.slope * strips.middle(one);
            const int score = agreement(strips, line, near, first, last).score();
            if (score > bestScore) {
                bestScore = score;
                best = line;
            }
        }
    }
    return best;
}

/// Counts marks of at least a square millimeter inside the border, such as letters or pictures.
int marksInBorder(const cv::Mat &facing, const SideLine &line, const Strips &strips, int paper, double millimetre,
                  int from, int to) {
    const double deepest = std::max(line.depthAt(from), line.depthAt(to));
    const int rows = std::clamp(int(std::ceil(deepest)), 1, facing.rows);
    const cv::Mat band = facing(cv::Range(0, rows), cv::Range(from, to));
    cv::Mat smooth, along, difference;
    cv::blur(band, smooth, cv::Size(3, 3), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    // A shadow becomes lighter with depth, but not along the side.
    const int window = int(8 * millimetre) | 1;
    cv::blur(smooth, along, cv::Size(window, 1), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::absdiff(smooth, along, difference);
    cv::Mat marks = difference > std::max(12.0, 0.25 * (paper - strips.borderTone));
    for (int x = 0; x < marks.cols; ++x) {
        const int end = std::clamp(int(line.depthAt(from + x) - tolerance * millimetre), 0, marks.rows);
        marks(cv::Range(end, marks.rows), cv::Range(x, x + 1)).setTo(0);
    }
    cv::Mat labels, boxes, centres;
    const int count = cv::connectedComponentsWithStats(marks, labels, boxes, centres, 8, CV_32S);
    int large = 0;
    for (int label = 1; label < count; ++label) {
        large += boxes.at<int>(label, cv::CC_STAT_AREA) >= millimetre * millimetre;
    }
    return large;
}

/// Returns the mean difference between the channels within the border.
double colourfulness(const cv::Mat &facing, const SideLine &line, int from, int to) {
    if (facing.channels() == 1) return 0;
    double sum = 0;
    int count = 0;
    for (int x = from; x < to; x += 3) {
        const int end = std::clamp(int(line.depthAt(x)), 0, facing.rows);
        for (int y = 0; y < end; y += 3, ++count) {
            const uint8_t *pixel = facing.ptr(y, x);
            const auto range = std::minmax({pixel[0], pixel[1], pixel[2]});
            sum += range.second - range.first;
        }
    }
    return count ? sum / count : 0;
}

/// Finds the line on the top side of `facing` between the positions `from` and `to`.
SideLine sideLine(const cv::Mat &facing, const cv::Mat &colours, int paper, double millimetre, int from, int to) {
    const Strips strips = readStrips(facing, paper, millimetre);
    if (strips.depths.empty()) return {};
    const size_t first = std::min(strips.depths.size(), size_t(std::ceil(from / strips.width)));
    const size_t last = std::min(strips.depths.size(), size_t(to / strips.width));
    if (last < first + 8) return {};
    const double near = std::max(1.5, tolerance * millimetre);
    SideLine line = bestLine(strips, near, first, last, 0.8 * facing.rows);
    const Agreement found = agreement(strips, line, near, first, last);
    if (found.covered < leastCovered * found.strips || found.onLine < leastOnLine * found.covered ||
        found.dark < leastDark * found.covered || found.explained < leastOnLine * found.strips) {
        return {};
    }
    if (colourfulness(colours, line, from, to) > mostColourful) return {};
    if (marksInBorder(facing, line, strips, paper, millimetre, from, to) > mostMarks) return {};
    line.found = true;
    line.confidence = double(found.onLine) / found.covered;
    line.cut = facing.rows;
    for (size_t index = first; index < last; ++index) line.cut = std::min(line.cut, strips.depths[index]);
    line.isClean.resize(size_t(facing.cols));
    for (int x = 0; x < facing.cols; ++x) {
        const size_t strip = std::min(strips.depths.size() - 1, size_t(x / strips.width));
        line.isClean[size_t(x)] = std::abs(strips.depths[strip] - std::max(0.0, line.depthAt(x))) <= near;
    }
    return line;
}

}  // namespace

Borders findBorders(const cv::Mat &image) {
    Borders result;
    const cv::Mat tones = grey(image);
    result.paper = paperTone(tones);
    // The minimum tone of paper for a border to be distinguishable.
    constexpr int darkestPaper = 90;
    if (result.paper < darkestPaper || std::min(image.cols, image.rows) < 40) {
        result.paper = result.paper < darkestPaper ? 0 : result.paper;
        return result;
    }
    const double millimetre = guessedMillimetre(image.size());
    std::array<cv::Mat, sideCount> facing, colours;
    for (int side = 0; side < sideCount; ++side) {
        facing[size_t(side)] = facingUp(tones, Side(side));
        colours[size_t(side)] = image.channels() == 1 ? facing[size_t(side)] : facingUp(image, Side(side));
    }
    // In a corner of two borders, a side is dark all the way down, so the second pass excludes what the first pass has cut.
    for (int pass = 0; pass < 2; ++pass) {
        const auto before = result.sides;
        for (int side = 0; side < sideCount; ++side) {
            const bool isAcross = side == topSide || side == bottomSide;
            const SideLine &ahead = before[isAcross ? leftSide : topSide];
            const SideLine &behind = before[isAcross ? rightSide : bottomSide];
            const int length = facing[size_t(side)].cols;
            const int from = ahead.found ? int(std::ceil(ahead.cut)) : 0;
            const int to = behind.found ? length - int(std::ceil(behind.cut)) : length;
            if (to - from < length / 8) continue;
            result.sides[size_t(side)] =
                sideLine(facing[size_t(side)], colours[size_t(side)], result.paper, millimetre, from, to);
        }
    }
    return result;
}

}  // namespace vision
