// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places with lines of writing belong to the page, so the part that a correction keeps is extended to contain them.
#include <algorithm>
#include <array>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// The fraction of a mark's height or width that must be beyond the edge for its line to be cut off.
constexpr double tolerance = 0.15;  // Chosen: 0.1 to 0.3 (sheets).
/// The margin around a line that would be cut off, in line heights. The larger one applies beyond a doubtful side, because text
/// such as double-width letters of a cash register may not be detected there.
constexpr double margin = 1, marginInDoubt = 4;  // Chosen: 4, 2 to 6 (sheets).
/// The minimum confidence that the sheet ends at a side, for text beyond it to be ignored.
constexpr double sureSide = 0.5;  // Chosen: 0.35 to 0.7 (sheets).
/// The number of lines across a side that can't be due to chance.
constexpr std::ptrdiff_t fewCrossing = 2;

/// Returns the corners of a mark, extended by a number of pixels in the coordinates of the lines.
std::array<cv::Point2d, 4> corners(const VisionText &text, const vision::PlacedGlyph &mark, double growth) {
    const double height = mark.bottom - mark.top + 1;
    const double wide = growth > 0 ? mark.halfWidth + growth : (1 - 2 * tolerance) * mark.halfWidth;
    const double tall = growth > 0 ? growth : -tolerance * height;
    const double upper = mark.top - tall, lower = mark.bottom + 1 + tall;
    return {vision::placeOnPage(text, mark.along - wide, upper), vision::placeOnPage(text, mark.along + wide, upper),
            vision::placeOnPage(text, mark.along - wide, lower), vision::placeOnPage(text, mark.along + wide, lower)};
}

/// A homography with the limit of its validity, because near its horizon it distorts the page extremely.
class Target {
public:
    Target(const double matrix[9], double width, double height) : matrix_(matrix) {
        const cv::Matx33d inverse = matrix_.inv();
        const cv::Vec3d centre = inverse * cv::Vec3d(width / 2, height / 2, 1);
        depth_ = (matrix_ * (centre / centre[2]))[2];
    }

    cv::Point2d operator()(cv::Point2d point) const {
        constexpr double nearHorizon = 0.25;
        const cv::Vec3d place = matrix_ * cv::Vec3d(point.x, point.y, 1);
        if (!(place[2] / depth_ > nearHorizon)) return {HUGE_VAL, HUGE_VAL};
        return {place[0] / place[2], place[1] / place[2]};
    }

private:
    cv::Matx33d matrix_;
    double depth_;
};

/// The rectangle that a correction keeps, with the confidence that the sheet ends at the upper, right, lower, and left side.
struct Kept {
    double width, height;
    const double *sides;

    bool isBeyond(size_t side, cv::Point2d place) const {
        return side == 0 ? place.y < 0 : side == 1 ? place.x > width : side == 2 ? place.y > height : place.x < 0;
    }
};

/// Returns the marks of a line that aren't mostly beyond a side, because a letter that is half covered by another sheet touches its edge.
vision::TextLine before(size_t side, const VisionText &text, const vision::TextLine &line, const Target &target,
                        const Kept &kept) {
    vision::TextLine within;
    for (const auto &mark : line) {
        const cv::Point2d middle = vision::placeOnPage(text, mark.along, (mark.top + mark.bottom + 1) / 2);
        if (!kept.isBeyond(side, target(middle))) within.push_back(mark);
    }
    return within;
}

/// Returns whether part of the line is beyond a side.
bool isCutBy(size_t side, const VisionText &text, const vision::TextLine &line, const Target &target, const Kept &kept) {
    return std::any_of(line.begin(), line.end(), [&](const auto &mark) {
        const auto places = corners(text, mark, 0);
        return std::any_of(places.begin(), places.end(),
                           [&](cv::Point2d place) { return kept.isBeyond(side, target(place)); });
    });
}

/// Moves a side outwards to include a place.
void widen(VisionBox &room, size_t side, cv::Point2d place) {
    switch (side) {
        case 0: room.top = std::min(room.top, place.y); break;
        case 1: room.right = std::max(room.right, place.x); break;
        case 2: room.bottom = std::max(room.bottom, place.y); break;
        default: room.left = std::min(room.left, place.x);
    }
}

bool crosses(size_t side, const VisionText &text, const vision::TextLine &line, const Target &target, const Kept &kept) {
    return isCutBy(side, text, before(side, text, line, target, kept), target, kept);
}

}  // namespace

int vision_text_room(const VisionText *text, const double pageToTarget[9], double width, double height,
                     const double sides[4], VisionBox *room, int32_t *cut, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(pageToTarget, "there is no homography");
        vision::require(sides, "there is nothing said of the sides");
        vision::require(room, "there is nowhere to put the room");
        vision::require(cut, "there is nowhere to put the number of lines");
        *room = {0, 0, width, height, 1};
        *cut = 0;
        const Target target(pageToTarget, width, height);
        const Kept kept{width, height, sides};
        std::vector<vision::TextLine> lines;
        for (const auto &line : text->axes.likely().lines) {
            if (vision::isWriting(line, text->ink.glyphHeight)) lines.push_back(line);
        }
        // Text beyond a side at which the sheet ends, and which few lines cross, belongs to something else.
        for (size_t side = 0; side < 4; ++side) {
            const auto crossing = std::count_if(lines.begin(), lines.end(), [&](const auto &line) {
                return crosses(side, *text, line, target, kept);
            });
            if (sides[side] < sureSide || crossing >= fewCrossing) continue;
            for (auto &line : lines) {
                if (!crosses(side, *text, line, target, kept)) line = before(side, *text, line, target, kept);
            }
        }
        for (const auto &line : lines) {
            bool isCut = false;
            for (size_t side = 0; side < 4; ++side) isCut = isCut || isCutBy(side, *text, line, target, kept);
            if (!isCut) continue;
            ++*cut;
            std::vector<double> heights;
            for (const auto &mark : line) heights.push_back(mark.bottom - mark.top + 1);
            for (size_t side = 0; side < 4; ++side) {
                const bool isInDoubt = sides[side] < sureSide && isCutBy(side, *text, line, target, kept);
                const double growth = (isInDoubt ? marginInDoubt : margin) * vision::middle(heights);
                for (const auto &mark : line) {
                    for (const auto &point : corners(*text, mark, growth)) widen(*room, side, target(point));
                }
            }
        }
    });
}
