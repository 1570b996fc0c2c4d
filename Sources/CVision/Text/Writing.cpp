// SPDX-License-Identifier: GPL-3.0-or-later
//
// Distinguishes lines of writing from marks that are in a row by chance.
#include <algorithm>
#include <cmath>

#include "TextLines.h"

namespace vision {

namespace {

/// The minimum number of marks, because shorter rows are often due to chance.
constexpr size_t leastMarks = 6;  // Chosen: 5 to 8 (sheets).
/// The minimum height, because lower marks are often specks.
constexpr double leastHeight = 5;  // Chosen: 4 to 7 (sheets).
/// The minimum fraction of marks that have the size and shape of letters.
constexpr double leastLetters = 0.6;  // Chosen: 0.5 to 0.75 (sheets).
/// The maximum mean offset between adjacent marks' ends, and the maximum spread of the marks' heights, in line heights.
// Chosen: 0.2, 0.15 to 0.3 (sheets); 0.25, 0.2 to 0.35 (sheets).
constexpr double mostRoughness = 0.2, mostSpread = 0.25;
/// The range of the line's height relative to the page's marks, which includes large headings.
constexpr double smallest = 0.6, largest = 2.5;

double meanStep(const TextLine &line, double PlacedGlyph::*end, double height) {
    double sum = 0;
    for (size_t index = 1; index < line.size(); ++index) {
        sum += std::min(std::abs(line[index].*end - line[index - 1].*end), height);
    }
    return sum / double(line.size() - 1);
}

}  // namespace

bool isLetter(const PlacedGlyph &mark, double height) {
    const double width = 2 * mark.halfWidth, tall = mark.bottom - mark.top + 1;
    return width > 0.2 * tall && tall > 0.6 * height && tall < 2 * height;
}

bool isWriting(const TextLine &line, double glyphHeight) {
    if (line.size() < leastMarks) return false;
    std::vector<double> heights;
    for (const auto &mark : line) heights.push_back(mark.bottom - mark.top + 1);
    const double height = middle(heights);
    if (height < leastHeight || height < smallest * glyphHeight || height > largest * glyphHeight) return false;
    for (double &value : heights) value = std::abs(value - height);
    if (middle(heights) > mostSpread * height) return false;
    const auto letters = std::count_if(line.begin(), line.end(), [&](const auto &mark) { return isLetter(mark, height); });
    if (double(letters) < leastLetters * double(line.size())) return false;
    return roughness(line) <= mostRoughness;
}

double roughness(const TextLine &line) {
    std::vector<double> heights;
    for (const auto &mark : line) heights.push_back(mark.bottom - mark.top + 1);
    if (line.size() < 2) return 1;
    const double height = middle(heights);
    return std::min(meanStep(line, &PlacedGlyph::top, height), meanStep(line, &PlacedGlyph::bottom, height)) / height;
}

}  // namespace vision
