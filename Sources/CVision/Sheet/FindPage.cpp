// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates come from straight lines and from regions, one measure ranks them all, and the best is measured again in
// the photograph at full resolution.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "PageScore.h"
#include "PageWriting.h"

namespace vision {

namespace {

/// Smaller images hold no legible page.
constexpr int leastSide = 160;
/// How far the outline may be from where the search found it, in search pixels.
constexpr double refinementReach = 3;
/// Lines of the Hough transform are off by up to this many search pixels at a side's ends.
constexpr int lineReach = 3;

/// How far a scanned rectangle may be from a true one: degrees at the corners, and the share by which opposite sides
/// differ. Chosen by hand: with each of them clearly smaller or larger, Tests/sensitivity.py finds the same on 20 pages.
struct Tolerance {
    double corner, side;
};

/// A scanner shows a sheet as a true rectangle; a camera held in a hand hardly ever does.
constexpr Tolerance ordinary{0.6, 0.0085};
/// Around a scanned sheet, tones hardly vary so much as in a room; what is not quite a rectangle there was photographed from
/// straight above.
constexpr Tolerance exact{0.2, 0.003};
constexpr double roomSpread = 8;
/// On a scanner's lid, and where the sheet fills the image anyway, only a clear perspective is a camera's.
constexpr Tolerance doubtful{3, 0.06};
constexpr double blackLid = 0.5, evenLid = 1.5, fillingShare = 0.9;

/// Whether the outline is a rectangle, so that turning the page straightens it and no camera saw it.
bool isRectangle(const Quad &quad, Tolerance tolerance) {
    std::array<double, 4> lengths;
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2d before = quad[(corner + 3) % 4] - quad[corner], after = quad[(corner + 1) % 4] - quad[corner];
        lengths[corner] = cv::norm(after);
        const double angle = std::atan2(std::abs(before.cross(after)), before.dot(after)) * 180 / CV_PI;
        if (std::abs(angle - 90) > tolerance.corner) return false;
    }
    const auto isLike = [&](double one, double other) {
        return std::abs(one - other) < tolerance.side * std::max(one, other);
    };
    return isLike(lengths[0], lengths[2]) && isLike(lengths[1], lengths[3]);
}

}  // namespace

std::vector<Quad> candidates(const SearchImage &image) {
    std::vector<Quad> quads = regionQuads(image);
    for (const auto &candidate : quadCandidates(image)) {
        Quad quad = fromTopLeft(candidate.corners);
        if (snap(image, lineReach, quad)) quads.push_back(quad);
    }
    return quads;
}

namespace {

/// An outline, and how much likelier it is a sheet's than that there is none there.
struct Ranked {
    Quad quad;
    double logOdds;
};

/// Sheets that share more than this of the smaller one are the same, or one lies on the other.
constexpr double mostShared = 0.05;
/// Sheets lie side by side where so much of the lower one is beside the other.
constexpr double besideShare = 0.5;

double sharedArea(const Quad &one, const Quad &other) {
    const std::vector<cv::Point2f> first(one.begin(), one.end()), second(other.begin(), other.end());
    std::vector<cv::Point2f> both;
    return cv::intersectConvexConvex(first, second, both) / std::max(1.0, std::min(area(one), area(other)));
}

std::vector<Ranked> rankedOutlines(const SearchImage &image, const std::vector<WritingLine> &writing) {
    std::vector<Ranked> ranked;
    for (const auto &candidate : candidates(image)) {
        ranked.push_back({candidate, logOdds(cues(image, candidate)) - againstOutline(candidate, writing)});
    }
    return ranked;
}

/// The outline in pixels of the photograph, as exact as they allow.
VisionQuad inPhotograph(const cv::Mat &photograph, const SearchImage &image, Quad quad) {
    VisionQuad result{};
    const auto sides = sureSides(image, quad);
    std::copy(sides.begin(), sides.end(), result.sides);
    for (auto &corner : quad) corner *= image.factor;
    quad = refined(photograph, quad, std::max(6.0, refinementReach * image.factor));
    for (size_t corner = 0; corner < 4; ++corner) {
        result.corners[2 * corner] = quad[corner].x;
        result.corners[2 * corner + 1] = quad[corner].y;
    }
    return result;
}

Quad cornersOf(const VisionQuad &quad) {
    Quad corners;
    for (size_t corner = 0; corner < 4; ++corner) corners[corner] = {quad.corners[2 * corner], quad.corners[2 * corner + 1]};
    return corners;
}

/// Whether one sheet comes before another: above it, or beside it on its left.
bool isBefore(const VisionQuad &left, const VisionQuad &right) {
    const auto one = cornersOf(left), other = cornersOf(right);
    const double top = std::max(one[0].y, other[0].y), bottom = std::min(one[3].y, other[3].y);
    const double lower = std::min(one[3].y - one[0].y, other[3].y - other[0].y);
    return bottom - top > besideShare * lower ? one[0].x < other[0].x : one[0].y < other[0].y;
}

}  // namespace

}  // namespace vision

