// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/core.hpp>

#include "BorderLines.h"

namespace vision {

double guessedMillimetre(cv::Size size) {
    constexpr double longSide = 297;
    return std::max(size.width, size.height) / longSide;
}

cv::Mat facingUp(const cv::Mat &image, Side side) {
    cv::Mat result;
    switch (side) {
        case topSide: return image;
        case bottomSide: cv::flip(image, result, 0); return result;
        case leftSide: cv::transpose(image, result); return result;
        default: cv::transpose(image, result); cv::flip(result, result, 0); return result;
    }
}

int paperTone(const cv::Mat &grey) {
    // A smaller fraction is the text on a dark page.
    constexpr double leastPaper = 0.1;
    std::array<int, 256> histogram{};
    int total = 0;
    for (int y = 0; y < grey.rows; y += 3) {
        for (int x = 0; x < grey.cols; x += 3, ++total) ++histogram[grey.at<uint8_t>(y, x)];
    }
    int lightest = 255;
    for (int seen = 0; lightest > 0 && (seen += histogram[size_t(lightest)]) < 0.02 * total;) --lightest;
    constexpr int reach = 6;
    int best = 0, bestCount = 0;
    for (int tone = lightest / 2; tone <= lightest; ++tone) {
        int count = 0;
        for (int near = std::max(0, tone - reach); near <= std::min(255, tone + reach); ++near) {
            count += histogram[size_t(near)];
        }
        if (count > bestCount) {
            best = tone;
            bestCount = count;
        }
    }
    return bestCount >= leastPaper * total ? best : 0;
}

void paintBorders(cv::Mat &grey, const Borders &borders) {
    // The approximate width of a border's soft edge.
    const double edge = 0.7 * guessedMillimetre(grey.size()) + 1;
    for (int side = 0; side < sideCount; ++side) {
        const SideLine &line = borders.sides[size_t(side)];
        if (!line.found) continue;
        const bool isAcross = side == topSide || side == bottomSide;
        const int length = isAcross ? grey.cols : grey.rows, deepest = isAcross ? grey.rows : grey.cols;
        for (int position = 0; position < length; ++position) {
            const double depth = line.depthAt(position);
            if (depth <= 0) continue;
            const int end = std::min(deepest, int(depth + edge));
            const int from = side == topSide || side == leftSide ? 0 : deepest - end;
            const cv::Rect strip = isAcross ? cv::Rect(position, from, 1, end) : cv::Rect(from, position, end, 1);
            grey(strip).setTo(borders.paper);
        }
    }
}

}  // namespace vision
