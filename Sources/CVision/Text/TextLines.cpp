// SPDX-License-Identifier: GPL-3.0-or-later
#include "TextLines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vision {

namespace {

/// The minimum number of marks on a line for estimating its slope.
constexpr size_t leastGlyphs = 4;
constexpr int mostRounds = 12;
/// The minimum scale of the robust fit, in pixels, because round letters extend beyond flat ones by a pixel.
constexpr double leastScale = 1.2;
/// The variance of rounding to whole pixels: 1/12.
constexpr double pixelVariance = 0.08;  // Chosen: 0.04 to 0.16 (askew).

/// Returns the index of the next glyph on the same line for each glyph, or -1.
std::vector<int> successors(const std::vector<PlacedGlyph> &glyphs, double glyphHeight) {
    const double reach = 2.5 * glyphHeight, drift = 0.3 * glyphHeight;
    std::vector<int> byBottom(glyphs.size());
    for (size_t index = 0; index < glyphs.size(); ++index) byBottom[index] = int(index);
    std::sort(byBottom.begin(), byBottom.end(),
              [&](int a, int b) { return glyphs[size_t(a)].bottom < glyphs[size_t(b)].bottom; });
    std::vector<int> next(glyphs.size(), -1), previous(glyphs.size(), -1);
    size_t first = 0;
    for (size_t place = 0; place < byBottom.size(); ++place) {
        const auto &glyph = glyphs[size_t(byBottom[place])];
        while (glyphs[size_t(byBottom[first])].bottom < glyph.bottom - drift) ++first;
        double nearest = reach;
        int follower = -1;
        for (size_t other = first; other < byBottom.size(); ++other) {
            const auto &candidate = glyphs[size_t(byBottom[other])];
            if (candidate.bottom > glyph.bottom + drift) break;
            const double distance = candidate.along - glyph.along;
            if (distance <= 0) continue;
            const double gap =
                distance - candidate.halfWidth - glyph.halfWidth + 2 * std::abs(candidate.bottom - glyph.bottom);
            if (gap < nearest) {
                nearest = gap;
                follower = byBottom[other];
            }
        }
        if (follower < 0) continue;
        const int rival = previous[size_t(follower)];
        if (rival >= 0) {
            if (glyphs[size_t(rival)].along > glyph.along) continue;
            next[size_t(rival)] = -1;
        }
        previous[size_t(follower)] = byBottom[place];
        next[size_t(byBottom[place])] = follower;
    }
    return next;
}

}  // namespace

std::vector<PlacedGlyph> placedGlyphs(const TextInk &ink, double degrees) {
    const double sine = std::sin(degrees * degree), cosine = std::cos(degrees * degree);
    constexpr double far = std::numeric_limits<double>::max();
    std::vector<PlacedGlyph> glyphs;
    glyphs.reserve(ink.glyphs.size());
    for (const auto &box : ink.glyphs) {
        const double x = box.x + box.width / 2.0, y = box.y + box.height / 2.0;
        const double width = (box.width - box.height * std::abs(sine)) / cosine;
        glyphs.push_back({x * cosine + y * sine, far, -far, std::max(1.0, width) / 2, glyphs.size()});
    }
    // The lowest corner of a rotated box may be blank, so heights are measured at the outline.
    for (const auto &point : ink.upper) {
        double &top = glyphs[size_t(point.glyph)].top;
        top = std::min(top, point.y * cosine - point.x * sine);
    }
    for (const auto &point : ink.lower) {
        double &bottom = glyphs[size_t(point.glyph)].bottom;
        bottom = std::max(bottom, point.y * cosine - point.x * sine);
    }
    return glyphs;
}

std::vector<TextLine> textLines(const TextInk &ink, double degrees) {
    const auto glyphs = placedGlyphs(ink, degrees);
    const auto next = successors(glyphs, ink.glyphHeight);
    std::vector<uint8_t> isFollower(glyphs.size(), 0);
    for (const int index : next) {
        if (index >= 0) isFollower[size_t(index)] = 1;
    }
    std::vector<TextLine> lines;
    for (size_t start = 0; start < glyphs.size(); ++start) {
        if (isFollower[start]) continue;
        TextLine line;
        for (int index = int(start); index >= 0; index = next[size_t(index)]) line.push_back(glyphs[size_t(index)]);
        if (line.size() >= leastGlyphs) lines.push_back(std::move(line));
    }
    return lines;
}

