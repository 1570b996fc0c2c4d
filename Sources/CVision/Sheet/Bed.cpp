// SPDX-License-Identifier: GPL-3.0-or-later
#include "Bed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The maximum difference from the most frequent edge tone for pixels that may be bed, and the maximum difference from the fitted bed.
constexpr double mayBeBed = 14, isBed = 6;  // Chosen: 14, 10 to 20 (slips); 6, 4 to 9 (slips).
/// The minimum difference from the bed for objects on it, in tones and in multiples of the bed's noise.
constexpr double leastStep = 5, noiseStep = 4;  // Chosen: 5, 4 to 8 (slips); 4, 3 to 6 (slips).
/// The standard deviation of the smoothing filter, in pixels.
constexpr double smoothing = 1.5;

std::vector<cv::Point> edgesOf(const cv::Mat &image) {
    std::vector<cv::Point> edges;
    for (int x = 0; x < image.cols; ++x) edges.insert(edges.end(), {{x, 0}, {x, image.rows - 1}});
    for (int y = 0; y < image.rows; ++y) edges.insert(edges.end(), {{0, y}, {image.cols - 1, y}});
    return edges;
}

/// Returns the tone that most edge pixels have within a small tolerance.
double usualTone(const cv::Mat &image, const std::vector<cv::Point> &edges) {
    constexpr int reach = 7;
    std::array<int, 256> histogram{};
    for (const auto &place : edges) ++histogram[size_t(image.at<float>(place))];
    int best = 0, most = -1;
    for (int tone = 0; tone < 256; ++tone) {
        const auto from = histogram.begin() + std::max(0, tone - reach), to = histogram.begin() + std::min(256, tone + reach + 1);
        if (const int near = std::accumulate(from, to, 0); near > most) std::tie(best, most) = std::pair(tone, near);
    }
    return best;
}

/// Returns the bed's tone as a plane over the picture (the value in a corner and two slopes) and the noise around it.
std::pair<cv::Vec3d, double> bedOf(const cv::Mat &image, const std::vector<cv::Point> &edges) {
    constexpr int rounds = 4;
    cv::Vec3d plane(usualTone(image, edges), 0, 0);
    double noise = 0;
    for (int round = 0; round < rounds; ++round) {
        cv::Mat places(0, 3, CV_64F), tones(0, 1, CV_64F), found;
        double squares = 0;
        for (const auto &place : edges) {
            const double tone = image.at<float>(place), off = tone - plane.dot({1, double(place.x), double(place.y)});
            if (std::abs(off) > (round == 0 ? mayBeBed : isBed)) continue;
            places.push_back(cv::Mat(cv::Matx13d(1, place.x, place.y)));
            tones.push_back(tone);
            squares += off * off;
        }
        if (places.rows < 16 || !cv::solve(places, tones, found, cv::DECOMP_SVD)) break;
        plane = {found.at<double>(0), found.at<double>(1), found.at<double>(2)};
        noise = std::sqrt(squares / places.rows);
    }
    return {plane, noise};
}

}  // namespace

AboveBed aboveBed(const cv::Mat &grey) {
    AboveBed above;
    grey.convertTo(above.tones, CV_32F);
    cv::GaussianBlur(above.tones, above.tones, cv::Size(), smoothing);
    const auto [plane, noise] = bedOf(above.tones, edgesOf(above.tones));
    above.least = std::max(leastStep, noiseStep * noise);
    for (int y = 0; y < grey.rows; ++y) {
        for (int x = 0; x < grey.cols; ++x) above.tones.at<float>(y, x) -= float(plane.dot({1, double(x), double(y)}));
    }
    return above;
}

cv::Mat besideBed(const AboveBed &above) {
    cv::Mat bed = (cv::abs(above.tones) <= above.least) & 1;
    const auto edges = edgesOf(bed);
    // This doesn't open the outline of a slip, because it has no gaps.
    cv::morphologyEx(bed, bed, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
    for (const auto &place : edges) {
        if (bed.at<uint8_t>(place) == 1) cv::floodFill(bed, place, 2);
    }
    cv::Mat paper = bed != 2;
    // Remove specks of dust, and threads between slips that nearly touch.
    cv::morphologyEx(paper, paper, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
    return paper;
}

}  // namespace vision
