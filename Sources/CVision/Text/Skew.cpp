// SPDX-License-Identifier: GPL-3.0-or-later
//
// The skew of a page is the direction in which its writing falls into lines: found roughly by projection over all
// directions, then finely by a robust fit of one slope to the baselines of all text lines. On a page whose lines run
// down the image it is their turn from the vertical. Which of the two it is need not be known where both give the same turn.
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// A standard error at which an angle is worth nothing, in degrees; a large skew is worth a rough correction.
constexpr double uselessError = 0.15, uselessShare = 0.1;
/// A projection profile this sharp is of lines; that of noise and texture is about 1.
constexpr double noSharpness = 1.08, plentyOfSharpness = 1.2;  // Chosen: 1.08, 1.04 to 1.12 (askew).
/// This many marks on lines, and this share of all marks, are text for certain.
constexpr double plentyOfMarks = 24, plentyOfShare = 0.25;

/// How sure it must be which way the lines run.
constexpr double plentyOfDirection = 0.35;  // Chosen: 0.2 to 0.6 (askew).
/// Columns stand at right angles to lines: where the lines across and those down are level after one turn, but for so many
/// degrees, it levels the page whichever of them are text.
constexpr double sameTurn = 0.5;  // Chosen: 0.25 to 1 (askew).

/// Up to here a page may well have been laid askew; a larger turn takes more evidence.
constexpr double ordinaryAngle = 15;
/// So many letters on lines that are writing for certain.
constexpr size_t leastWriting = 24;  // Chosen: 12 to 48 (askew).
/// Lines this long, this smooth, and within so many degrees of the page's edges do not come about by chance where lines run
/// askew. Of more letters on such lines, and more than this share of all, the rest is a watermark, a stamp or a drawing.
constexpr size_t longLine = 10, mostLevel = 10;
constexpr double smooth = 0.1, levelWithin = 3;  // Chosen: 0.1, 0.05 to 0.15 (askew).
constexpr double mostLevelShare = 0.02;  // Chosen: 0.01 to 0.05 (askew).

/// A page that lies askew in its picture has margins, a pattern of watermarks has none: in heights of a letter.
constexpr double nearEdge = 4;  // Chosen: 2 to 8 (askew).

/// The turn by less than an eighth that leaves lines level, or upright.
double folded(double degrees) { return degrees - 90 * std::round(degrees / 90); }

/// The slope of a line's feet in degrees.
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

/// Letters on lines of writing, and of these on lines that begin or end at the image's edge.
struct Writing {
    size_t letters = 0, atEdge = 0;
};

/// `size` is that of the image in which the axis' lines run across.
Writing writingOn(const vision::Axis &axis, cv::Size size, double glyphHeight) {
    const double sine = std::sin(axis.degrees * vision::degree), cosine = std::cos(axis.degrees * vision::degree);
    const auto isAtEdge = [&](const vision::PlacedGlyph &mark) {
        const double across = (mark.top + mark.bottom) / 2, room = nearEdge * glyphHeight;
        const double x = mark.along * cosine - across * sine, y = mark.along * sine + across * cosine;
        return std::min({x, y, size.width - x, size.height - y}) < room;
    };
    Writing writing;
    for (const auto &line : axis.lines) {
        if (!vision::isWriting(line, glyphHeight)) continue;
        writing.letters += line.size();
        if (isAtEdge(line.front()) || isAtEdge(line.back())) writing.atEdge += line.size();
    }
    return writing;
}

/// How many letters are on lines that are level without doubt.
size_t levelOn(const vision::TextInk &ink) {
    size_t marks = 0;
    for (const auto &line : vision::textLines(ink, 0)) {
        const bool isLevel = line.size() >= longLine && std::abs(slopeOf(line)) <= levelWithin;
        if (isLevel && vision::roughness(line) <= smooth && vision::isWriting(line, ink.glyphHeight)) marks += line.size();
    }
    return marks;
}

/// Whether it is the page that is turned so far, and not something on it.
bool isPageAskew(const VisionText &text, const vision::Axis &axis) {
    const bool isAcross = &axis == &text.axes.across;
    const cv::Size size = isAcross ? text.ink.size : cv::Size(text.ink.size.height, text.ink.size.width);
    const Writing writing = writingOn(axis, size, text.ink.glyphHeight);
    if (writing.letters < leastWriting || 3 * writing.atEdge > writing.letters) return false;
    const size_t level = levelOn(text.ink) + levelOn(vision::turnedClockwise(text.ink));
    return double(level) <= std::max(double(mostLevel), mostLevelShare * double(writing.letters));
}

/// Whether the lines of both axes are level after the same turn.
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
