// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that all parts use: the guarded C boundary, views of the caller's pixels, and medians.
#ifndef DOCSCAN_CVISION_SUPPORT_H
#define DOCSCAN_CVISION_SUPPORT_H

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include <opencv2/core.hpp>

#include "CVision.h"

namespace vision {

/// Returns a view of the caller's pixels without copying. Throws std::invalid_argument if the description is invalid.
cv::Mat view(const VisionImage &image);

/// Returns the image in grayscale: a view of a grayscale image, or a new image for a color image.
cv::Mat grey(const cv::Mat &image);

/// Copies a message into `error`, truncated to the available space.
void copyMessage(VisionError *error, const char *message);

/// Makes OpenCV run on the calling thread only, because a worker is one process per core.
void useOneThread();

/// Runs `body` and converts exceptions to a status and a message, because exceptions must not propagate into Swift.
template <typename Body>
int guarded(VisionError *error, Body body) noexcept {
    try {
        useOneThread();
        body();
        return 0;
    } catch (const cv::Exception &failure) {
        copyMessage(error, failure.err.c_str());
    } catch (const std::bad_alloc &) {
        copyMessage(error, "out of memory");
    } catch (const std::exception &failure) {
        copyMessage(error, failure.what());
    } catch (...) {
        copyMessage(error, "unknown failure");
    }
    return 1;
}

/// Throws if an output argument is missing.
template <typename Pointer>
void require(Pointer pointer, const char *message) {
    if (!pointer) throw std::invalid_argument(message);
}

constexpr double degree = CV_PI / 180;

/// Returns 0 at `from`, 1 at `to`, and linearly interpolated values in between, clamped to this range.
inline double ramp(double value, double from, double to) { return std::clamp((value - from) / (to - from), 0.0, 1.0); }

/// Returns the value with a rank counting from 0. The values are reordered.
template <typename Values>
auto ranked(Values &values, size_t rank) {
    const auto place = values.begin() + std::ptrdiff_t(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Returns the median. The values are reordered.
template <typename Values>
auto middle(Values &values) {
    return ranked(values, values.size() / 2);
}

}  // namespace vision

#endif
