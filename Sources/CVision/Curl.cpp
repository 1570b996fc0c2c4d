// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text lines of a page lie straight on the paper, so where they are curved, the paper is. Lines are traced, a surface
// is fitted that straightens them, and its worth is judged on lines that had no part in the fit.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "CurlLines.h"
#include "CurlMesh.h"
#include "CurlStretch.h"
#include "LineProfile.h"

namespace vision {

namespace {

/// A smaller turn of the lines is left to the surface.
constexpr double leastTurn = 0.5;
/// Splines of this many letter heights each; finer ones would follow single words.
constexpr double intervalAcross = 10, intervalDown = 16;
constexpr int mostIntervalsAcross = 12, mostIntervalsDown = 6;
/// How far neighbours on a line may climb, in letter heights: before anything is known of the curl, and after.
constexpr std::array<double, 3> drifts{0.6, 0.4, 0.35};

/// How a page is curled, in the frame of its lines, in pixels of the working image.
struct Curl {
    double degrees = 0;
    double letterHeight = 0;
    FittedSurface fit;
    std::vector<CurvedLine> lines;
    std::vector<std::vector<PlacedGlyph>> letters;
};

CurvedLine feet(const std::vector<PlacedGlyph> &line) {
    CurvedLine result;
    for (const auto &letter : line) result.emplace_back(letter.along, letter.bottom);
    return result;
}

cv::Rect2d extent(const std::vector<PlacedGlyph> &letters) {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
    for (const auto &letter : letters) {
        left = std::min(left, letter.along);
        right = std::max(right, letter.along);
        top = std::min(top, letter.bottom);
        bottom = std::max(bottom, letter.bottom);
    }
    return {left, top, right - left, bottom - top};
}

Surface flatSurface(const std::vector<PlacedGlyph> &letters, double letterHeight) {
    cv::Rect2d area = extent(letters);
    area.width = std::max(area.width, letterHeight);
    area.height = std::max(area.height, letterHeight);
    const int across = int(std::clamp(area.width / (intervalAcross * letterHeight), 2.0, double(mostIntervalsAcross)));
    const int down = int(std::clamp(area.height / (intervalDown * letterHeight), 2.0, double(mostIntervalsDown)));
    return {area, {across, down}};
}

Curl traced(const TextInk &ink) {
    const double direction = lineDirection(ink).degrees;
    Curl curl{std::abs(direction) < leastTurn ? 0 : direction, ink.glyphHeight, {Surface({0, 0, 1, 1}, {1, 1}), 0}, {}, {}};
    const auto marks = letters(placedGlyphs(ink, curl.degrees), ink.glyphHeight);
    if (marks.empty()) return curl;
    curl.fit.surface = flatSurface(marks, ink.glyphHeight);
    for (const double drift : drifts) {
        curl.lines.clear();
        curl.letters = curvedLines(marks, curl.fit.surface, ink.glyphHeight, drift);
        for (const auto &line : curl.letters) curl.lines.push_back(feet(line));
        curl.fit = fitSurface(curl.lines, curl.fit.surface, suppleSheet, ink.glyphHeight);
    }
    return curl;
}

double ramp(double value, double none, double all) { return std::clamp((value - none) / (all - none), 0.0, 1.0); }

struct Verdict {
    double explained, better, lines, spread;
};

Verdict judged(const Curl &curl) {
    std::array<std::vector<CurvedLine>, 2> halves;
    std::vector<size_t> order(curl.lines.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return curl.lines[a].front().y < curl.lines[b].front().y; });
    for (size_t i = 0; i < order.size(); ++i) halves[i % 2].push_back(curl.lines[order[i]]);
    double before = 0, after = 0, better = 0, total = 0;
    const double limit = 3 * curl.fit.spread + 0.5 * curl.letterHeight;
    for (size_t half = 0; half < 2; ++half) {
        const Surface start(curl.fit.surface.area(), {2, 2});
        const Surface rigid = fitSurface(halves[half], start, rigidSheet, curl.letterHeight).surface;
        const Surface supple = fitSurface(halves[half], curl.fit.surface, suppleSheet, curl.letterHeight).surface;
        for (const auto &line : halves[1 - half]) {
            const double one = curvature(line, rigid, limit), other = curvature(line, supple, limit), n = double(line.size());
            before += n * one;
            after += n * other;
            better += n * (other < one);
            total += n;
        }
    }
    if (total == 0) return {0, 0, 0, 0};
    return {1 - after / before, better / total, double(curl.lines.size()), curl.fit.spread / curl.letterHeight};
}

}  // namespace

}  // namespace vision

int vision_find_curl(VisionImage source, VisionMesh *mesh, double *bend, double *confidence, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(bend, "there is nowhere to put the bend");
        vision::require(confidence, "there is nowhere to put the confidence");
        const cv::Mat image = vision::view(source);
        vision::requireGrid(mesh);
        vision::makeFlat(image.size(), *mesh);
        *bend = *confidence = 0;
        const vision::TextInk ink = vision::textInk(image);
        const vision::Curl curl = vision::traced(ink);
        if (curl.lines.size() < 4) return;
        const vision::Verdict verdict = vision::judged(curl);
        const double factor = std::round(double(image.cols) / ink.size.width);
        const cv::Rect2d area =
            vision::makeMesh({curl.fit.surface, curl.degrees, factor, getenv("NOSTRETCH") ? std::vector<double>() : vision::lengthsAlong(curl.fit.surface, curl.letters, std::max(ink.size.width, ink.size.height))}, image.size(), *mesh);
        *bend = vision::largestBend(*mesh, area);
        *confidence = vision::ramp(verdict.explained, 0.35, 0.65) * vision::ramp(verdict.better, 0.6, 0.75) * vision::ramp(verdict.lines,4,10);
        if (*bend < 0.4 * curl.letterHeight * factor || !vision::isUnfolded(*mesh)) *confidence = 0;
        if (std::getenv("CURLDEBUG")) {
            fprintf(stderr, "gh %.1f deg %.2f lines %.0f explained %.3f better %.3f spread %.3f bend %.1f\n", curl.letterHeight, curl.degrees,
                    verdict.lines, verdict.explained, verdict.better, verdict.spread, *bend);
        }
    });
}
