// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text lines are straight on the paper, so curved lines indicate curved paper. Lines are traced, a surface that straightens them is fitted, and the
// surface is validated with lines that weren't used in the fit.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "CurlLines.h"
#include "CurlMesh.h"
#include "Sheet/PageText.h"

namespace vision {

namespace {

/// The minimum rotation of lines that isn't left to the surface, and the maximum rotation of horizontal lines.
constexpr double leastTurn = 0.5, mostTurn = 15;
/// The size of the splines in letter heights. Smaller ones would follow single words.
constexpr double intervalAcross = 10, intervalDown = 16;
constexpr double mostIntervalsAcross = 12, mostIntervalsDown = 6;
/// The maximum vertical offset between adjacent letters in letter heights, before and after the curl is known.
constexpr std::array<double, 3> drifts{0.6, 0.4, 0.35};
/// The minimum bend in the first pass, in letter heights, that can be significant in the last pass.
constexpr double leastFirstBend = 0.25;  // Chosen: 0.15 to 0.5 (flat).
/// The minimum number of lines for a separate validation.
constexpr size_t leastLines = 5;

/// The curl of a page, in the coordinates of its lines and in pixels of the working image.
struct Curl {
    double degrees = 0;
    double letterHeight = 0;
    size_t letters = 0;
    std::vector<TextLine> lettersOfLines;
    std::vector<CurvedLine> lines;
    FittedSurface fit{Surface({0, 0, 1, 1}, {1, 1}), 0};
};

/// Indicators that a page is curled and that its lines are reliable.
struct Signs {
    /// The fraction of the lines' explainable curvature that a surface fitted to other lines explains.
    double explained = 0;
    /// The fraction of letters on lines that a surface fitted to other lines has made straighter.
    double better = 0;
    /// The fraction of letters that are on lines.
    double chained = 0;
    /// The spread of the letters' baseline points, and the bend, in letter heights.
    double spread = 0, bend = 0;
    double lines = 0;
};

/// Returns the confidence that the page is curled: below 0.5 on 200 flat pages. Scans may have harmless bends of a third of a letter's height.
double confidenceOf(const Signs &signs) {
    return ramp(signs.explained, 0.3, 0.6) * ramp(signs.better, 0.5, 0.65) * ramp(signs.chained, 0.25, 0.5) *
           ramp(signs.spread, 0.12, 0.08) * ramp(signs.bend, 0.4, 0.6) * ramp(signs.lines, 4, 10);
}

Surface flatSurface(const std::vector<PlacedGlyph> &letters, double letterHeight) {
    double left = HUGE_VAL, top = HUGE_VAL, right = -HUGE_VAL, bottom = -HUGE_VAL;
    for (const auto &letter : letters) {
        left = std::min(left, letter.along);
        right = std::max(right, letter.along);
        top = std::min(top, letter.bottom);
        bottom = std::max(bottom, letter.bottom);
    }
    const cv::Rect2d area(left, top, std::max(right - left, letterHeight), std::max(bottom - top, letterHeight));
    const auto intervals = [&](double length, double interval, double most) {
        return int(std::clamp(length / (interval * letterHeight), 2.0, most));
    };
    return {area,
            {intervals(area.width, intervalAcross, mostIntervalsAcross),
             intervals(area.height, intervalDown, mostIntervalsDown)}};
}

/// Returns the rotation of the lines if it is large enough to rotate the page, otherwise 0.
double notableTurn(double degrees) {
    return std::abs(degrees) < leastTurn || std::abs(degrees) > mostTurn ? 0 : degrees;
}

/// Traces lines and fits a surface, `rounds` times, each time using the previous surface to flatten the page.
Curl traced(const TextInk &ink, double degrees, size_t rounds) {
    Curl curl;
    curl.degrees = degrees;
    curl.letterHeight = ink.glyphHeight;
    const auto marks = letters(placedGlyphs(ink, curl.degrees), ink.glyphHeight);
    curl.letters = marks.size();
    if (marks.empty()) return curl;
    curl.fit.surface = flatSurface(marks, ink.glyphHeight);
    for (size_t round = 0; round < rounds; ++round) {
        curl.lettersOfLines = curvedLines(marks, curl.fit.surface, ink.glyphHeight, drifts[round]);
        curl.lines.clear();
        for (const auto &line : curl.lettersOfLines) {
            CurvedLine &feet = curl.lines.emplace_back();
            for (const auto &letter : line) feet.emplace_back(letter.along, letter.bottom);
        }
        curl.fit = fitSurface(curl.lines, curl.fit.surface, suppleSheet, ink.glyphHeight);
    }
    return curl;
}

/// Returns the mean slope of the lines, in degrees.
double meanTurn(const Surface &surface) {
    const cv::Rect2d area = surface.area();
    const double y = area.y + area.height / 2;
    return std::atan((surface.at(area.br().x, y) - surface.at(area.x, y)) / area.width) * 180 / CV_PI;
}

/// Returns the curl, or nothing if the first pass finds no significant bend.
std::optional<Curl> traced(const TextInk &ink, double direction) {
    // The direction of curved lines may be that of a part of them, so a first pass corrects it.
    const Curl first = traced(ink, direction, 1);
    const Surface &look = first.fit.surface;
    if (bend(look) < leastFirstBend * ink.glyphHeight && notableTurn(meanTurn(look)) == 0) return {};
    return traced(ink, notableTurn(direction + meanTurn(first.fit.surface)), drifts.size());
}

/// Splits the lines into two sets, alternating from the top of the page to the bottom.
std::array<std::vector<CurvedLine>, 2> halves(std::vector<CurvedLine> lines) {
    std::sort(lines.begin(), lines.end(),
              [](const CurvedLine &a, const CurvedLine &b) { return a.front().y < b.front().y; });
    std::array<std::vector<CurvedLine>, 2> result;
    for (size_t index = 0; index < lines.size(); ++index) result[index % 2].push_back(std::move(lines[index]));
    return result;
}

Signs signsOf(const Curl &curl) {
    double rigid = 0, supple = 0, own = 0, better = 0, letters = 0;
    const double limit = 3 * curl.fit.spread + 0.5 * curl.letterHeight;
    const auto parts = halves(curl.lines);
    for (size_t half = 0; half < 2; ++half) {
        const Surface flat(curl.fit.surface.area(), {2, 2});
        const Surface plane = fitSurface(parts[half], flat, rigidSheet, curl.letterHeight).surface;
        const Surface bent = fitSurface(parts[half], curl.fit.surface, suppleSheet, curl.letterHeight).surface;
        for (const auto &line : parts[1 - half]) {
            const double count = double(line.size()), before = curvature(line, plane, limit);
            const double after = curvature(line, bent, limit);
            rigid += count * before;
            supple += count * after;
            own += count * std::min(before, curvature(line, curl.fit.surface, limit));
            better += after < before ? count : 0;
            letters += count;
        }
    }
    Signs signs;
    // A tenth of the total curvature is added to the explainable curvature, which is close to 0 on a flat page.
    const double explicable = rigid - own + 0.1 * rigid;
    if (letters == 0 || explicable <= 0) return signs;
    signs.explained = (rigid - supple) / explicable;
    signs.better = better / letters;
    signs.chained = letters / double(curl.letters);
    signs.spread = curl.fit.spread / curl.letterHeight;
    signs.bend = bend(curl.fit.surface) / curl.letterHeight;
    signs.lines = double(curl.lines.size());
    return signs;
}

}  // namespace

}  // namespace vision

