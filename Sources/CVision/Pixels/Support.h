// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every capability shares: the guarded C boundary, views of foreign pixels, middle values.
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

/// A view of the caller's pixels, without a copy; throws std::invalid_argument when the description makes no sense.
cv::Mat view(const VisionImage &image);

/// The grey channel: a view of a grey image, a new image for a coloured one.
cv::Mat grey(const cv::Mat &image);

/// Copies a reason into `error`, shortened to what fits.
void copyMessage(VisionError *error, const char *message);

/// OpenCV runs on the calling thread only: a worker is one process on one core.
void useOneThread();

/// Runs `body`, and turns every exception into a status and a message: none may cross into Swift.
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

/// Throws when an output argument is missing.
template <typename Pointer>
void require(Pointer pointer, const char *message) {
    if (!pointer) throw std::invalid_argument(message);
}

constexpr double degree = CV_PI / 180;

/// 0 at `from`, 1 at `to`, straight in between.
inline double ramp(double value, double from, double to) { return std::clamp((value - from) / (to - from), 0.0, 1.0); }

/// The value of this rank, counted from 0; the values are put into another order.
template <typename Values>
auto ranked(Values &values, size_t rank) {
    const auto place = values.begin() + std::ptrdiff_t(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// The middle one of some values, which are put into another order.
template <typename Values>
auto middle(Values &values) {
    return ranked(values, values.size() / 2);
}

}  // namespace vision

#endif
