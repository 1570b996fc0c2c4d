// SPDX-License-Identifier: GPL-3.0-or-later
//
// Candidates are derived from straight lines and from regions and ranked with one score. The best candidate is then refined in the photo at full
// resolution.
#include <algorithm>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "PageAround.h"
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
/// Lids are white, gray, or black; colored surroundings are those of a room.
constexpr double roomColor = 16;  // Chosen: 10 to 30 (sheets).
/// With a scanner's lid around the sheet, or a sheet that fills the image, only a clear perspective indicates a camera.
constexpr Tolerance doubtful{3, 0.06};  // Chosen: 3, 2 to 5 (sheets); 0.06, 0.03 to 0.1 (sheets).
constexpr double blackLid = 0.5, evenLid = 1.5, fillingShare = 0.9;

/// The confidence below which a sheet is searched for around its text, and that of such a sheet.
constexpr double likelySheet = 0.5, aroundText = 0.8;
/// The maximum angle, in degrees, between the sides of a likely sheet and the text near them, without a search around the text: for lines whose
/// directions are exact, and for others.
constexpr double mostExactLean = 3, mostLean = 6;

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

/// The maximum loss of log odds by which an outline gets more precise.
constexpr double mostLoss = 6;

Quad scaled(Quad quad, double factor) {
    for (auto &corner : quad) corner *= factor;
    return quad;
}

/// Refines an outline at full resolution. A much less likely result follows another edge, such as the grain of a desk beside a bent sheet.
Quad atFullResolution(const cv::Mat &photograph, const SearchImage &image, const Ranked &best) {
    const Quad found = scaled(best.quad, image.factor);
    const Quad fine = refined(photograph, found, std::max(6.0, refinementReach * image.factor));
    const double after = logOdds(cues(image, scaled(fine, 1 / image.factor)));
    return after < std::min(0.0, best.fromPicture - mostLoss) ? found : fine;
}

/// The minimum fraction of the text outside a likely outline that is only a part of the sheet, above or below a fold.
constexpr double moreText = 0.02;

/// The maximum error of a sheet around text, in search pixels, and the maximum deviation from the angles of a rectangle.
constexpr double panelReach = 4, panelCorner = 0.4;

/// The minimum log odds of an outline in perspective that is the sheet's if all text is in it and level, and the maximum angle of such text in
/// degrees. On white desks, the picture alone hardly shows a sheet's sides.
constexpr double leastConfirmed = -5, mostConfirmedLean = 1;

/// Returns the most likely outline that is confirmed by text.
std::optional<Ranked> confirmed(const std::vector<Ranked> &ranked, const std::vector<WritingLine> &writing, cv::Size size) {
    std::optional<Ranked> likeliest;
    for (const auto &other : ranked) {
        const bool isLikelier = other.logOdds > (likeliest ? likeliest->logOdds : leastConfirmed);
        if (!isLikelier || heldBy(other.quad, writing) < 1 - sameText || isRectangle(other.quad, doubtful)) continue;
        const auto lean = leanOf(other.quad, writing, size);
        if (lean && *lean < mostConfirmedLean) likeliest = other;
    }
    return likeliest;
}

/// Returns whether all visible sides are parallel or at right angles, as those of a panel in a scanned picture.
bool isPanel(const Quad &quad, const std::array<double, 4> &visible) {
    for (size_t one = 0; one < 4; ++one) {
        for (size_t other = one + 1; other < 4; ++other) {
            const cv::Point2d first = quad[(one + 1) % 4] - quad[one], second = quad[(other + 1) % 4] - quad[other];
            const double angle = std::atan2(std::abs(first.cross(second)), std::abs(first.dot(second))) * 180 / CV_PI;
            if (visible[one] > 0 && visible[other] > 0 && std::min(angle, 90 - angle) > panelCorner) return false;
        }
    }
    return true;
}

/// A side's two ends, clockwise.
using Side = std::array<cv::Point2d, 2>;

/// Returns the outline with these sides, or nothing if they don't meet clockwise.
std::optional<Quad> outlineWith(const std::array<Side, 4> &sides) {
    Quad quad;
    for (size_t side = 0; side < 4; ++side) {
        const auto &before = sides[(side + 3) % 4], &own = sides[side];
        const cv::Point2d along = own[1] - own[0], other = before[1] - before[0];
        const double sine = other.cross(along);
        if (sine <= 0) return std::nullopt;
        quad[side] = own[0] - along * (other.cross(own[0] - before[0]) / sine);
    }
    return quad;
}

/// Returns outlines that differ from the best one by one side of another candidate. Along a shadow's edge, one side can be wrong in all candidates.
std::vector<Ranked> withOtherSides(const SearchImage &image, const Ranked &best, const std::vector<Ranked> &ranked,
                                   const std::vector<WritingLine> &writing) {
    std::vector<Ranked> result;
    for (const auto &other : ranked) {
        for (size_t changed = 0; changed < 4; ++changed) {
            std::array<Side, 4> sides;
            for (size_t side = 0; side < 4; ++side) {
                const Quad &quad = side == changed ? other.quad : best.quad;
                sides[side] = {quad[side], quad[(side + 1) % 4]};
            }
            const auto quad = outlineWith(sides);
            if (!quad || heldBy(*quad, writing) < 1 - sameText) continue;
            const double fromPicture = logOdds(cues(image, *quad));
            result.push_back({*quad, fromPicture - againstOutline(*quad, writing), fromPicture});
        }
    }
    return result;
}

