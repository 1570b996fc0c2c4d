// SPDX-License-Identifier: GPL-3.0-or-later
#include "Reduced.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>

namespace vision {

namespace {

/// The maximum number of rows for which the sums of bytes fit into 16 bits.
constexpr int largestFactor = 256;

/// Adds a row of bytes to the sums of the previous rows.
void addRow(const uint8_t *row, std::vector<uint16_t> &sums) {
    const int count = int(sums.size());
    int x = 0;
#if CV_SIMD
    for (; x + cv::v_uint16::nlanes <= count; x += cv::v_uint16::nlanes) {
        cv::v_store(&sums[size_t(x)], cv::vx_load(&sums[size_t(x)]) + cv::vx_load_expand(row + x));
    }
#endif
    for (; x < count; ++x) sums[size_t(x)] = uint16_t(sums[size_t(x)] + row[x]);
}

/// Averages the sums of adjacent columns. The number of channels is a template parameter, because this loop takes most of the time.
template <int channels>
void averageColumns(const std::vector<uint16_t> &sums, int factor, uint8_t *target, int width) {
    // Multiplying by the reciprocal is faster than dividing.
    const float share = 1.0f / float(factor * factor);
    const uint16_t *next = sums.data();
    for (int x = 0; x < width; ++x) {
        uint32_t total[channels] = {};
        for (int column = 0; column < factor; ++column, next += channels) {
            for (int channel = 0; channel < channels; ++channel) total[channel] += next[channel];
        }
        for (int channel = 0; channel < channels; ++channel) {
            target[x * channels + channel] = uint8_t(float(total[channel]) * share + 0.5f);
        }
    }
}

}  // namespace

int factorFor(const cv::Mat &image, double pixels) {
    const double ideal = std::sqrt(double(image.cols) * image.rows / pixels);
    const int largest = std::min({largestFactor, image.cols, image.rows});
    return std::clamp(int(std::lround(ideal)), 1, largest);
}

cv::Mat reduced(const cv::Mat &image, int factor) {
    if (factor <= 1) return image;
    cv::Mat result(image.rows / factor, image.cols / factor, image.type());
    std::vector<uint16_t> sums(size_t(result.cols) * size_t(factor) * size_t(image.channels()));
    for (int y = 0; y < result.rows; ++y) {
        std::fill(sums.begin(), sums.end(), uint16_t(0));
        for (int row = 0; row < factor; ++row) addRow(image.ptr<uint8_t>(y * factor + row), sums);
        if (image.channels() == 1) {
            averageColumns<1>(sums, factor, result.ptr<uint8_t>(y), result.cols);
        } else {
            averageColumns<3>(sums, factor, result.ptr<uint8_t>(y), result.cols);
        }
    }
    return result;
}

}  // namespace vision
