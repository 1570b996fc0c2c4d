// SPDX-License-Identifier: GPL-3.0-or-later
//
// A spread differs from a page with columns by a shadow in an empty band from edge to edge, or by a band as wide as two pages' margins: many times a
// letter's height, wider than all other gaps, and about twice the outer margins, so that each half looks like a page. The latter alone is never
// certain, because a leaflet can have this layout.
#include <algorithm>
#include <cmath>

#include "Borders/BorderLines.h"
#include "GutterBand.h"
#include "Pixels/Reduced.h"

namespace {

using vision::Band;
using vision::DownLine;
using vision::PageInk;
using vision::ramp;
using vision::Valley;

/// The size at which letters of a book are still five pixels high.
constexpr double workingPixels = 700'000;
/// The range of the ratio of width to height for two pages side by side, from narrow books to almost square ones.
constexpr double narrowest = 1.08, widest = 2.05;  // Chosen: 1.08, 1 to 1.2 (flat).

/// The maximum confidence from each kind of evidence.
constexpr double mostFromShadow = 0.97, mostFromMargins = 0.7;
/// The minimum evidence for a shadow to determine the position of the gutter.
constexpr double leastShadow = 0.2;  // Chosen: 0.1 to 0.4 (flat).

cv::Rect paperOf(const vision::Borders &borders, cv::Size size) {
    const auto cut = [&](vision::Side side) {
        return borders.sides[side].found ? int(std::ceil(borders.sides[side].cut)) : 0;
    };
    const int left = cut(vision::leftSide), top = cut(vision::topSide);
    return {left, top, size.width - left - cut(vision::rightSide), size.height - top - cut(vision::bottomSide)};
}

double shadowEvidence(const Valley &valley, const vision::Borders &borders, cv::Size page) {
    // A wedge of border hides the end of the valley.
    const bool isAtTop = valley.isAtTop || borders.sides[vision::topSide].found;
    const bool isAtBottom = valley.isAtBottom || borders.sides[vision::bottomSide].found;
    if (!isAtTop || !isAtBottom) return 0;
    // A printed rule or a scratch is very thin and has no gradual slopes.
    const double soft = ramp(valley.width, 0.0025 * page.width, 0.005 * page.width);
    const double clear = ramp(valley.depth, 0.04, 0.12);
    const double middle = (valley.line.top + valley.line.bottom) / 2 / page.width;
    const double central = ramp(0.1 - std::abs(middle - 0.5), 0, 0.03);
    return soft * clear * central * ramp(valley.coverage, 0.7, 0.85);
}

/// Returns the confidence that an empty band is the inner margins of two pages.
double marginEvidence(const PageInk &ink, const Band &band) {
    if (ink.markHeight < 3) return 0;
    const double gap = band.width(), width = ink.size.width;
    const double left = band.inkLeft, right = width - band.inkRight;
    // Each half needs a significant amount of writing.
    const double balance = double(std::min(band.leftInk, band.rightInk)) / std::max(1, band.leftInk + band.rightInk);
    const double middle = (band.left + band.right) / 2 / width;
    // A table has gaps everywhere, as does a page with vertical lines.
    if (band.others > 5) return 0;
    const double lone = ramp(gap, 1.3 * band.widestOther, 2 * band.widestOther);
    const double wide = ramp(gap, 0.045 * width, 0.07 * width);
    const double letters = ramp(gap / ink.markHeight, 6, 9);
    // Pages are read from near, so letters of a slide or leaflet are larger.
    const double small = ramp(ink.size.height / ink.markHeight, 50, 70);
    const double outer = ramp(gap / std::max(1.0, left + right), 0.4, 0.7);
    // Each half is centered about as well as the text of a page.
    const double halves = ramp(gap / 2 / std::max(1.0, std::max(left, right)), 0.3, 0.6);
    return lone * wide * letters * small * outer * halves * ramp(balance, 0.05, 0.15) *
           ramp(0.07 - std::abs(middle - 0.5), 0, 0.03);
}

bool isClear(const PageInk &ink, const DownLine &line) {
    const double reach = std::max(1.0, 0.0015 * ink.size.width);
    int hits = 0;
    for (const cv::Point &point : ink.points) {
        hits += std::abs(point.x + 0.5 - line.at((point.y + 0.5) / ink.size.height)) <= reach;
    }
    return hits <= 2;
}

VisionGutter gutterOf(const cv::Mat &image) {
    VisionGutter result{};
    const int factor = vision::factorFor(image, workingPixels);
    const cv::Mat small = vision::reduced(image, factor);
    const vision::Borders borders = vision::findBorders(small);
    const cv::Rect paper = paperOf(borders, small.size());
    // A dark picture has no gutter.
    if (borders.paper == 0) return result;
    const double shape = double(paper.width) / std::max(1, paper.height);
    if (shape < narrowest || shape > widest || paper.width < 100 || paper.height < 60) return result;
    cv::Mat whole = vision::grey(small).clone();
    vision::paintBorders(whole, borders);
    const cv::Mat page = whole(paper);
    PageInk ink = vision::pageInk(page);
    const Valley valley = vision::darkestValley(page);
    double shadow = shadowEvidence(valley, borders, page.size());
    if (shadow > 0) {
        PageInk others = ink;
        vision::forgetValley(others, valley);
        const Band around = vision::emptyBand(others, &valley);
        // Text on both sides of a gutter keeps a distance from it.
        const double own = 1.5 * valley.width + 4;
        shadow *= ramp(around.width() - own, 0.005 * page.cols, 0.015 * page.cols);
        if (shadow > 0) ink = others;
    }
    const bool isShadow = shadow >= leastShadow;
    const Band band = vision::emptyBand(ink, isShadow ? &valley : nullptr);
    if (band.width() < 3) return result;
    const double margins = marginEvidence(ink, band);
    const double middle = (band.left + band.right) / 2;
    const DownLine line = isShadow ? valley.line : DownLine{middle - band.lean / 2, middle + band.lean / 2};
    if (!isClear(ink, line)) return result;
    // Extend the line beyond the paper to the edges of the image.
    const double slope = (line.bottom - line.top) / page.rows;
    const double top = line.top + paper.x - slope * paper.y;
    result.topX = top * factor;
    result.bottomX = (top + slope * image.rows / factor) * factor;
    result.confidence = 1 - (1 - mostFromShadow * shadow) * (1 - mostFromMargins * margins);
    return result;
}

}  // namespace

int vision_find_gutter(VisionImage source, VisionGutter *gutter, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(gutter, "there is nowhere to put the gutter");
        *gutter = gutterOf(vision::view(source));
    });
}
