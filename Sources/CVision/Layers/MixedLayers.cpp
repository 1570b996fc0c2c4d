// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the layers of a page (ITU-T T.44): the mask of its ink, and two small pictures of the ink's colors and of everything else. In each picture,
// the pixels of the other one are filled from their surroundings.
#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "Mixed.h"

namespace {

/// The distance from ink, in pixels of the reduced image, at which the tone is partly that of ink.
constexpr int fringe = 2;

/// The reach of blur as a fraction of the letter height. Blurred thin strokes and narrow gaps differ in their contribution to the mean around them.
constexpr double blurReach = 0.08;
constexpr double sharpening = 1;

/// The number of rows that are drawn at a time, which limits the memory.
constexpr int band = 256;

/// Draws the mask, white without ink. In a mask larger than the page, edges are smooth, because tones determine their position in a pixel.
void drawMask(const cv::Mat &image, const cv::Mat &limit, double letterHeight, cv::Mat &mask) {
    const int factor = mask.cols / image.cols;
    const double reach = blurReach * letterHeight;
    const int margin = int(std::ceil(4 * reach)) + 2;
    std::vector<int> columns(size_t(mask.cols));
    for (int x = 0; x < mask.cols; ++x) columns[size_t(x)] = int(int64_t(x) * limit.cols / mask.cols);
    for (int top = 0; top < image.rows; top += band) {
        const int first = std::max(0, top - margin), end = std::min(image.rows, top + band);
        const cv::Mat page = vision::grey(image.rowRange(first, std::min(image.rows, end + margin)));
        cv::Mat blurred, tones;
        cv::GaussianBlur(page, blurred, cv::Size(), reach, reach, cv::BORDER_REPLICATE);
        cv::addWeighted(page, 1 + sharpening, blurred, -sharpening, 0, tones);
        if (factor > 1) cv::resize(tones, tones, cv::Size(), factor, factor, cv::INTER_CUBIC);
        for (int y = top * factor; y < end * factor; ++y) {
            const uint8_t *below = limit.ptr<uint8_t>(int(int64_t(y) * limit.rows / mask.rows));
            const uint8_t *tone = tones.ptr<uint8_t>(y - first * factor);
            uint8_t *target = mask.ptr<uint8_t>(y);
            for (int x = 0; x < mask.cols; ++x) target[x] = tone[x] < below[columns[size_t(x)]] ? 0 : 255;
        }
    }
}

/// Fills pixels without weight with the weighted mean of nearby pixels: each level of a pyramid fills the gaps of the level above it. `weight` is 0
/// to 1, and `sum` is the mean multiplied by it. Source: S. J. Gortler et al., "The lumigraph", SIGGRAPH 1996, section 4.2 (push-pull).
cv::Mat filled(const cv::Mat &sum, const cv::Mat &weight) {
    cv::Mat result;
    double least = 0;
    cv::minMaxLoc(weight, &least);
    if (least >= 1 || sum.total() == 1) {
        cv::divide(sum, cv::max(weight, 1e-6), result);
        return result;
    }
    const cv::Size half((sum.cols + 1) / 2, (sum.rows + 1) / 2);
    {
        cv::Mat smallSum, smallWeight;
        cv::resize(sum, smallSum, half, 0, 0, cv::INTER_AREA);
        cv::resize(weight, smallWeight, half, 0, 0, cv::INTER_AREA);
        // A few pixels count as much as many, so that a gap is filled by the nearest level with any pixels.
        const cv::Mat enough = cv::min(smallWeight * 4, 1);
        cv::multiply(smallSum, enough / cv::max(smallWeight, 1e-6), smallSum);
        cv::resize(filled(smallSum, enough), result, sum.size(), 0, 0, cv::INTER_LINEAR);
    }
    // `sum` is already multiplied by the weight.
    cv::subtract(result, result.mul(weight), result);
    result += sum;
    return result;
}

/// Draws the mean of the image's pixels for which `use` isn't 0, in the size of the target. Gaps are filled.
void drawLayer(const cv::Mat &image, const cv::Mat &use, cv::Mat &target) {
    const int channels = image.channels();
    // A quarter of a pixel's area determines its tone as well as the whole area.
    const double enough = image.total() / (4.0 * double(target.total()));
    for (int channel = 0; channel < channels; ++channel) {
        cv::Mat sum = cv::Mat::zeros(target.size(), CV_32F), weight = cv::Mat::zeros(target.size(), CV_32F);
        for (int y = 0; y < image.rows; ++y) {
            const int row = int(int64_t(y) * target.rows / image.rows);
            const uint8_t *isUsed = use.ptr<uint8_t>(y), *tone = image.ptr<uint8_t>(y) + channel;
            float *weights = weight.ptr<float>(row), *sums = sum.ptr<float>(row);
            for (int x = 0; x < image.cols; ++x) {
                if (isUsed[x] == 0) continue;
                const int column = int(int64_t(x) * target.cols / image.cols);
                weights[column] += 1;
                sums[column] += tone[x * channels];
            }
        }
        cv::divide(sum, cv::max(weight, 1), sum);
        weight /= enough;
        cv::min(weight, 1, weight);
        cv::multiply(sum, weight, sum);
        cv::Mat layer;
        filled(sum, weight).convertTo(layer, CV_8U);
        cv::insertChannel(layer, target, channel);
    }
}

}  // namespace

int vision_separate(VisionImage source, double letterHeight, VisionImage mask, VisionImage background,
                    VisionImage foreground, double *share, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(share, "there is nowhere to put the share");
        const cv::Mat image = vision::view(source);
        cv::Mat letters = vision::view(mask), back = vision::view(background), front = vision::view(foreground);
        if (letters.channels() != 1 || back.channels() != image.channels() || front.channels() != image.channels()) {
            throw std::invalid_argument("the mask is grey, and the layers have the page's channels");
        }
        const int factor = letters.cols / image.cols;
        if (factor < 1 || letters.size() != image.size() * factor) {
            throw std::invalid_argument("the mask is a whole multiple of the page");
        }
        if (!(letterHeight >= 1)) throw std::invalid_argument("the letters have no height");
        const int reduction = vision::inkViewFactor(image.size(), letterHeight);
        cv::Mat view = image;
        if (reduction > 1) {
            const cv::Size size((image.cols + reduction - 1) / reduction, (image.rows + reduction - 1) / reduction);
            cv::resize(image, view, size, 0, 0, cv::INTER_AREA);
        }
        const cv::Mat tones = vision::grey(view), limit = vision::inkLimit(tones, letterHeight / reduction);
        drawMask(image, limit, letterHeight, letters);
        *share = 1 - cv::countNonZero(letters) / double(letters.total());
        cv::Mat around;
        cv::dilate(limit > 0, around, cv::Mat(), cv::Point(-1, -1), fringe);
        drawLayer(view, ~around, back);
        // The color of thin strokes is that of their middle, not the mean of middle and edge.
        cv::Mat darkest;
        cv::erode(view, darkest, cv::Mat());
        drawLayer(darkest, tones < limit, front);
    });
}
