// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page is blank if everything on it is due to scanning or age: borders, holes, folds, staples, dust, and marks that shine through from the other
// side. Everything else counts as written.
#include <algorithm>
#include <cmath>

#include "Borders/BorderLines.h"
#include "Holes.h"
#include "Sheet/PageMarks.h"
#include "Pixels/Reduced.h"

namespace {

using vision::MarkGroup;
using vision::PageMarks;
using vision::ramp;

constexpr double workingPixels = 1'000'000;
/// The minimum tone of paper. The tone of a darker page can be its content.
constexpr int darkestPaper = 120;
/// The minimum fraction of the page that groups of faint marks cover if they shine through from the other side. A faint line of writing covers less.
constexpr double widespread = 0.04;

/// Returns whether a group is a fold or a scratch on the scanner's glass: thin, straight, and from edge to edge.
bool isFold(const MarkGroup &group, cv::Size page, double millimetre) {
    const bool isDown = group.box.height > group.box.width;
    const double length = std::max(group.box.width, group.box.height), side = isDown ? page.height : page.width;
    const double thickness = std::min(group.box.width, group.box.height);
    constexpr double edgeToEdge = 0.95, steepest = 0.03;
    return length >= edgeToEdge * side && thickness <= 1.5 * millimetre + steepest * length &&
           group.area / length <= 1.2 * millimetre && group.longest >= 0.3 * length;
}

/// Returns whether a group is a staple with its shadow: one or two strokes with the length of a staple in a corner.
bool isStaple(const MarkGroup &group, cv::Size page, double millimetre) {
    const double corner = 32 * millimetre;
    const auto isNear = [&](int from, int to, int side) { return to <= corner || from >= side - corner; };
    const cv::Rect &box = group.box;
    if (!isNear(box.x, box.br().x, page.width) || !isNear(box.y, box.br().y, page.height)) return false;
    const double length = std::hypot(box.width, box.height) / millimetre;
    const double thickness = group.area / std::max(1.0, group.longest) / millimetre;
    return group.marks <= 2 && length >= 6 && length <= 16 && thickness <= 1.6 &&
           group.longest >= 0.8 * std::max(box.width, box.height);
}

/// Returns whether a group is the rest of a border or a shadow along the image's edge.
bool isEdge(const MarkGroup &group, cv::Size page, double millimetre) {
    const cv::Rect &box = group.box;
    const double shallow = 3 * millimetre;
    return box.br().x <= shallow || box.br().y <= shallow || box.x >= page.width - shallow ||
           box.y >= page.height - shallow;
}

/// Returns the confidence that a group is writing, given the amount of dust on the page.
double writing(const MarkGroup &group, double millimetre, double specks) {
    const double longest = group.longest / millimetre;
    const double extent = std::max(group.box.width, group.box.height) / millimetre;
    // A stroke of a letter, or many specks in a row, such as small print or a dotted line.
    const double stroke = ramp(longest, 1.2, 1.8) * ramp(group.area / (millimetre * millimetre), 0.12, 0.3);
    const double fewest = 3 + specks / 60;
    const double row = ramp(group.marks, fewest, fewest + 3) * ramp(extent, 3, 5);
    return std::max(stroke, row) * ramp(group.contrast, 12, 20);
}

/// Returns the fraction of the page's middle that is clearly darker than its paper.
double inkInTheMiddle(const cv::Mat &grey) {
    constexpr double margin = 0.12;
    constexpr int clearly = 80;
    const int across = int(grey.cols * margin), down = int(grey.rows * margin);
    const cv::Mat middle = grey(cv::Rect(across, down, grey.cols - 2 * across, grey.rows - 2 * down));
    const int dark = vision::paperTone(grey) - clearly;
    return dark <= 0 ? 0 : double(cv::countNonZero(middle < dark)) / double(middle.total());
}

VisionBlank judged(const cv::Mat &image, double dpi) {
    VisionBlank result{};
    const int factor = vision::factorFor(image, workingPixels);
    const cv::Mat small = vision::reduced(image, factor);
    // More ink than any dust, fold, or hole, so that most pages need no closer analysis.
    constexpr double plenty = 0.015;  // Chosen: 0.008 to 0.03 (flat).
    const double inked = inkInTheMiddle(vision::grey(small));
    if (inked > plenty) {
        result.ink = inked;
        return result;
    }
    const double millimetre = vision::millimetreOf(image.size(), dpi) / factor;
    cv::Mat grey = vision::grey(small).clone();
    const vision::Borders borders = vision::findBorders(small);
    const int paper = vision::paperTone(grey);
    constexpr int leastSide = 40;
    if (paper < darkestPaper || std::min(grey.cols, grey.rows) < leastSide || millimetre < 1) {
        result.ink = paper < darkestPaper ? 1 : 0;
        return result;
    }
    vision::paintBorders(grey, borders);
    const PageMarks marks = vision::pageMarks(small, grey, millimetre, vision::findHoles(grey, millimetre));

    const auto isExplained = [&](const MarkGroup &group) {
        return isEdge(group, marks.size, millimetre) || isFold(group, marks.size, millimetre) ||
               isStaple(group, marks.size, millimetre);
    };
    double specks = 0, faint = 0, faintest = 0;
    constexpr double speckSide = 1.5;
    for (const MarkGroup &group : marks.groups) {
        if (group.longest < speckSide * millimetre) specks += group.marks;
        if (group.contrast >= vision::clearContrast || group.marks < 3) continue;
        faint += group.box.area();
        faintest = std::max(faintest, group.contrast);
    }
    const bool shinesThrough = faint > widespread * double(marks.size.area());
    double written = 0, ink = 0;
    for (const MarkGroup &group : shinesThrough ? marks.clearGroups : marks.groups) {
        if (isExplained(group)) continue;
        const double sure = writing(group, millimetre, specks);
        written = std::max(written, sure);
        ink += sure * group.area;
    }
    // A whole page of pale print looks the same, especially if it is darker.
    if (shinesThrough) written = std::max(written, 0.5 * ramp(faintest, 16, 28));
    const double pictures = ramp(marks.paleEdges, 4, 10);
    // Coarse grain hides pencil.
    const double sight = 1 - ramp(marks.noise, 5, 12);
    result.confidence = 0.98 * (1 - written) * (1 - pictures) * sight;
    result.ink = std::min(1.0, ink / double(marks.size.area()));
    return result;
}

}  // namespace

int vision_blank(VisionImage source, double dpi, VisionBlank *blank, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(blank, "there is nowhere to put the judgement");
        *blank = judged(vision::view(source), dpi);
    });
}
