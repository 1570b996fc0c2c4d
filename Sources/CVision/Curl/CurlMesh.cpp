// SPDX-License-Identifier: GPL-3.0-or-later
#include "CurlMesh.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

/// The maximum growth beyond the page's edges, as a fraction of its height. These areas contain no writing.
constexpr double largestGrowth = 0.03;
constexpr int samples = 24;

class Flattener {
public:
    Flattener(const Flattening &flattening, cv::Size page)
        : flattening_(flattening), surface_(flattening.surface), sine_(std::sin(flattening.degrees * degree)),
          cosine_(std::cos(flattening.degrees * degree)) {
        const double width = page.width / flattening.factor, height = page.height / flattening.factor;
        double left = HUGE_VAL, right = -HUGE_VAL;
        for (const double x : {0.0, width}) {
            for (const double y : {0.0, height}) {
                left = std::min(left, x * cosine_ + y * sine_);
                right = std::max(right, x * cosine_ + y * sine_);
                top_ = std::min(top_, y * cosine_ - x * sine_);
                bottom_ = std::max(bottom_, y * cosine_ - x * sine_);
            }
        }
        left_ = alongOf(left);
        right_ = alongOf(right);
        const double growth = largestGrowth * (bottom_ - top_);
        double top = top_, bottom = bottom_;
        for (int sample = 0; sample <= samples; ++sample) {
            const double x = left + (right - left) * sample / samples;
            top = std::min(top, levelled(surface_.flattened(x, top_)));
            bottom = std::max(bottom, levelled(surface_.flattened(x, bottom_)));
        }
        top_ = std::max(top, top_ - growth);
        bottom_ = std::min(bottom, bottom_ + growth);
        keepLines();
    }

    cv::Size2d size() const { return {flattening_.factor * (right_ - left_), flattening_.factor * (bottom_ - top_)}; }

    /// Maps fractions of the corrected page's sides to the page before the correction.
    cv::Point2d before(double across, double down) const {
        const double x = placeOf(left_ + across * (right_ - left_)), level = top_ + down * (bottom_ - top_);
        double height = level;
        for (int step = 0; step < 4; ++step) height -= levelled(height) - level;
        const double y = height + surface_.at(x, height);
        return flattening_.factor * cv::Point2d(x * cosine_ - y * sine_, x * sine_ + y * cosine_);
    }

private:
    /// Extends the page to include text that the surface moves beyond its edges.
    void keepLines() {
        for (const auto &line : flattening_.lines) {
            if (!isWriting(line, flattening_.letterHeight)) continue;
            for (const auto &letter : line) {
                const double above = levelled(surface_.flattened(letter.along, letter.top));
                const double below = levelled(surface_.flattened(letter.along, letter.bottom));
                top_ = std::min(top_, above - flattening_.letterHeight);
                bottom_ = std::max(bottom_, below + flattening_.letterHeight);
            }
        }
    }

    /// Corrects a height so that a line keeps its mean height on the curled page, because the lines don't determine their own heights.
    double levelled(double height) const {
        const cv::Rect2d area = surface_.area();
        double sum = 0;
        for (int sample = 0; sample < samples; ++sample) {
            sum += surface_.at(area.x + area.width * (sample + 0.5) / samples, height);
        }
        return height + sum / samples;
    }

    double alongOf(double x) const {
        const auto &along = flattening_.along;
        if (along.size() < 2) return x;
        const cv::Rect2d area = surface_.area();
        const double place = (x - area.x) / area.width * double(along.size() - 1);
        const size_t index = size_t(std::clamp(place, 0.0, double(along.size() - 2)));
        return area.x + along[index] + (place - double(index)) * (along[index + 1] - along[index]);
    }

    double placeOf(double along) const {
        const auto &all = flattening_.along;
        if (all.size() < 2) return along;
        const cv::Rect2d area = surface_.area();
        const auto after = std::upper_bound(all.begin() + 1, all.end() - 1, along - area.x);
        const size_t index = size_t(after - all.begin()) - 1;
        const double share = (along - area.x - all[index]) / (all[index + 1] - all[index]);
        return area.x + area.width * (double(index) + share) / double(all.size() - 1);
    }

    const Flattening &flattening_;
    const Surface &surface_;
    double sine_, cosine_;
    double left_ = 0, right_ = 0, top_ = HUGE_VAL, bottom_ = -HUGE_VAL;
};

}  // namespace

void makeMesh(const Flattening &flattening, cv::Size page, VisionMesh &mesh) {
    const Flattener flattener(flattening, page);
    mesh.width = flattener.size().width;
    mesh.height = flattener.size().height;
    double *point = mesh.points;
    for (int row = 0; row < mesh.rows; ++row) {
        for (int column = 0; column < mesh.columns; ++column) {
            const cv::Point2d place =
                flattener.before(double(column) / (mesh.columns - 1), double(row) / (mesh.rows - 1));
            *point++ = place.x;
            *point++ = place.y;
        }
    }
}

}  // namespace vision
