// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support.h"

#include <opencv2/imgproc.hpp>

namespace vision {

cv::Mat view(const VisionImage &image) {
    require(image.pixels, "the image has no pixels");
    if (image.width <= 0 || image.height <= 0) throw std::invalid_argument("the image is empty");
    if (image.channels != 1 && image.channels != 3) throw std::invalid_argument("an image has 1 or 3 channels");
    if (image.stride < int64_t(image.width) * image.channels) {
        throw std::invalid_argument("the stride is shorter than a row");
    }
    return cv::Mat(image.height, image.width, CV_8UC(image.channels), image.pixels, size_t(image.stride));
}

cv::Mat grey(const cv::Mat &image) {
    if (image.channels() == 1) return image;
    cv::Mat result;
    cv::cvtColor(image, result, cv::COLOR_RGB2GRAY);
    return result;
}

void copyMessage(VisionError *error, const char *message) {
    if (error) std::snprintf(error->message, sizeof error->message, "%s", message);
}

void useOneThread() {
    static const bool once = (cv::setNumThreads(1), true);
    (void)once;
}

}  // namespace vision

const char *vision_opencv_version(void) { return CV_VERSION; }

int vision_reduce(VisionImage source, VisionImage target, VisionError *error) {
    return vision::guarded(error, [&] {
        const cv::Mat image = vision::view(source);
        cv::Mat result = vision::view(target);
        if (result.channels() != 1 || result.cols > image.cols || result.rows > image.rows) {
            throw std::invalid_argument("the reduced image is grey, and not larger than the source");
        }
        // Integer factors are fast. The remainder at the right and lower edge is less than a pixel of the result.
        const int factor = image.cols / result.cols;
        const bool isWhole = factor == image.rows / result.rows && image.cols / factor == result.cols &&
                             image.rows / factor == result.rows;
        const cv::Mat used = isWhole ? image(cv::Rect(0, 0, result.cols * factor, result.rows * factor)) : image;
        cv::Mat reduced;
        cv::resize(used, reduced, result.size(), 0, 0, cv::INTER_AREA);
        vision::grey(reduced).copyTo(result);
    });
}