namespace {

/// The upper or lower ends of a line's marks.
struct LineEdge {
    const TextLine *line;
    double PlacedGlyph::*end;
};

/// Returns Tukey's biweight of a residual, relative to the scale.
double biweight(double residual) {
    return std::abs(residual) >= 1 ? 0 : (1 - residual * residual) * (1 - residual * residual);
}

/// The sums of one round of the regression over all edges.
struct Sums {
    double xx = 0, xy = 0, squares = 0, weight = 0;
    /// The sum of the squared gradients of the lines with respect to the slope.
    double pulls = 0;
};

/// Adds an edge without its weighted mean, so that all edges share one slope. Returns the number of marks that count.
int add(const LineEdge &edge, double slope, double offset, double scale, Sums &sums) {
    double weightSum = 0, xSum = 0, ySum = 0, xx = 0, xy = 0, squares = 0;
    int inliers = 0;
    for (const auto &glyph : *edge.line) {
        const double x = glyph.along, y = glyph.*edge.end - offset, residual = y - slope * x;
        const double weight = biweight(residual / scale);
        if (weight <= 0) continue;
        ++inliers;
        weightSum += weight;
        xSum += weight * x;
        ySum += weight * y;
        xx += weight * x * x;
        xy += weight * x * y;
        squares += weight * residual * residual;
    }
    if (inliers < int(leastGlyphs) - 1) return 0;
    xx -= xSum * xSum / weightSum;
    xy -= xSum * ySum / weightSum;
    sums.xx += xx;
    sums.xy += xy;
    // The other edge of the line contributes equally, hence the factor 2.
    sums.pulls += 2 * (xy - slope * xx) * (xy - slope * xx);
    sums.squares += squares;
    sums.weight += weightSum;
    return inliers;
}

}  // namespace

BaselineFit fitBaselines(const std::vector<TextLine> &lines, double glyphHeight) {
    // Upper and lower ends of the marks are used, so that a page has the same slope upside down.
    std::vector<LineEdge> edges;
    for (const auto &line : lines) {
        edges.push_back({&line, &PlacedGlyph::bottom});
        edges.push_back({&line, &PlacedGlyph::top});
    }
    BaselineFit fit;
    double slope = 0, precision = 0, disagreement = 0;
    std::vector<double> offsets(edges.size()), rest, spread;
    for (int round = 0; round < mostRounds; ++round) {
        // The offsets are medians, so that descenders and commas don't pull the line down.
        spread.clear();
        for (size_t index = 0; index < edges.size(); ++index) {
            rest.clear();
            for (const auto &glyph : *edges[index].line) rest.push_back(glyph.*edges[index].end - slope * glyph.along);
            offsets[index] = middle(rest);
            for (const double value : rest) spread.push_back(std::abs(value - offsets[index]));
        }
        if (spread.empty()) return fit;
        const double scale = std::clamp(4.685 * 1.4826 * middle(spread), leastScale, 0.3 * glyphHeight + 1);
        Sums sums;
        fit.lines = fit.glyphs = 0;
        for (size_t index = 0; index < edges.size(); ++index) {
            const int inliers = add(edges[index], slope, offsets[index], scale, sums);
            if (edges[index].end != &PlacedGlyph::bottom) continue;
            fit.lines += inliers > 0;
            fit.glyphs += inliers;
        }
        if (sums.xx <= 0) return fit;
        const double change = sums.xy / sums.xx - slope;
        slope += change;
        // The errors of a mark's two ends are correlated, so they count once.
        precision = std::sqrt(2 * (sums.squares / sums.weight + pixelVariance) / sums.xx);
        // Liang and Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 1986.
        disagreement = std::sqrt(sums.pulls) / sums.xx;
        if (std::abs(change) < 1e-6) break;
    }
    fit.degrees = std::atan(slope) / degree;
    fit.error = std::atan(precision) / degree;
    fit.disagreement = std::atan(disagreement) / degree;
    return fit;
}

}  // namespace vision
