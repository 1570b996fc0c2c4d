// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates come from straight lines and from regions, one measure ranks them all, and the best is measured again in
// the photograph at full resolution.
#include <algorithm>
#include <cmath>
#include <optional>

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
/// differ. Chosen by hand: with each of them clearly smaller or larger, Tests/Tools/check/sensitivity.py finds the same on 20 pages.
struct Tolerance {
    double corner, side;
};

/// A scanner shows a sheet as a true rectangle; a camera held in a hand hardly ever does.
constexpr Tolerance ordinary{0.6, 0.0085};  // Chosen: 0.6, 0.3 to 1.2 (sheets); 0.0085, 0.004 to 0.017 (sheets).
/// Around a scanned sheet, tones hardly vary so much as in a room; what is not quite a rectangle there was photographed from
/// straight above.
constexpr Tolerance exact{0.2, 0.003};
constexpr double roomSpread = 8;  // Chosen: 4 to 14 (sheets).
/// On a scanner's lid, and where the sheet fills the image anyway, only a clear perspective is a camera's.
constexpr Tolerance doubtful{3, 0.06};  // Chosen: 3, 2 to 5 (sheets); 0.06, 0.03 to 0.1 (sheets).
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

std::vector<Ranked> rankedOutlines(const SearchImage &image, const std::vector<WritingLine> &writing) {
    std::vector<Ranked> ranked;
    for (const auto &candidate : candidates(image)) {
        ranked.push_back({candidate, logOdds(cues(image, candidate)) - againstOutline(candidate, writing)});
    }
    return ranked;
}

/// An outline that is nearly as likely as the likeliest takes its place if that is cut from it: the edge of a shadow is one
/// across the sheet, with text on both sides.
constexpr double nearlyAsLikely = 5, likely = 3;
/// Outlines hold the same text if their shares of it differ by no more than this.
constexpr double sameText = 0.001;

/// The likeliest outline, or the one that it is cut from.
Ranked chosen(const std::vector<Ranked> &ranked, const std::vector<WritingLine> &writing) {
    const Ranked best = *std::max_element(ranked.begin(), ranked.end(), [](const auto &left, const auto &right) {
        return left.logOdds < right.logOdds;
    });
    std::optional<Ranked> whole;
    // Of several, the likeliest of those that hold the most text.
    const auto isBetter = [&](const Ranked &other) {
        const double more = heldBy(other.quad, writing) - heldBy(whole->quad, writing);
        return std::abs(more) > sameText ? more > 0 : other.logOdds > whole->logOdds;
    };
    for (const auto &other : ranked) {
        const bool isLikely = other.logOdds >= std::max(likely, best.logOdds - nearlyAsLikely);
        if (isLikely && isCutFrom(best.quad, other.quad, writing) && (!whole || isBetter(other))) whole = other;
    }
    return whole.value_or(best);
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
        const auto writing = vision::writingLines(lines, count, image.factor);
        const auto ranked = vision::rankedOutlines(image, writing);
        if (ranked.empty()) return;
        double odds = 0;
        for (const auto &outline : ranked) odds += std::exp(outline.logOdds);
        const vision::Quad best = vision::chosen(ranked, writing).quad;
        const vision::Surroundings around = vision::surroundings(image, best);
        *quad = vision::inPhotograph(photograph, image, best);
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
