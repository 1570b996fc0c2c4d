// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selects the text lines that are most useful for recognition, so that a few can represent the page.
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// The margin above and below the marks as a fraction of their height. The margins are equal because the line may be upside down.
constexpr double room = 0.65;
/// The number of marks above which a line costs more time without being more useful.
constexpr size_t plentyOfMarks = 24;
constexpr int leastLetters = 4;
/// The relative variation of letter widths in words of a monospaced font. Less variation reduces a line's usefulness.
constexpr double plentyOfVariation = 0.25;
constexpr double leastHeight = 5;

/// A part of a line, in the coordinates of the lines.
struct Span {
    double first, last, top, bottom;
    /// The number of marks that have the height and width of letters.
    int letters;
    /// The expected usefulness: the number of letters, reduced if all have equal widths, as in rows of asterisks or zeros.
    double promise;
};

/// Returns the line, or its middle part if it has more than `mostMarks` marks.
Span spanOf(const vision::TextLine &line, double glyphHeight, size_t mostMarks) {
    const size_t marks = std::min(line.size(), mostMarks), start = (line.size() - marks) / 2;
    std::vector<double> tops, bottoms;
    for (size_t index = start; index < start + marks; ++index) {
        tops.push_back(line[index].top);
        bottoms.push_back(line[index].bottom);
    }
    const auto &first = line[start], &last = line[start + marks - 1];
    Span span{first.along - first.halfWidth, last.along + last.halfWidth, vision::middle(tops),
              vision::middle(bottoms), 0, 0};
    const double height = std::max(span.bottom - span.top + 1, 0.6 * glyphHeight);
    double sum = 0, squares = 0;
    for (size_t index = start; index < start + marks; ++index) {
        if (!vision::isLetter(line[index], height)) continue;
        ++span.letters;
        sum += line[index].halfWidth;
        squares += line[index].halfWidth * line[index].halfWidth;
    }
    if (span.letters == 0) return span;
    const double mean = sum / span.letters;
    const double variation = std::sqrt(std::max(0.0, squares / span.letters - mean * mean)) / mean;
    span.promise = span.letters * std::min(1.0, variation / plentyOfVariation);
    return span;
}

VisionTextLine outlineOf(const VisionText &text, const Span &span, double room) {
    const double space = room * (span.bottom - span.top);
    const double left = span.first - space, right = span.last + space;
    const double top = span.top - space, bottom = span.bottom + 1 + space;
    const cv::Point2d corners[] = {
        vision::placeOnPage(text, left, top), vision::placeOnPage(text, right, top),
        vision::placeOnPage(text, right, bottom), vision::placeOnPage(text, left, bottom)};
    VisionTextLine line{{}, span.letters};
    for (size_t index = 0; index < 4; ++index) {
        line.corners[2 * index] = corners[index].x;
        line.corners[2 * index + 1] = corners[index].y;
    }
    return line;
}

}  // namespace

int vision_text_lines(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                      VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(count, "there is nowhere to put the number of lines");
        if (capacity < 0 || (capacity > 0 && !lines)) throw std::invalid_argument("there is no room for lines");
        std::vector<Span> spans;
        for (const auto &line : text->axes.likely().lines) {
            const Span span = spanOf(line, text->ink.glyphHeight, plentyOfMarks);
            if (span.letters >= leastLetters && span.bottom - span.top >= leastHeight) spans.push_back(span);
        }
        std::sort(spans.begin(), spans.end(),
                         [](const Span &left, const Span &right) { return left.promise > right.promise; });
        *count = int32_t(std::min(spans.size(), size_t(capacity)));
        for (int32_t index = 0; index < *count; ++index) lines[index] = outlineOf(*text, spans[size_t(index)], room);
    });
}

int vision_text_writing(const VisionText *text, VisionTextLine *lines, int32_t capacity, int32_t *count,
                        VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(count, "there is nowhere to put the number of lines");
        if (capacity < 0 || (capacity > 0 && !lines)) throw std::invalid_argument("there is no room for lines");
        *count = 0;
        for (const auto &line : text->axes.likely().lines) {
            if (*count == capacity) break;
            if (!vision::isWriting(line, text->ink.glyphHeight)) continue;
            lines[(*count)++] = outlineOf(*text, spanOf(line, text->ink.glyphHeight, line.size()), 0);
        }
    });
}
