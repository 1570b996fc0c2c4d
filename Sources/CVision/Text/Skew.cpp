// SPDX-License-Identifier: GPL-3.0-or-later
//
// The skew of a page is the direction in which its marks form lines. It is found roughly by projection over all directions, and then precisely by a
// robust fit of one slope to the baselines of all text lines. For vertical lines, it is the deviation from the vertical. The axis of the lines
// doesn't matter if both axes have the same skew.
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// The standard error at which an angle is useless, in degrees, and as a fraction of a large skew, which is worth a rough correction.
constexpr double uselessError = 0.15, uselessShare = 0.1;
/// The sharpness of a projection profile that indicates lines. Noise and texture have about 1.
constexpr double noSharpness = 1.08, plentyOfSharpness = 1.2;  // Chosen: 1.08, 1.04 to 1.12 (askew).
/// The number of marks on lines, and their fraction of all marks, that are certainly text.
constexpr double plentyOfMarks = 24, plentyOfShare = 0.25;

/// The required certainty about the axis of the lines.
constexpr double plentyOfDirection = 0.35;  // Chosen: 0.2 to 0.6 (askew).
/// The maximum difference in degrees between the skew of both axes. Columns are at right angles to lines, so either may be the text.
constexpr double sameTurn = 0.5;  // Chosen: 0.25 to 1 (askew).

/// The maximum skew that is common for scanned pages. A larger one needs more evidence.
constexpr double ordinaryAngle = 15;
/// The minimum number of letters on lines that are certainly writing.
constexpr size_t leastWriting = 24;  // Chosen: 12 to 48 (askew).
/// The minimum length, and the maximum roughness and angle to the page's edges, of lines that can't be due to chance on a skewed page. If more than
/// `mostLevel` letters, and more than `mostLevelShare` of all letters, are on such lines, the skewed text is a watermark, stamp, or drawing.
constexpr size_t longLine = 10, mostLevel = 10;
constexpr double smooth = 0.1, levelWithin = 3;  // Chosen: 0.1, 0.05 to 0.15 (askew).
constexpr double mostLevelShare = 0.02;  // Chosen: 0.01 to 0.05 (askew).

/// The width of the margin in letter heights. A page that is skewed in its picture has margins; a pattern of watermarks doesn't.
constexpr double nearEdge = 4;  // Chosen: 2 to 8 (askew).

/// Returns the rotation by at most 45 degrees that makes lines horizontal or vertical.
double folded(double degrees) { return degrees - 90 * std::round(degrees / 90); }

/// Returns the slope of a line's baseline, in degrees.
double slopeOf(const vision::TextLine &line) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto &mark : line) {
        x += mark.along / double(line.size());
        y += mark.bottom / double(line.size());
    }
    for (const auto &mark : line) {
        xx += (mark.along - x) * (mark.along - x);
        xy += (mark.along - x) * (mark.bottom - y);
    }
    return xx > 0 ? std::atan(xy / xx) / vision::degree : 90;
}

/// The number of letters on lines of writing, and on those that begin or end at the image's edge, and whether each mark is such a letter.
struct Writing {
    size_t letters = 0, atEdge = 0;
    std::vector<bool> isLetter;
};

/// Counts the letters of an axis. `size` is the size of the image in which the lines of the axis are horizontal.
Writing writingOn(const vision::Axis &axis, cv::Size size, double glyphHeight) {
    const double sine = std::sin(axis.degrees * vision::degree), cosine = std::cos(axis.degrees * vision::degree);
    const auto isAtEdge = [&](const vision::PlacedGlyph &mark) {
        const double across = (mark.top + mark.bottom) / 2, room = nearEdge * glyphHeight;
        const double x = mark.along * cosine - across * sine, y = mark.along * sine + across * cosine;
        return std::min({x, y, size.width - x, size.height - y}) < room;
    };
    Writing writing;
    writing.isLetter.resize(axis.marks.size());
    for (const auto &line : axis.lines) {
        if (!vision::isWriting(line, glyphHeight)) continue;
        for (const auto &mark : line) writing.isLetter[mark.index] = true;
        writing.letters += line.size();
        if (isAtEdge(line.front()) || isAtEdge(line.back())) writing.atEdge += line.size();
    }
    return writing;
}

/// Returns the number of letters on certainly horizontal lines, without those of skewed writing, some of which are in a row by chance.
size_t levelOn(const vision::TextInk &ink, const Writing &skewed) {
    size_t marks = 0;
    for (const auto &line : vision::textLines(ink, 0)) {
        const bool isLevel = line.size() >= longLine && std::abs(slopeOf(line)) <= levelWithin;
        if (!isLevel || vision::roughness(line) > smooth || !vision::isWriting(line, ink.glyphHeight)) continue;
        marks += size_t(std::count_if(line.begin(), line.end(), [&](const auto &mark) { return !skewed.isLetter[mark.index]; }));
    }
    return marks;
}

/// Returns whether the page is skewed, and not only something on it.
bool isPageAskew(const VisionText &text, const vision::Axis &axis) {
    const bool isAcross = &axis == &text.axes.across;
    const cv::Size size = isAcross ? text.ink.size : cv::Size(text.ink.size.height, text.ink.size.width);
    const Writing writing = writingOn(axis, size, text.ink.glyphHeight);
    if (writing.letters < leastWriting || 3 * writing.atEdge > writing.letters) return false;
    const size_t level = levelOn(text.ink, writing) + levelOn(vision::turnedClockwise(text.ink), writing);
    return double(level) <= std::max(double(mostLevel), mostLevelShare * double(writing.letters));
}

/// Returns whether the lines of both axes have the same skew.
bool agree(const vision::Axes &axes) {
    return axes.across.fit.lines > 0 && axes.down.fit.lines > 0 &&
           std::abs(folded(axes.across.degrees - axes.down.degrees)) < sameTurn;
}

double confidenceOf(const vision::Axes &axes, const vision::Axis &axis, double degrees) {
    if (axis.marks.empty()) return 0;
    const double error = std::max(axis.fit.error, axis.fit.disagreement);
    const double exactness = std::clamp(1 - error / (uselessError + uselessShare * std::abs(degrees)), 0.0, 1.0);
    const double amount = std::min(1.0, axis.fit.glyphs / plentyOfMarks);
    const double share = std::min(1.0, axis.fit.glyphs / double(axis.marks.size()) / plentyOfShare);
    const double sharpness = vision::ramp(axis.sharpness, noSharpness, plentyOfSharpness);
    const double direction = agree(axes) ? 1 : std::min(1.0, std::abs(axes.horizontal - 0.5) / plentyOfDirection);
    return exactness * amount * share * sharpness * direction;
}

}  // namespace

int vision_text_skew(const VisionText *text, double maximumAngle, VisionAngle *skew, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(skew, "there is nowhere to put the angle");
        if (!(maximumAngle >= 0)) throw std::invalid_argument("the largest angle is negative or not a number");
        *skew = {0, 0};
        const vision::Axis &axis = text->axes.likely();
        const double degrees = agree(text->axes) ? folded(axis.degrees) : axis.degrees;
        const double confidence = confidenceOf(text->axes, axis, degrees);
        if (!(confidence > 0) || std::abs(degrees) > maximumAngle) return;
        if (std::abs(degrees) <= ordinaryAngle || isPageAskew(*text, axis)) *skew = {degrees, confidence};
    });
}
