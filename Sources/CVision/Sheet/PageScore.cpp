// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageScore.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "PageInside.h"
#include "PageWeights.h"

namespace vision {

namespace {

constexpr int samplesOnSide = 48;
constexpr int samplesBeyond = 10;
constexpr int gridSide = 24;
/// The fraction of a side that is ignored at each end, because corners can be rounded or folded and the next side is near.
constexpr double cornerShare = 0.04;
/// The indices of side cues for which the worst side matters.
constexpr size_t cutCue = 10, overrunCue = 12, printOutsideCue = 15;

/// A point on a side, with the directions along the side and into the sheet.
struct Station {
    const SearchImage &image;
    cv::Point2d point, along, inward;

    /// Returns the strength of the edge across the side, from 0 to 1, minus that along it.
    double edge() const {
        double best = 0;
        for (int offset = -2; offset <= 2; ++offset) {
            const cv::Point2d place = point + offset * inward;
            const double gx = at<float>(image.gradientX, place), gy = at<float>(image.gradientY, place);
            best =
                std::max(best, std::abs(gx * inward.x + gy * inward.y) - 0.5 * std::abs(gx * along.x + gy * along.y));
        }
        return std::min(1.0, best / image.strongGradient);
    }

    double paper(double depth) const { return at<float>(image.paperness, point + depth * inward); }
    double grain(double depth) const { return at<float>(image.grain, point + depth * inward); }

    double blankness(double depth) const {
        const double ratio = at<float>(image.roughness, point + depth * inward) / image.strongGradient;
        return 1 / (1 + 9 * ratio * ratio);
    }

    /// Returns whether print touches or crosses the side.
    bool isCut() const {
        for (int offset = -1; offset <= 3; ++offset) {
            const cv::Point2d place = point + offset * inward;
            if (at<float>(image.paperness, place) - at<cv::Vec3b>(image.lab, place)[0] > 25) return true;
        }
        return false;
    }

    /// Returns the fraction of print outside the side, as on the rest of a sheet that the side cuts through.
    double printOutside() const {
        int printed = 0, seen = 0;
        for (double depth = 6; depth < 46; depth += 4) {
            const cv::Point2d place = point - depth * inward;
            if (!image.contains(place, 1)) continue;
            ++seen;
            printed += at<float>(image.paperness, place) - at<cv::Vec3b>(image.lab, place)[0] > 18;
        }
        return printed / std::max(1.0, double(seen));
    }

