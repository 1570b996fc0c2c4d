// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where lines of writing are, is page: what a correction would keep is widened to hold all of them.
#include <algorithm>
#include <cmath>

#include "Sheet/PageText.h"

namespace {

/// A line is cut where more than this share of a mark's height or width is beyond the edge.
constexpr double tolerance = 0.15;
/// The paper that is kept around a line that was cut, in heights of the line.
constexpr double margin = 1;

/// Points around a line's marks, grown by some pixels of the lines' frame.
std::vector<cv::Point2d> outline(const VisionText &text, const vision::TextLine &line, double growth) {
    std::vector<cv::Point2d> points;
    for (const auto &mark : line) {
        const double height = mark.bottom - mark.top + 1;
        const double wide = growth > 0 ? mark.halfWidth + growth : (1 - 2 * tolerance) * mark.halfWidth;
        const double tall = growth > 0 ? growth : -tolerance * height;
        for (const double across : {mark.top - tall, mark.bottom + 1 + tall}) {
            points.push_back(vision::placeOnPage(text, mark.along - wide, across));
            points.push_back(vision::placeOnPage(text, mark.along + wide, across));
        }
    }
    return points;
}

/// A homography, and how far it may be trusted: towards its horizon it tears the page apart.
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

}  // namespace

int vision_text_room(const VisionText *text, const double pageToTarget[9], double width, double height, VisionBox *room,
                     int32_t *cut, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(pageToTarget, "there is no homography");
        vision::require(room, "there is nowhere to put the room");
        vision::require(cut, "there is nowhere to put the number of lines");
        *room = {0, 0, width, height, 1};
        *cut = 0;
        const Target target(pageToTarget, width, height);
        const auto isOutside = [&](cv::Point2d point) {
            const cv::Point2d place = target(point);
            return !(place.x >= 0 && place.y >= 0 && place.x <= width && place.y <= height);
        };
        for (const auto &line : text->axes.likely().lines) {
            if (!vision::isWriting(line, text->ink.glyphHeight)) continue;
            const auto marks = outline(*text, line, 0);
            if (std::none_of(marks.begin(), marks.end(), isOutside)) continue;
            ++*cut;
            std::vector<double> heights;
            for (const auto &mark : line) heights.push_back(mark.bottom - mark.top + 1);
            for (const auto &point : outline(*text, line, margin * vision::middle(heights))) {
                const cv::Point2d place = target(point);
                room->left = std::min(room->left, place.x);
                room->top = std::min(room->top, place.y);
                room->right = std::max(room->right, place.x);
                room->bottom = std::max(room->bottom, place.y);
            }
        }
    });
}
