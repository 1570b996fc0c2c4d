// SPDX-License-Identifier: GPL-3.0-or-later
#include "CurlLines.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

/// The minimum number of letters on a line, and its minimum length in letter heights, for measuring its curvature.
constexpr size_t leastLetters = 5;
constexpr double leastLength = 6;
/// The maximum gap between adjacent letters on a line, in letter heights.
constexpr double reach = 2.5;
/// The weight of vertical offsets relative to horizontal distances between letters.
constexpr double climb = 2;

}  // namespace

std::vector<PlacedGlyph> letters(const std::vector<PlacedGlyph> &glyphs, double letterHeight) {
    constexpr double least = 0.55, most = 3, widest = 4;
    std::vector<PlacedGlyph> result;
    for (const auto &glyph : glyphs) {
        const double height = glyph.bottom - glyph.top;
        if (height >= least * letterHeight && height <= most * letterHeight &&
            glyph.halfWidth <= widest / 2 * letterHeight) {
            result.push_back(glyph);
        }
    }
    return result;
}

std::vector<TextLine> curvedLines(const std::vector<PlacedGlyph> &letters, const Surface &surface, double letterHeight,
                                  double drift) {
    struct Flat {
        double height;
        int letter;
    };
    std::vector<Flat> flat(letters.size());
    for (size_t index = 0; index < letters.size(); ++index) {
        flat[index] = {surface.flattened(letters[index].along, letters[index].bottom), int(index)};
    }
    std::sort(flat.begin(), flat.end(), [](const Flat &a, const Flat &b) { return a.height < b.height; });
    std::vector<int> next(letters.size(), -1), previous(letters.size(), -1);
    size_t first = 0;
    for (const Flat &place : flat) {
        const auto &letter = letters[size_t(place.letter)];
        while (flat[first].height < place.height - drift * letterHeight) ++first;
        double nearest = reach * letterHeight;
        int follower = -1;
        for (size_t other = first; other < flat.size(); ++other) {
            const double step = flat[other].height - place.height;
            if (step > drift * letterHeight) break;
            const auto &candidate = letters[size_t(flat[other].letter)];
            const double distance = candidate.along - letter.along;
            if (distance <= 0) continue;
            const double gap =
                std::max(0.0, distance - candidate.halfWidth - letter.halfWidth) + climb * std::abs(step);
            if (gap >= nearest) continue;
            nearest = gap;
            follower = flat[other].letter;
        }
        if (follower < 0) continue;
        const int rival = previous[size_t(follower)];
        if (rival >= 0) {
            if (letters[size_t(rival)].along > letter.along) continue;
            next[size_t(rival)] = -1;
        }
        previous[size_t(follower)] = place.letter;
        next[size_t(place.letter)] = follower;
    }
    std::vector<TextLine> lines;
    for (size_t start = 0; start < letters.size(); ++start) {
        if (previous[start] >= 0) continue;
        TextLine line;
        for (int index = int(start); index >= 0; index = next[size_t(index)]) line.push_back(letters[size_t(index)]);
        if (line.size() >= leastLetters && line.back().along - line.front().along >= leastLength * letterHeight) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

}  // namespace vision
