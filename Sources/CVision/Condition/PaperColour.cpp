// SPDX-License-Identifier: GPL-3.0-or-later
//
// The paper has the most frequent tone in the light half of the page. Ink and black scanner borders are in the dark half.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <opencv2/imgproc.hpp>

#include "Pixels/Support.h"

namespace {

/// The number of pixels for a histogram. Further reduction would mix small print with the paper.
constexpr double sampledPixels = 400'000;
/// The maximum difference of tones that belong to the same paper.
constexpr int toneReach = 10;
/// The minimum size of the light half. A smaller one is text on a dark page.
constexpr double leastPaper = 0.15;

/// Returns the center of the most frequent window of tones, starting at `first`.
int mostFrequentTone(const std::array<int, 256> &histogram, int first) {
    constexpr int halfWindow = 4;
    int best = 255, bestCount = -1;
    for (int tone = first; tone < 256; ++tone) {
        int count = 0;
        for (int near = std::max(0, tone - halfWindow); near <= std::min(255, tone + halfWindow); ++near) {
            count += histogram[size_t(near)];
        }
        if (count > bestCount) {
            best = tone;
            bestCount = count;
        }
    }
    return best;
}

/// Returns the median of the tones from `least` to `most`, or `otherwise` if there are none.
uint8_t medianTone(const std::array<int, 256> &histogram, int least, int most, int otherwise) {
    const int count = std::accumulate(&histogram[size_t(least)], &histogram[size_t(most)] + 1, 0);
    int below = 0;
    for (int tone = least; tone <= most; ++tone) {
        below += histogram[size_t(tone)];
        if (below > count / 2) return uint8_t(tone);
    }
    return uint8_t(otherwise);
}

}  // namespace

int vision_paper_colour(VisionImage source, uint8_t colour[3], VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(colour, "there is nowhere to put the colour");
        const cv::Mat image = vision::view(source);
        // Every n-th pixel is used, because averages of ink and paper are tones that neither has.
        cv::Mat sample = image;
        const double step = std::sqrt(double(image.cols) * image.rows / sampledPixels);
        if (step > 1) {
            cv::resize(image, sample,
                       cv::Size(std::max(1, int(image.cols / step)), std::max(1, int(image.rows / step))), 0, 0,
                       cv::INTER_NEAREST);
        }
        const cv::Mat light = vision::grey(sample);
        cv::Mat ignored;
        int split = int(cv::threshold(light, ignored, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU)) + 1;
        std::array<int, 256> histogram{};
        int paper = 0;
        for (int y = 0; y < light.rows; ++y) {
            for (int x = 0; x < light.cols; ++x) {
                const uint8_t tone = light.at<uint8_t>(y, x);
                ++histogram[tone];
                paper += tone >= split;
            }
        }
        if (paper < leastPaper * double(light.total())) split = 0;
        const int tone = mostFrequentTone(histogram, std::min(split, 255));
        const int least = std::max(0, tone - toneReach), most = std::min(255, tone + toneReach);
        for (int channel = 0; channel < 3; ++channel) {
            if (sample.channels() == 1) {
                colour[channel] = medianTone(histogram, least, most, tone);
                continue;
            }
            std::array<int, 256> values{};
            for (int y = 0; y < light.rows; ++y) {
                for (int x = 0; x < light.cols; ++x) {
                    const int gray = light.at<uint8_t>(y, x);
                    if (gray >= least && gray <= most) ++values[sample.ptr(y, x)[channel]];
                }
            }
            colour[channel] = medianTone(values, 0, 255, tone);
        }
    });
}