int vision_find_curl(const VisionText *text, VisionMesh *mesh, double *bend, double *confidence, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(bend, "there is nowhere to put the bend");
        vision::require(confidence, "there is nowhere to put the confidence");
        vision::requireGrid(mesh);
        vision::makeFlat(text->page, *mesh);
        *bend = *confidence = 0;
        const vision::TextInk &ink = text->ink;
        const auto found = vision::traced(ink, vision::notableTurn(text->axes.across.degrees));
        if (!found || found->lines.size() < vision::leastLines) return;
        const vision::Curl &curl = *found;
        vision::Flattening flattening{curl.fit.surface,     curl.degrees, ink.scale, {},
                                       curl.lettersOfLines, ink.glyphHeight};
        flattening.along = vision::lengthsAlong(curl.fit.surface, curl.lettersOfLines,
                                                std::max(ink.size.width, ink.size.height));
        vision::makeMesh(flattening, text->page, *mesh);
        const vision::Signs signs = vision::signsOf(curl);
        const double trust = vision::isUnfolded(*mesh) ? vision::confidenceOf(signs) : 0;
        if (trust > 0) {
            *bend = signs.bend * curl.letterHeight * flattening.factor;
            *confidence = trust;
        } else {
            vision::makeFlat(text->page, *mesh);
        }
    });
}
