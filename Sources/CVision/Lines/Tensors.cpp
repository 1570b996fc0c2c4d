// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts pictures to the input of networks, with a plane of numbers per channel.
#include "CVision.h"
#include "Pixels/Support.h"

#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

// Writes the pixels of a picture to the left of planes with `columns` columns each. The first plane is blue.
void fill(const cv::Mat &image, int columns, const float mean[3], const float deviation[3], float *tensor) {
    float values[3][256];
    for (int channel = 0; channel < 3; channel++) {
        for (int value = 0; value < 256; value++) {
            values[channel][value] = (float(value) / 255 - mean[channel]) / deviation[channel];
        }
    }
    const int channels = image.channels();
    for (int channel = 0; channel < 3; channel++) {
        const int from = channels == 1 ? 0 : 2 - channel;
        for (int y = 0; y < image.rows; y++) {
            const uchar *row = image.ptr(y) + from;
            float *out = tensor + (size_t(channel) * size_t(image.rows) + size_t(y)) * size_t(columns);
            for (int x = 0; x < image.cols; x++) out[x] = values[channel][row[x * channels]];
            std::fill(out + image.cols, out + columns, 0.0f);
        }
    }
}

}  // namespace
}  // namespace vision

int vision_tensor(VisionImage source, int32_t width, int32_t height, const float mean[3], const float deviation[3],
                  float *tensor, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(mean && deviation && tensor, "an argument is missing");
        cv::Mat image;
        const cv::Mat all = vision::view(source);
        const bool isReduced = width < all.cols || height < all.rows;
        cv::resize(all, image, cv::Size(width, height), 0, 0, isReduced ? cv::INTER_AREA : cv::INTER_LINEAR);
        vision::fill(image, width, mean, deviation, tensor);
    });
}

int vision_line_tensor(VisionImage source, const double corners[8], int32_t width, int32_t height, int32_t paddedWidth,
                       const float mean[3], const float deviation[3], float *tensor, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(corners && mean && deviation && tensor, "an argument is missing");
        if (width <= 0 || height <= 0 || paddedWidth < width) throw std::invalid_argument("the line is empty");
        const cv::Mat all = vision::view(source);
        cv::Point2f from[4];
        for (int i = 0; i < 4; i++) from[i] = cv::Point2f(float(corners[2 * i]), float(corners[2 * i + 1]));
        // The line is extracted in its original size first, because reduction works best with an area filter.
        const double across = std::max(cv::norm(from[0] - from[1]), cv::norm(from[3] - from[2]));
        const double down = std::max(cv::norm(from[0] - from[3]), cv::norm(from[1] - from[2]));
        if (!(across * down < 1e9)) throw std::invalid_argument("the line is too large");
        const cv::Size own(std::max(1, cvRound(across)), std::max(1, cvRound(down)));
        const cv::Point2f to[4] = {{0, 0}, {float(own.width), 0}, {float(own.width), float(own.height)}, {0, float(own.height)}};
        cv::Mat line;
        cv::warpPerspective(all, line, cv::getPerspectiveTransform(from, to), own, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
        cv::resize(line, line, cv::Size(width, height), 0, 0, cv::INTER_LINEAR);
        vision::fill(line, paddedWidth, mean, deviation, tensor);
    });
}
