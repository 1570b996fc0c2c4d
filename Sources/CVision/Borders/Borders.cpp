// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "BorderLines.h"
#include "Condition/Holes.h"
#include "Pixels/Reduced.h"

namespace {

using vision::Borders;
using vision::Side;
using vision::SideLine;

/// The number of pixels of an A4 page at 100 dpi, which is precise to a quarter of a millimeter and analyzed in a millisecond.
constexpr double workingPixels = 1'000'000;
/// The maximum depth, as a fraction of the longer side, of lines that are a printed frame if all four sides have the same depth.
constexpr double thinnestBorder = 0.005;

/// Removes a frame that is printed around the page. Unlike a border, it has the same thin line on all sides.
void forgetPrintedFrame(Borders &borders, cv::Size size) {
    double least = HUGE_VAL, most = 0;
    for (const SideLine &side : borders.sides) {
        const double depth = side.found ? side.cut : 0;
        least = std::min(least, depth);
        most = std::max(most, depth);
    }
    const bool isThin = most <= std::max(2.0, thinnestBorder * std::max(size.width, size.height));
    if (isThin && least > 0 && most - least <= 1.5) borders.sides = {};
}

Borders bordersOf(const cv::Mat &small) {
    Borders borders = vision::findBorders(small);
    forgetPrintedFrame(borders, small.size());
    return borders;
}

/// Returns the color of the paper next to a border, for each position along it.
std::vector<cv::Vec3b> paperAlong(const cv::Mat &facing, const SideLine &line, int paper, double millimetre) {
    const int count = facing.cols;
    std::vector<cv::Vec3d> sums(size_t(count) + 1);
    std::vector<int> counts(size_t(count) + 1);
    for (int x = 0; x < count; ++x) {
        cv::Vec3d sum;
        int seen = 0;
        const int from = std::max(0, int(line.depthAt(x) + 1.5 * millimetre));
        const int to = std::min(facing.rows, from + std::max(2, int(3 * millimetre)));
        for (int y = from; line.isClean[size_t(x)] && y < to; ++y) {
            const uint8_t *pixel = facing.ptr(y, x);
            const cv::Vec3d colour = facing.channels() == 1 ? cv::Vec3d::all(pixel[0])
                                                            : cv::Vec3d(pixel[0], pixel[1], pixel[2]);
            // Ignore ink.
            if ((colour[0] + 2 * colour[1] + colour[2]) / 4 < paper - 30) continue;
            sum += colour;
            ++seen;
        }
        sums[size_t(x) + 1] = sums[size_t(x)] + sum;
        counts[size_t(x) + 1] = counts[size_t(x)] + seen;
    }
    std::vector<cv::Vec3b> result;
    for (int x = 0; x < count; ++x) {
        // Extend the neighborhood until it contains paper.
        for (int reach = int(4 * millimetre) + 1;; reach *= 2) {
            const size_t from = size_t(std::max(0, x - reach)), to = size_t(std::min(count, x + reach + 1));
            const int seen = counts[to] - counts[from];
            const bool isAll = from == 0 && to == size_t(count);
            if (seen < 8 && !isAll) continue;
            const cv::Vec3d mean = seen ? (sums[to] - sums[from]) / double(seen) : cv::Vec3d::all(paper);
            result.emplace_back(cv::saturate_cast<uint8_t>(mean[0]), cv::saturate_cast<uint8_t>(mean[1]),
                                cv::saturate_cast<uint8_t>(mean[2]));
            break;
        }
    }
    return result;
}

/// A view of an image's pixels from one of its sides.
struct SideView {
    cv::Mat image;
    Side side;
    bool isAcross() const { return side == vision::topSide || side == vision::bottomSide; }
    int length() const { return isAcross() ? image.cols : image.rows; }
    int depth() const { return isAcross() ? image.rows : image.cols; }
    uint8_t *at(int position, int depth) {
        switch (side) {
            case vision::topSide: return image.ptr(depth, position);
            case vision::bottomSide: return image.ptr(image.rows - 1 - depth, position);
            case vision::leftSide: return image.ptr(position, depth);
            default: return image.ptr(position, image.cols - 1 - depth);
        }
    }
};

int lightness(const uint8_t *pixel, int channels) {
    return channels == 1 ? pixel[0] : (pixel[0] + 2 * pixel[1] + pixel[2]) / 4;
}

/// Paints the border of one side: everything beyond its line, and the soft edge up to the tone of the paper.
void fillSide(SideView view, const cv::Mat &small, const SideLine &line, int paper, int factor) {
    const double millimetre = vision::guessedMillimetre(view.image.size());
    const auto colours = paperAlong(vision::facingUp(small, view.side), line, paper, millimetre / factor);
    const int channels = view.image.channels();
    for (int position = 0; position < view.length(); ++position) {
        const size_t place = size_t(std::min(position / factor, int(colours.size()) - 1));
        // The reduced image may lack the last few pixels at the right and at the bottom.
        const int lost = view.side == vision::rightSide || view.side == vision::bottomSide ? view.depth() % factor : 0;
        const double edge = line.depthAt(position / double(factor)) * factor + lost;
        if (edge <= 0) continue;
        const int end = std::min(view.depth(), int(edge));
        const cv::Vec3b colour = colours[place];
        const int tone = lightness(colour.val, channels == 1 ? 1 : 3);
        const int softEnd = line.isClean[place] ? std::min(view.depth(), end + int(1.5 * millimetre)) : end;
        for (int depth = 0; depth < softEnd; ++depth) {
            uint8_t *pixel = view.at(position, depth);
            constexpr int sameTone = 14;
            if (depth >= end && lightness(pixel, channels) >= tone - sameTone) break;
            for (int channel = 0; channel < channels; ++channel) pixel[channel] = colour[channel];
        }
    }
}

}  // namespace

int vision_find_paper(VisionImage source, VisionBox *paper, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(paper, "there is nowhere to put the box");
        const cv::Mat image = vision::view(source);
        const int factor = vision::factorFor(image, workingPixels);
        const cv::Mat small = vision::reduced(image, factor);
        const Borders borders = bordersOf(small);
        double cuts[vision::sideCount] = {};
        double confidence = 1;
        bool isCut = false;
        for (int side = 0; side < vision::sideCount; ++side) {
            const SideLine &line = borders.sides[size_t(side)];
            if (!line.found || line.cut < 1) continue;
            cuts[side] = std::floor(line.cut) * factor;
            if (side == vision::rightSide) cuts[side] += image.cols % factor;
            if (side == vision::bottomSide) cuts[side] += image.rows % factor;
            confidence = std::min(confidence, line.confidence);
            isCut = true;
        }
        *paper = {cuts[vision::leftSide], cuts[vision::topSide], image.cols - cuts[vision::rightSide],
                  image.rows - cuts[vision::bottomSide], isCut ? confidence : 0};
        // A smaller area is a gap between two borders, not a page.
        constexpr double smallest = 0.1;
        if (paper->right - paper->left < smallest * image.cols || paper->bottom - paper->top < smallest * image.rows) {
            *paper = {0, 0, double(image.cols), double(image.rows), 0};
        }
    });
}

int vision_fill_border(VisionImage image, double dpi, VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat page = vision::view(image);
        const int factor = vision::factorFor(page, workingPixels);
        const cv::Mat small = vision::reduced(page, factor).clone();
        const Borders borders = bordersOf(small);
        for (int side = 0; side < vision::sideCount; ++side) {
            const SideLine &line = borders.sides[size_t(side)];
            if (line.found) fillSide({page, Side(side)}, small, line, borders.paper, factor);
        }
        vision::fillHoles(page, dpi);
    });
}
