// SPDX-License-Identifier: GPL-3.0-or-later
//
// Upright Latin text has more letters with ascenders (b d f h k l t, capitals, digits) than letters with descenders (g j p q y), and upside-down text
// has fewer (Bloomberg, Kopec and Dasari, "Measuring document image skew and orientation", 1995).
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

constexpr size_t leastMarks = 5;  // Chosen: 4 to 8 (turned).
constexpr double leastHeight = 5;

double middle(const vision::TextLine &line, double vision::PlacedGlyph::*value) {
    std::vector<double> values;
    for (const auto &glyph : line) values.push_back(glyph.*value);
    return vision::middle(values);
}

struct Letters {
    int rising = 0;
    int hanging = 0;
    int all = 0;
    /// The number of marks that are above each other within a line, like the strokes of Hangul and Han characters.
    int stacked = 0;
};

/// Adds the letters of a line. `marks` is sorted along the lines.
void count(const vision::TextLine &line, const std::vector<vision::PlacedGlyph> &marks, Letters &letters) {
    if (line.size() < leastMarks) return;
    const double top = middle(line, &vision::PlacedGlyph::top), bottom = middle(line, &vision::PlacedGlyph::bottom);
    const double height = bottom - top;
    if (height < leastHeight) return;
    // At low resolution, a pixel is a large part of a letter, so these limits have a minimum.
    // Chosen: 0.15, 0.1 to 0.2 (turned); 0.2, 0.15 to 0.3 (turned).
    const double level = std::max(1.3, 0.15 * height), beyond = std::max(1.6, 0.2 * height), tallest = 0.9 * height;
    const auto isBefore = [](const vision::PlacedGlyph &mark, double along) { return mark.along < along; };
    const auto first = std::lower_bound(marks.begin(), marks.end(), line.front().along - height, isBefore);
    const auto last = std::lower_bound(first, marks.end(), line.back().along + height, isBefore);
    const vision::PlacedGlyph *previous = nullptr;
    for (auto mark = first; mark != last; ++mark) {
        const double rise = top - mark->top, drop = mark->bottom - bottom;
        if (rise > tallest || drop > tallest || mark->bottom - mark->top < 0.3 * height) continue;
        if (previous && mark->along - previous->along < 0.5 * std::max(mark->halfWidth, previous->halfWidth) &&
            (mark->top >= previous->bottom || previous->top >= mark->bottom)) {
            ++letters.stacked;
        }
        previous = &*mark;
        if (mark->bottom - mark->top < 0.6 * height) continue;
        ++letters.all;
        letters.rising += rise > beyond && std::abs(drop) < level;
        letters.hanging += drop > beyond && std::abs(rise) < level;
    }
}

struct Uprightness {
    double upright = 0.5;
    double alphabetic = 0;
};

Uprightness uprightness(const vision::Axis &axis) {
    /// The fraction of stacked marks above which the script has no ascenders and descenders.
    constexpr double mostStacked = 0.08;  // Chosen: 0.04 to 0.16 (turned).
    constexpr double steepness = 0.5;  // Chosen: 0.3 to 0.8 (turned).
    auto marks = axis.marks;
    std::sort(marks.begin(), marks.end(), [](const auto &left, const auto &right) { return left.along < right.along; });
    Letters letters;
    for (const auto &line : axis.lines) count(line, marks, letters);
    if (letters.all == 0) return {};
    const double surplus = (letters.rising - letters.hanging) / std::sqrt(letters.rising + letters.hanging + 4.0);
    const double alphabetic = std::max(0.0, 1 - letters.stacked / (mostStacked * letters.all));
    return {1 / (1 + std::exp(-steepness * surplus * alphabetic)), alphabetic};
}

}  // namespace

int vision_text_turn(const VisionText *text, VisionTurnEvidence *evidence, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(evidence, "there is nowhere to put the evidence");
        const vision::Axis &axis = text->axes.likely();
        const Uprightness side = uprightness(axis);
        *evidence = {text->axes.horizontal, side.upright, side.alphabetic, axis.fit.lines};
    });
}
