// SPDX-License-Identifier: GPL-3.0-or-later
//
// The boxes of a form have one size, so boxes that can't be recognized by themselves are recognized by comparison with others.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "FoundBoxes.h"

namespace vision {

namespace {

/// The minimum number of other boxes of the same size.
constexpr size_t fewestOthers = 2;
/// The minimum sizes in pixels. In smaller boxes, letters look like boxes, or like boxes that are crossed out.
constexpr double leastByOthers = 14, leastStruck = 19;
/// The maximum number of columns or rows of boxes that are searched.
constexpr size_t mostLines = 60;

/// Searches for more boxes of one shape and size.
class Search {
public:
    Search(const BoxInk &ink, const std::vector<cv::Rect2d> &words, const VisionCheckBox &usual, FoundBoxes &boxes)
        : ink(ink), words(words), usual(usual), side(int(usual.width)),
          outline(side, side, usual.shape == VISION_CIRCLE), boxes(boxes) {}

    void addFull(const cv::Rect &box) {
        if (!isInWord(box, words) && !ink.isBetweenInk(box)) boxes.add(box, usual.shape, inside(box));
    }

    /// Adds the positions in a region at which the outline of a box is drawn well, and better than at adjacent positions.
    void within(const cv::Rect &region) {
        drawn.clear(), struck.clear();
        const int slack = std::max(1, side / 12);
        if (region.width < side - slack || region.height < side - slack) return;
        for (int y = region.y - slack; y + side <= region.y + region.height + slack; ++y) {
            for (int x = region.x - slack; x + side <= region.x + region.width + slack; ++x) look(x, y);
        }
        for (const cv::Rect &box : bestFirst(drawn)) {
            if (!boxes.isKnown(box)) addFull(box);
        }
        for (const cv::Rect &box : bestFirst(struck)) {
            if (!isInWord(box, words)) boxes.add(box, usual.shape, inside(box), 1, true);
        }
    }

    /// Searches the rows and columns of similar boxes, because marks can connect boxes with tables and words.
    void inLine(const std::vector<VisionCheckBox> &alike) {
        std::vector<double> columns, rows;
        const auto note = [&](std::vector<double> &lines, double place) {
            const auto isNear = [&](double line) { return std::abs(line - place) < 0.25 * side; };
            if (lines.size() < mostLines && std::none_of(lines.begin(), lines.end(), isNear)) lines.push_back(place);
        };
        for (const VisionCheckBox &box : alike) note(columns, box.x), note(rows, box.y);
        for (double x : columns) within(cv::Rect(int(x), 0, side, ink.pixels().rows));
        for (double y : rows) within(cv::Rect(0, int(y), ink.pixels().cols, side));
    }

private:
    using Places = std::vector<std::pair<double, cv::Rect>>;

    const BoxInk &ink;
    const std::vector<cv::Rect2d> &words;
    const VisionCheckBox usual;
    const int side;
    const BoxOutline outline;
    FoundBoxes &boxes;
    Places drawn, struck;

    /// Returns the fraction of ink in a box whose line isn't visible.
    double inside(const cv::Rect &box) const {
        return ink.fill(box, std::max(2, int(0.2 * side)), usual.shape == VISION_CIRCLE);
    }

    void look(int x, int y) {
        const cv::Rect box(x, y, side, side);
        if (!ink.hasLine(box)) return;
        if (const double score = ink.outline(outline, x, y); score > 0) drawn.push_back({score, box});
        if (side < leastStruck) return;
        if (const double score = ink.struckOutline(outline, x, y); score > 0 && ink.isStruck(box)) struck.push_back({score, box});
    }

    std::vector<cv::Rect> bestFirst(Places &places) const {
        std::sort(places.begin(), places.end(), [](const auto &a, const auto &b) {
            return std::make_tuple(-a.first, a.second.y, a.second.x) < std::make_tuple(-b.first, b.second.y, b.second.x);
        });
        std::vector<cv::Rect> boxes;
        const cv::Rect page(cv::Point(0, 0), ink.pixels().size());
        for (const auto &[score, place] : places) boxes.push_back(place & page);
        return boxes;
    }
};

}  // namespace

void findByOthers(BoxInk &ink, const std::vector<cv::Rect2d> &words, const DoubtfulBoxes &doubtful, FoundBoxes &boxes) {
    const std::vector<VisionCheckBox> known(boxes.begin(), boxes.end());
    std::vector<VisionCheckBox> usual;
    for (const VisionCheckBox &one : known) {
        const auto isLike = [&](const VisionCheckBox &other) {
            return other.shape == one.shape && std::abs(other.width / one.width - 1) < sameSize;
        };
        if (one.shape == VISION_COMB || one.width < leastByOthers || std::any_of(usual.begin(), usual.end(), isLike)) continue;
        std::vector<VisionCheckBox> alike;
        std::copy_if(known.begin(), known.end(), std::back_inserter(alike), isLike);
        if (alike.size() < fewestOthers) continue;
        const auto middle = alike.begin() + std::ptrdiff_t(alike.size() / 2);
        std::nth_element(alike.begin(), middle, alike.end(), [](auto &a, auto &b) { return a.width < b.width; });
        usual.push_back(*middle);
        ink.addUp();
        Search search(ink, words, usual.back(), boxes);
        for (const auto &[box, shape] : doubtful.solid) {
            if (shape == one.shape && std::abs(box.width / usual.back().width - 1) < sameSize) search.addFull(box);
        }
        for (const cv::Rect &box : doubtful.loose) search.within(box);
        search.inLine(alike);
    }
}

}  // namespace vision