/// Returns the sheet around text with the sides of a part of the sheet that are farther out.
SheetAround joined(const SheetAround &around, const SheetAround &part) {
    std::array<Side, 4> sides;
    SheetAround result = around;
    for (size_t side = 0; side < 4; ++side) {
        const size_t next = (side + 1) % 4;
        const cv::Point2d along = around.quad[next] - around.quad[side];
        const auto isFarther = [&](cv::Point2d point) { return along.cross(point - around.quad[side]) < 0; };
        const bool isPart = isFarther(part.quad[side]) && isFarther(part.quad[next]);
        const Quad &quad = isPart ? part.quad : around.quad;
        sides[side] = {quad[side], quad[next]};
        if (isPart) result.sides[side] = part.sides[side];
    }
    const auto quad = outlineWith(sides);
    if (!quad) return around;
    result.quad = *quad;
    return result;
}

/// Returns the outline of the photo.
Quad whole(const SearchImage &image) {
    const double width = image.size.width, height = image.size.height;
    return {cv::Point2d(0, 0), {width, 0}, {width, height}, {0, height}};
}

/// The outline of a sheet in search pixels, and refined in pixels of the photo.
struct Outline {
    Quad quad, refined;
    std::array<double, 4> sides;
    double confidence;
    /// Whether text lines make a likely outline unlikely, and may be the pattern of a cloth, or may make an unlikely one likely.
    bool isDisputed;
};

Outline outlineOf(const cv::Mat &photograph, const SearchImage &image, const std::vector<WritingLine> &writing, bool areExact) {
    const auto ranked = rankedOutlines(image, writing);
    if (ranked.empty()) return {whole(image), scaled(whole(image), image.factor), {}, 0, false};
    const Ranked best = chosen(ranked, writing);
    double odds = 0;
    bool isDisputed = false;
    for (const auto &other : ranked) {
        odds += std::exp(other.logOdds);
        isDisputed |= other.fromPicture > std::max(0.0, best.fromPicture) && other.logOdds < 0;
    }
    const double confidence = odds / (1 + odds);
    const bool mayBePart = heldBy(best.quad, writing) < 1 - moreText && continuesBeyond(best.quad, writing);
    const double lean = leanOf(best.quad, writing, image.size).value_or(0);
    const bool isDoubtful = confidence < likelySheet || mayBePart;
    const auto around = isDoubtful || lean > (areExact ? mostExactLean : mostLean) ? sheetAround(image, writing) : std::nullopt;
    if (around) {
        const Quad found = scaled(around->quad, image.factor);
        const bool isDrawn = isPanel(refined(photograph, found, panelReach * image.factor), around->sides);
        if (confidence >= likelySheet && mayBePart && !isDrawn) {
            const SheetAround whole = joined(*around, {best.quad, sureSides(image, best.quad)});
            return {whole.quad, scaled(whole.quad, image.factor), whole.sides, aroundText, isDisputed};
        }
        const bool leansLess = !isDrawn && leanOf(around->quad, writing, image.size).value_or(0) < lean / 2;
        if (isDoubtful) return {around->quad, found, around->sides, isDrawn ? 0 : aroundText, isDisputed};
        // A network can settle whether the sides or only the given directions are wrong.
        if (leansLess) return {around->quad, found, around->sides, aroundText, isDisputed || !areExact};
    }
    auto other = isDoubtful ? confirmed(ranked, writing, image.size) : std::nullopt;
    if (!other && areExact && best.logOdds < likely && heldBy(best.quad, writing) < 1 - moreText)
        other = confirmed(withOtherSides(image, best, ranked, writing), writing, image.size);
    if (other && areExact)
        return {other->quad, atFullResolution(photograph, image, *other), sureSides(image, other->quad), aroundText, isDisputed};
    isDisputed |= other.has_value();
    return {best.quad, atFullResolution(photograph, image, best), sureSides(image, best.quad), confidence, isDisputed};
}

/// Returns whether a scanner made the picture, which then needs no perspective.
bool isScanned(const SearchImage &image, const Outline &outline) {
    const Surroundings around = surroundings(image, outline.quad);
    const bool fills = area(outline.quad) > fillingShare * image.size.area();
    if (around.black > blackLid || around.spread < evenLid || fills) return isRectangle(outline.refined, doubtful);
    const bool isRoom = around.spread > roomSpread || around.color > roomColor;
    return isRectangle(outline.refined, isRoom ? exact : ordinary);
}

}  // namespace

}  // namespace vision

int vision_find_page(VisionImage source, const double *lines, int32_t count, int areExact, VisionQuad *quad, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quad, "there is nowhere to put the quadrilateral");
        vision::require(lines || count <= 0, "there are no lines of text");
        const cv::Mat photograph = vision::view(source);
        const double width = photograph.cols, height = photograph.rows;
        *quad = {{0, 0, width, 0, width, height, 0, height}, 0, {0, 0, 0, 0}, 0};
        if (std::min(photograph.cols, photograph.rows) < vision::leastSide) return;
        const vision::SearchImage image = vision::searchImage(photograph);
        const auto writing = vision::writingLines(lines, count, image.factor);
        const vision::Outline outline = vision::outlineOf(photograph, image, writing, areExact != 0);
        for (size_t corner = 0; corner < 4; ++corner) {
            quad->corners[2 * corner] = outline.refined[corner].x;
            quad->corners[2 * corner + 1] = outline.refined[corner].y;
        }
        std::copy(outline.sides.begin(), outline.sides.end(), quad->sides);
        quad->confidence = vision::isScanned(image, outline) ? 0 : outline.confidence;
        quad->is_disputed = outline.isDisputed;
    });
}
