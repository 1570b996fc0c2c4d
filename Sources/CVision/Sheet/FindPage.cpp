// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates are derived from straight lines and from regions and ranked with one score. The best candidate is then refined in the photo at full
// resolution.
#include <algorithm>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "PageScore.h"
#include "PageWriting.h"

namespace vision {

namespace {

/// The minimum side of an image that can contain a legible page, in pixels.
constexpr int leastSide = 160;
/// The maximum distance between the outline and its candidate, in search pixels.
constexpr double refinementReach = 3;
/// The maximum error of a Hough line at the ends of a side, in search pixels.
constexpr int lineReach = 3;

/// The tolerances for a scanned rectangle: corners in degrees, and the relative difference of opposite sides. Chosen by hand (check/sensitivity.py).
struct Tolerance {
    double corner, side;
};

/// A scanned sheet is an exact rectangle; a photo from a hand-held camera hardly ever is.
constexpr Tolerance ordinary{0.6, 0.0085};  // Chosen: 0.6, 0.3 to 1.2 (sheets); 0.0085, 0.004 to 0.017 (sheets).
/// Around a scanned sheet, tones vary less than in a room. In a room, an outline that isn't quite a rectangle was photographed from directly above.
constexpr Tolerance exact{0.2, 0.003};
constexpr double roomSpread = 8;  // Chosen: 4 to 14 (sheets).
/// With a scanner's lid around the sheet, or a sheet that fills the image, only a clear perspective indicates a camera.
constexpr Tolerance doubtful{3, 0.06};  // Chosen: 3, 2 to 5 (sheets); 0.06, 0.03 to 0.1 (sheets).
constexpr double blackLid = 0.5, evenLid = 1.5, fillingShare = 0.9;

/// Returns whether the outline is a rectangle, so that rotation can straighten it and the image isn't a photo.
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

/// An outline with the logarithm of the odds that it is the sheet, and of those without the evidence from text lines.
struct Ranked {
    Quad quad;
    double logOdds, fromPicture;
};

std::vector<Ranked> rankedOutlines(const SearchImage &image, const std::vector<WritingLine> &writing) {
    std::vector<Ranked> ranked;
    for (const auto &candidate : candidates(image)) {
        const double fromPicture = logOdds(cues(image, candidate));
        ranked.push_back({candidate, fromPicture - againstOutline(candidate, writing), fromPicture});
    }
    return ranked;
}

/// The maximum lag behind the best outline, and the minimum, in log odds, of one that replaces it if the edge of a shadow cut the best one from it.
constexpr double nearlyAsLikely = 5, likely = 3;
/// The maximum difference between fractions of text that are considered equal.
constexpr double sameText = 0.001;

/// Returns the most likely outline, or the larger one that it was cut from.
Ranked chosen(const std::vector<Ranked> &ranked, const std::vector<WritingLine> &writing) {
    const Ranked best = *std::max_element(ranked.begin(), ranked.end(), [](const auto &left, const auto &right) {
        return left.logOdds < right.logOdds;
    });
    std::optional<Ranked> whole;
    // Of several, prefer the one with the most text, then the most likely one.
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

/// Converts the outline to pixels of the photo, refined at full resolution.
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
        *quad = {{0, 0, width, 0, width, height, 0, height}, 0, {0, 0, 0, 0}, 0};
        if (std::min(photograph.cols, photograph.rows) < vision::leastSide) return;
        const vision::SearchImage image = vision::searchImage(photograph);
        const auto writing = vision::writingLines(lines, count, image.factor);
        const auto ranked = vision::rankedOutlines(image, writing);
        if (ranked.empty()) return;
        double odds = 0;
        for (const auto &outline : ranked) odds += std::exp(outline.logOdds);
        const auto [best, ownOdds, fromPicture] = vision::chosen(ranked, writing);
        // Text lines that make a likely outline unlikely may be the pattern of a cloth.
        const bool isDisputed = std::any_of(ranked.begin(), ranked.end(), [&, own = fromPicture](const auto &other) {
            return other.fromPicture > std::max(0.0, own) && other.logOdds < 0;
        });
        const vision::Surroundings around = vision::surroundings(image, best);
        *quad = vision::inPhotograph(photograph, image, best);
        quad->is_disputed = isDisputed;
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