    /// Returns the minimum difference between the sheet and the outside at several distances.
    double apartness() const {
        const double inside = (paper(4) + paper(6)) / 2;
        double least = 255;
        for (const double depth : {4.0, 8.0, 14.0, 22.0, 32.0}) {
            if (image.contains(point - depth * inward, 0)) least = std::min(least, std::abs(inside - paper(-depth)));
        }
        return std::min(1.0, least / 40);
    }
};

/// Returns the strength of the edge beyond the end of a side, or nothing if that is outside the image.
std::optional<double> edgeBeyond(const SearchImage &image, cv::Point2d from, cv::Point2d to) {
    const double length = cv::norm(to - from);
    const cv::Point2d along = (to - from) / length, inward(-along.y, along.x);
    double sum = 0;
    int seen = 0;
    for (int index = 1; index <= samplesBeyond; ++index) {
        const cv::Point2d point = to + (4 + 0.12 * length * index / samplesBeyond) * along;
        if (!image.contains(point, 3)) continue;
        sum += Station{image, point, along, inward}.edge();
        ++seen;
    }
    if (seen <= samplesBeyond / 2) return std::nullopt;
    return sum / seen;
}

/// Returns the strength of the edge beyond both ends of a side. A joint of a desk continues there, the edge of a sheet doesn't.
double overrun(const SearchImage &image, cv::Point2d from, cv::Point2d to) {
    return std::max({0.0, edgeBeyond(image, from, to).value_or(0), edgeBeyond(image, to, from).value_or(0)});
}

SideCues cuesAlong(const SearchImage &image, cv::Point2d from, cv::Point2d to) {
    const double length = cv::norm(to - from);
    const cv::Point2d along = (to - from) / length, inward(-along.y, along.x);
    int seen = 0;
    double edge = 0, lighter = 0, darker = 0, blank = 0, outsideBlank = 0, cut = 0, grain = 0,
           printOutside = 0;
    std::array<double, 12> parts{}, partSeen{};
    std::vector<double> steps, aparts;
    for (int index = 0; index < samplesOnSide; ++index) {
        const double share = cornerShare + (1 - 2 * cornerShare) * (index + 0.5) / samplesOnSide;
        const Station station{image, from + (to - from) * share, along, inward};
        if (!image.contains(station.point, 3)) continue;
        ++seen;
        const double here = station.edge();
        edge += here;
        const size_t part = size_t(index) * parts.size() / samplesOnSide;
        parts[part] += here;
        ++partSeen[part];
        const double step = (station.paper(4) + station.paper(6) - station.paper(-4) - station.paper(-6)) / 2;
        steps.push_back(step);
        lighter += step > 1.5;
        darker += step < -1.5;
        aparts.push_back(station.apartness());
        blank += station.blankness(10);
        outsideBlank += station.blankness(-10);
        printOutside += station.printOutside();
        cut += station.isCut();
        grain +=
            std::clamp((station.grain(-5) + station.grain(-9) - station.grain(4) - station.grain(7)) / 3, -1.0, 1.0);
    }
    if (seen < 6) return {};
    // A thumb over the side can weaken a sixth of it, but hardly more.
    double weakest = 1;
    std::vector<double> twelfths;
    for (size_t part = 0; part < parts.size(); part += 2) {
        const double both = partSeen[part] + partSeen[part + 1];
        if (both > 2) weakest = std::min(weakest, (parts[part] + parts[part + 1]) / both);
    }
    for (size_t part = 0; part < parts.size(); ++part) {
        if (partSeen[part] > 1) twelfths.push_back(parts[part] / partSeen[part]);
    }
    const double withoutThumb = twelfths.size() > 3 ? ranked(twelfths, 3) : weakest;
    const double step = middle(steps), consistent = std::max(lighter, darker) / seen, apart = middle(aparts);
    return {edge / seen,
            weakest,
            lighter / seen,
            consistent,
            std::clamp(step / 30, -1.0, 1.0),
            std::min(1.0, std::abs(step) / 8),
            apart,
            std::min(1.0, 4 * apart),
            blank / seen,
            outsideBlank / seen,
            cut / seen,
            grain / seen,
            overrun(image, from, to),
            double(seen) / samplesOnSide,
            std::min(1.0, length / std::max(image.size.width, image.size.height)),
            std::min(1.0, 4 * printOutside / seen),
            withoutThumb};
}

std::array<double, 8> faceCues(const SearchImage &image, const Quad &quad) {
    std::vector<double> paper, rough;
    double inked = 0;
    for (int row = 0; row < gridSide; ++row) {
        for (int column = 0; column < gridSide; ++column) {
            const double u = 0.04 + 0.92 * (column + 0.5) / gridSide, v = 0.04 + 0.92 * (row + 0.5) / gridSide;
            const cv::Point2d point =
                (1 - v) * ((1 - u) * quad[0] + u * quad[1]) + v * ((1 - u) * quad[3] + u * quad[2]);
            if (!image.contains(point, 1)) continue;
            paper.push_back(at<float>(image.paperness, point));
            rough.push_back(at<float>(image.roughness, point));
            inked += paper.back() - at<cv::Vec3b>(image.lab, point)[0] > 18;
        }
    }
    if (paper.size() < 16) return {};
    const double usual = middle(paper);
    std::vector<double> deviations;
    for (const double value : paper) deviations.push_back(std::abs(value - usual));
    const double ink = inked / double(paper.size()), evenness = 1 / (1 + std::pow(middle(rough) / 0.5, 2));
    const double top = cv::norm(quad[1] - quad[0]), right = cv::norm(quad[2] - quad[1]);
    const double bottom = cv::norm(quad[3] - quad[2]), left = cv::norm(quad[0] - quad[3]);
    const double opposite =
        std::min(top, bottom) / std::max(top, bottom) * std::min(left, right) / std::max(left, right);
    const double aspect = std::min(top + bottom, left + right) / std::max(top + bottom, left + right);
    const double share = std::clamp(area(quad) / image.size.area(), 0.0, 1.0);
    return {std::min(1.0, ink * 5),
            evenness,
            std::min(1.0, middle(deviations) / 40),
            usual / 255,
            share,
            std::sqrt(share),
            opposite,
            std::min(1.0, aspect * 2)};
}

bool isOnSheet(const Quad &quad, cv::Point2d point) {
    for (size_t corner = 0; corner < 4; ++corner) {
        const cv::Point2d from = quad[corner], to = quad[(corner + 1) % 4];
        if ((to - from).cross(point - from) < 0) return false;
    }
    return true;
}

/// Returns the probability that a side belongs to a sheet.
double sideLikelihood(const SideCues &cues) {
    double sum = sideOffset;
    for (size_t cue = 0; cue < sideCueCount; ++cue) sum += sideWeights[cue] * cues[cue];
    return 1 / (1 + std::exp(-std::clamp(sum, -30.0, 30.0)));
}

}  // namespace

Surroundings surroundings(const SearchImage &image, const Quad &quad) {
    std::vector<double> tones, colors;
    int white = 0, black = 0;
    for (int row = 0; row < gridSide; ++row) {
        for (int column = 0; column < gridSide; ++column) {
            const cv::Point2d point((column + 0.5) / gridSide * image.size.width,
                                    (row + 0.5) / gridSide * image.size.height);
            if (isOnSheet(quad, point)) continue;
            const cv::Vec3b lab = at<cv::Vec3b>(image.lab, point);
            const int lightness = lab[0];
            tones.push_back(lightness);
            colors.push_back(std::hypot(lab[1] - 128.0, lab[2] - 128.0));
            white += lightness >= 252;
            black += lightness <= 10;
        }
    }
    Surroundings around;
    if (tones.empty()) return around;
    around.white = white / double(tones.size());
    around.black = black / double(tones.size());
    const double usual = middle(tones);
    for (double &tone : tones) tone = std::abs(tone - usual);
    around.spread = middle(tones);
    around.color = middle(colors);
    return around;
}

std::array<SideCues, 4> sideCues(const SearchImage &image, const Quad &quad) {
    std::array<SideCues, 4> sides;
    for (size_t corner = 0; corner < 4; ++corner)
        sides[corner] = cuesAlong(image, quad[corner], quad[(corner + 1) % 4]);
    return sides;
}

Cues cues(const SearchImage &image, const Quad &quad) {
    const auto sides = sideCues(image, quad);
    const auto face = faceCues(image, quad);
    Cues result;
    auto next = std::copy(face.begin(), face.end(), result.begin());
    const auto around = surroundings(image, quad);
    *next++ = around.white;
    *next++ = around.black;
    // The log-odds of the sides in ascending order, because an outline is only as good as its worst side.
    std::array<double, 4> odds;
    for (size_t side = 0; side < 4; ++side) odds[side] = std::log(sideLikelihood(sides[side]) + 1e-3);
    std::sort(odds.begin(), odds.end());
    *next++ = odds[0];
    *next++ = odds[1];
    for (size_t cue = 0; cue < sideCueCount; ++cue) {
        *next++ = (sides[0][cue] + sides[1][cue] + sides[2][cue] + sides[3][cue]) / 4;
        *next++ = std::min({sides[0][cue], sides[1][cue], sides[2][cue], sides[3][cue]});
    }
    for (const size_t cue : {cutCue, overrunCue, printOutsideCue}) {
        *next++ = std::max({sides[0][cue], sides[1][cue], sides[2][cue], sides[3][cue]});
    }
    *next++ = (odds[2] + odds[3]) / 2;
    const auto corners = cornersApart(image, quad, 255 * face[3]);
    *next++ = corners[0];
    *next++ = corners[1];
    *next++ = longestEdgeWithin(image, quad);
    return result;
}

double logOdds(const Cues &values) {
    double sum = cueOffset;
    for (size_t cue = 0; cue < cueCount; ++cue) sum += cueWeights[cue] * values[cue];
    return std::clamp(sum, -30.0, 30.0);
}

std::array<double, 4> sureSides(const SearchImage &image, const Quad &quad) {
    const auto sides = sideCues(image, quad);
    std::array<double, 4> sure;
    for (size_t side = 0; side < 4; ++side) {
        // If both adjacent sides continue beyond this side, the sheet does as well.
        const cv::Point2d &from = quad[side], &to = quad[(side + 1) % 4];
        const double before = edgeBeyond(image, quad[(side + 3) % 4], from).value_or(0);
        const double after = edgeBeyond(image, quad[(side + 2) % 4], to).value_or(0);
        sure[side] = sideLikelihood(sides[side]) * (1 - std::clamp(std::min(before, after), 0.0, 1.0));
    }
    return sure;
}

}  // namespace vision
