// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageWriting.h"

namespace vision {

namespace {

constexpr int samplesOnLine = 12;
/// A line has a part within and a part outside if so many of its samples are.
constexpr int leastPart = 2;
/// What speaks against an outline, in logarithms of odds: all text lies outside, or is cut. What lies outside may be on
/// another sheet.
constexpr double outsideWeight = 5, cutWeight = 12;
/// No outline with less of the text than this is the sheet's.
constexpr double leastWithin = 0.1, withoutText = 20;

bool isWithin(const Quad &quad, cv::Point2d point) {
    for (size_t corner = 0; corner < 4; ++corner) {
        if ((quad[(corner + 1) % 4] - quad[corner]).cross(point - quad[corner]) < 0) return false;
    }
    return true;
}

int samplesWithin(const Quad &quad, const WritingLine &line) {
    int within = 0;
    for (int sample = 0; sample < samplesOnLine; ++sample) {
        within += isWithin(quad, line.from + (line.to - line.from) * ((sample + 0.5) / samplesOnLine));
    }
    return within;
}

double lengthOf(const std::vector<WritingLine> &lines) {
    double length = 0;
    for (const auto &line : lines) length += line.length();
    return length;
}

}  // namespace

std::vector<WritingLine> writingLines(const double *corners, int count, double factor) {
    std::vector<WritingLine> lines;
    for (int line = 0; line < count; ++line, corners += 8) {
        const auto corner = [&](int index) { return cv::Point2d(corners[2 * index], corners[2 * index + 1]) / factor; };
        // Networks may give a line on its side by its shorter edges.
        const bool isLevel = cv::norm(corner(1) - corner(0)) >= cv::norm(corner(3) - corner(0));
        const auto side = [&](int one, int other) { return (corner(one) + corner(other)) / 2; };
        lines.push_back(isLevel ? WritingLine{side(0, 3), side(1, 2)} : WritingLine{side(0, 1), side(3, 2)});
    }
    return lines;
}

double againstOutline(const Quad &quad, const std::vector<WritingLine> &lines) {
    const double length = lengthOf(lines);
    if (length == 0) return 0;
    const double outside = 1 - heldBy(quad, lines);
    return outsideWeight * outside + cutBy(quad, lines) + (outside > 1 - leastWithin ? withoutText : 0);
}

double heldBy(const Quad &quad, const std::vector<WritingLine> &lines) {
    double held = 0;
    for (const auto &line : lines) held += line.length() * samplesWithin(quad, line) / samplesOnLine;
    return held / std::max(1.0, lengthOf(lines));
}

double cutBy(const Quad &quad, const std::vector<WritingLine> &lines) {
    double cut = 0;
    for (const auto &line : lines) {
        const int within = samplesWithin(quad, line);
        if (within >= leastPart && within <= samplesOnLine - leastPart) cut += line.length();
    }
    return cutWeight * cut / std::max(1.0, lengthOf(lines));
}

}  // namespace vision
