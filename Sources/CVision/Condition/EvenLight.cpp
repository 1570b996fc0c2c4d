// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes paper white for viewing. The light on the sheet is measured at writing and on adjacent empty paper, extrapolated smoothly to the rest, and
// removed. Unlike cleaning for recognition, this keeps the tones of pictures, stamps, and dark areas.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Sheet/PageText.h"
#include "Text/Marks.h"

namespace {

/// The number of cells along the longer side in which the light is measured separately: enough for the edge of a shadow, too few for a picture.
constexpr int cells = 32;
/// The maximum width of marks that are removed for finding the paper, as a fraction of the longer side.
constexpr double paperReach = 1 / 40.0;
/// The maximum side of the picture for finding the paper, in pixels.
constexpr int workingSide = 800;
/// The minimum light of a cell relative to the page. A darker cell is a dark area with writing, not paper in a shadow.
constexpr double deepestShadow = 0.5;
/// The maximum relative change of light between adjacent cells of empty paper, and within a cell. The edges of other objects are sharper.
constexpr double gentle = 0.08, flat = 0.03;
/// The resulting brightness of paper as a fraction of white. Only its grain is brighter.
constexpr double grain = 0.97;
/// The number of steps for extrapolating the light to cells without writing, enough to cross the page several times.
constexpr int rounds = 400;

float rankOf(std::vector<float> &values, double share) {
    const auto place = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Returns the median tone of the paper under the writing in each cell, or 0 if there is none.
cv::Mat lightAt(const vision::TextInk &ink, const cv::Mat &paper, cv::Size grid) {
    std::vector<std::vector<float>> tones(size_t(grid.area()));
    std::vector<float> all;
    for (const cv::Rect &glyph : ink.glyphs) {
        const double x = (glyph.x + glyph.width / 2.0) / ink.size.width, y = (glyph.y + glyph.height / 2.0) / ink.size.height;
        const int column = std::clamp(int(x * grid.width), 0, grid.width - 1);
        const int row = std::clamp(int(y * grid.height), 0, grid.height - 1);
        const float tone = paper.at<uint8_t>(std::clamp(int(y * paper.rows), 0, paper.rows - 1),
                                             std::clamp(int(x * paper.cols), 0, paper.cols - 1));
        tones[size_t(row * grid.width + column)].push_back(tone);
        all.push_back(tone);
    }
    cv::Mat light = cv::Mat::zeros(grid, CV_32F);
    if (all.empty()) return light;
    const float darkest = float(deepestShadow) * rankOf(all, 0.9);
    for (int cell = 0; cell < grid.area(); ++cell) {
        auto &found = tones[size_t(cell)];
        if (found.empty()) continue;
        const float tone = rankOf(found, 0.5);
        if (tone >= darkest) light.at<float>(cell / grid.width, cell % grid.width) = tone;
    }
    return light;
}

/// Returns the cells in which a picture is as even as empty paper.
cv::Mat flatCells(const cv::Mat &picture, cv::Size grid) {
    cv::Mat result = cv::Mat::zeros(grid, CV_8U);
    for (int row = 0; row < grid.height; ++row) {
        for (int column = 0; column < grid.width; ++column) {
            const cv::Point from(column * picture.cols / grid.width, row * picture.rows / grid.height);
            const cv::Point to((column + 1) * picture.cols / grid.width, (row + 1) * picture.rows / grid.height);
            if (to.x <= from.x || to.y <= from.y) continue;
            cv::Scalar mean, deviation;
            cv::meanStdDev(picture(cv::Rect(from, to)), mean, deviation);
            if (deviation[0] <= flat * mean[0]) result.at<uint8_t>(row, column) = 255;
        }
    }
    return result;
}

/// Adds empty paper next to paper with writing, step by step, as long as its light changes slowly in all channels.
void grow(std::vector<cv::Mat> &lights, const std::vector<cv::Mat> &tones, const cv::Mat &isFlat) {
    std::vector<cv::Point> queue;
    cv::findNonZero(lights[0] > 0, queue);
    const cv::Rect grid(cv::Point(), isFlat.size());
    for (size_t index = 0; index < queue.size(); ++index) {
        const cv::Point from = queue[index];
        for (const cv::Point step : {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)}) {
            const cv::Point cell = from + step;
            if (!grid.contains(cell) || !isFlat.at<uint8_t>(cell) || lights[0].at<float>(cell) > 0) continue;
            const auto isGentle = [&](const cv::Mat &light, const cv::Mat &tone) {
                const float known = light.at<float>(from);
                return known > 0 && std::abs(tone.at<float>(cell) - known) <= float(gentle) * known;
            };
            if (!std::equal(lights.begin(), lights.end(), tones.begin(), isGentle)) continue;
            for (size_t channel = 0; channel < lights.size(); ++channel) {
                lights[channel].at<float>(cell) = std::max(1.0F, tones[channel].at<float>(cell));
            }
            queue.push_back(cell);
        }
    }
}

/// Extrapolates the light to cells without any, as the mean of their neighbors, like a membrane: within the range of the measured light.
void spread(cv::Mat &light) {
    const cv::Mat known = light > 0;
    light.setTo(cv::mean(light, known)[0], ~known);
    const cv::Mat seen = light.clone();
    const cv::Mat kernel = (cv::Mat_<float>(3, 3) << 0, 1, 0, 1, 0, 1, 0, 1, 0) / 4;
    for (int round = 0; round < rounds; ++round) {
        cv::filter2D(light, light, CV_32F, kernel, cv::Point(-1, -1), 0, cv::BORDER_REPLICATE);
        seen.copyTo(light, known);
    }
    cv::GaussianBlur(light, light, cv::Size(3, 3), 0, 0, cv::BORDER_REPLICATE);
}

}  // namespace

int vision_even_light(VisionImage target, const VisionText *text, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        if (text->ink.glyphs.empty()) return;
        cv::Mat image = vision::view(target);
        const int longer = std::max(image.cols, image.rows);
        const cv::Size grid(std::max(2, int(std::lround(double(cells) * image.cols / longer))),
                            std::max(2, int(std::lround(double(cells) * image.rows / longer))));
        const double scale = std::min(1.0, double(workingSide) / longer);
        cv::Mat small;
        cv::resize(image, small, cv::Size(), scale, scale, cv::INTER_AREA);
        std::vector<cv::Mat> channels, smallChannels;
        cv::split(image, channels);
        cv::split(small, smallChannels);
        std::vector<cv::Mat> lights, tones;
        cv::Mat isFlat(grid, CV_8U, cv::Scalar(255));
        for (const cv::Mat &channel : smallChannels) {
            const cv::Mat paper = vision::paperUnder(channel, int(std::max(channel.cols, channel.rows) * paperReach));
            lights.push_back(lightAt(text->ink, paper, grid));
            if (cv::countNonZero(lights.back()) == 0) return;
            cv::Mat mean;
            cv::resize(channel, mean, grid, 0, 0, cv::INTER_AREA);
            mean.convertTo(mean, CV_32F);
            tones.push_back(mean);
            isFlat &= flatCells(channel, grid);
        }
        grow(lights, tones, isFlat);
        for (size_t index = 0; index < channels.size(); ++index) {
            cv::Mat light = lights[index];
            spread(light);
            cv::resize(light, light, image.size(), 0, 0, cv::INTER_CUBIC);
            cv::Mat even;
            channels[index].convertTo(even, CV_32F);
            cv::divide(even, cv::max(light * grain, 1), even, 255);
            even.convertTo(channels[index], CV_8U);
        }
        cv::Mat result;
        cv::merge(channels, result);
        result.copyTo(image);
    });
}