int vision_find_page(VisionImage source, const double *lines, int32_t count, VisionQuad *quad, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quad, "there is nowhere to put the quadrilateral");
        vision::require(lines || count <= 0, "there are no lines of text");
        const cv::Mat photograph = vision::view(source);
        const double width = photograph.cols, height = photograph.rows;
        *quad = {{0, 0, width, 0, width, height, 0, height}, 0, {0, 0, 0, 0}};
        if (std::min(photograph.cols, photograph.rows) < vision::leastSide) return;
        const vision::SearchImage image = vision::searchImage(photograph);
        const auto ranked = vision::rankedOutlines(image, vision::writingLines(lines, count, image.factor));
        if (ranked.empty()) return;
        double odds = 0;
        for (const auto &outline : ranked) odds += std::exp(outline.logOdds);
        const auto best = std::max_element(ranked.begin(), ranked.end(), [](const auto &left, const auto &right) {
            return left.logOdds < right.logOdds;
        });
        const vision::Surroundings around = vision::surroundings(image, best->quad);
        *quad = vision::inPhotograph(photograph, image, best->quad);
        const vision::Quad found = vision::cornersOf(*quad);
        const bool isDoubtful = around.black > vision::blackLid || around.spread < vision::evenLid ||
                                vision::area(found) > vision::fillingShare * width * height;
        const bool isRoom = !isDoubtful && around.spread > vision::roomSpread;
        const bool isScanned = vision::isRectangle(found, isDoubtful ? vision::doubtful
                                                          : isRoom   ? vision::exact
                                                                     : vision::ordinary);
        quad->confidence = isScanned ? 0 : odds / (1 + odds);
    });
}

int vision_find_pages(VisionImage source, const double *lines, int32_t lineCount, VisionQuad *quads, int32_t capacity,
                      int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quads && count, "there is nowhere to put the quadrilaterals");
        vision::require(lines || lineCount <= 0, "there are no lines of text");
        const cv::Mat photograph = vision::view(source);
        *count = 0;
        if (std::min(photograph.cols, photograph.rows) < vision::leastSide) return;
        const vision::SearchImage image = vision::searchImage(photograph);
        const auto writing = vision::writingLines(lines, lineCount, image.factor);
        std::vector<vision::Ranked> ranked;
        for (const auto &candidate : vision::candidates(image)) {
            // What lies beside a slip is on the others.
            if (vision::heldBy(candidate, writing) == 0) continue;
            ranked.push_back({candidate, vision::logOdds(vision::cues(image, candidate)) -
                                             vision::cutBy(candidate, writing)});
        }
        std::sort(ranked.begin(), ranked.end(),
                  [](const auto &left, const auto &right) { return left.logOdds > right.logOdds; });
        std::vector<vision::Quad> found;
        for (const auto &outline : ranked) {
            if (*count == capacity || outline.logOdds <= 0) break;
            const bool isApart = std::none_of(found.begin(), found.end(), [&](const auto &other) {
                return vision::sharedArea(outline.quad, other) > vision::mostShared;
            });
            if (!isApart) continue;
            found.push_back(outline.quad);
            quads[*count] = vision::inPhotograph(photograph, image, outline.quad);
            quads[(*count)++].confidence = 1 / (1 + std::exp(-outline.logOdds));
        }
        // Which comes before which need not be transitive: a sort might run astray.
        for (int32_t place = 1; place < *count; ++place) {
            for (int32_t at = place; at > 0 && vision::isBefore(quads[at], quads[at - 1]); --at) {
                std::swap(quads[at], quads[at - 1]);
            }
        }
    });
}
