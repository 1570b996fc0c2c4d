// SPDX-License-Identifier: GPL-3.0-or-later
#include "TextInk.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The size of an A4 page at 150 dpi, which is precise to hundredths of a degree and takes a quarter of the time of 300 dpi.
constexpr double workingPixels = 2'200'000;
/// The minimum height of marks. Lower ones are specks and halftone dots.
constexpr int leastHeight = 4;

/// Returns the factor by which the image is reduced. It is an integer, because averaging n by n pixels is fast and treats all rows equally.
int reduction(const cv::Mat &image) {
    const int factor = int(std::lround(std::sqrt(double(image.cols) * image.rows / workingPixels)));
    return std::min(image.cols, image.rows) < 2 * factor ? 1 : std::max(1, factor);
}

cv::Mat workingImage(const cv::Mat &image, int factor) {
    if (factor == 1) return grey(image);
    cv::Mat reduced;
    const cv::Size size(image.cols / factor, image.rows / factor);
    cv::resize(image(cv::Rect(0, 0, size.width * factor, size.height * factor)), reduced, size, 0, 0, cv::INTER_AREA);
    return grey(reduced);
}

int percentile(const std::array<int, 256> &histogram, double share) {
    double total = 0, seen = 0;
    for (const int count : histogram) total += count;
    for (int tone = 0; tone < 256; ++tone) {
        seen += histogram[size_t(tone)];
        if (seen >= share * total) return tone;
    }
    return 255;
}

std::array<int, 256> histogramOf(const cv::Mat &image) {
    std::array<int, 256> histogram{};
    for (int y = 0; y < image.rows; y += 3) {
        const uint8_t *row = image.ptr<uint8_t>(y);
        for (int x = 0; x < image.cols; x += 3) ++histogram[row[x]];
    }
    return histogram;
}

/// Returns the darkness of each pixel relative to the mean of its surroundings.
cv::Mat darkerThanSurroundings(const cv::Mat &image) {
    const int window = std::max(15, std::min(image.cols, image.rows) / 24) | 1;
    cv::Mat mean, darker;
    cv::blur(image, mean, cv::Size(window, window), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::subtract(mean, image, darker);
    return darker;
}

/// Collects the outermost pixels of the glyphs. Pixels at the edge of the image aren't part of a glyph, so every pixel of a glyph has four neighbors.
void collectEdges(const cv::Mat &labels, const std::vector<int> &glyphOf, TextInk &ink) {
    for (int y = 1; y + 1 < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y), *above = labels.ptr<int>(y - 1), *below = labels.ptr<int>(y + 1);
        for (int x = 1; x + 1 < labels.cols; ++x) {
            if (row[x] == 0) continue;
            const int glyph = glyphOf[size_t(row[x])];
            if (glyph < 0) continue;
            const EdgePoint point{float(x), float(y), glyph};
            if (above[x] == 0) ink.upper.push_back(point);
            if (below[x] == 0) ink.lower.push_back(point);
            if (row[x - 1] == 0) ink.left.push_back(point);
            if (row[x + 1] == 0) ink.right.push_back(point);
        }
    }
}

}  // namespace

TextInk textInk(const cv::Mat &image) {
    const int scale = reduction(image);
    cv::Mat page = workingImage(image, scale);
    const auto histogram = histogramOf(page);
    const int dark = percentile(histogram, 0.01), light = percentile(histogram, 0.95);
    const double contrast = std::max(12.0, 0.2 * (light - dark));
    cv::Mat mask = darkerThanSurroundings(page) > contrast;
    if (percentile(histogram, 0.5) < (dark + light) / 2 - 16) {
        // Light text on a dark page becomes dark text after inversion. However, a light slip on a dark background has dark text: strokes differ from
        // their surroundings more than gaps do.
        const cv::Mat lighter = darkerThanSurroundings(255 - page) > contrast;
        if (cv::countNonZero(lighter) > cv::countNonZero(mask)) mask = lighter;
    }

    TextInk ink;
    cv::Mat labels, boxes, centres;
    const int count = cv::connectedComponentsWithStats(mask, labels, boxes, centres, 8, CV_32S);

    std::vector<int> heights;
    for (int label = 1; label < count; ++label) {
        const int height = boxes.at<int>(label, cv::CC_STAT_HEIGHT), width = boxes.at<int>(label, cv::CC_STAT_WIDTH);
        if (height >= leastHeight && width >= 2 && height < page.rows / 8) heights.push_back(height);
    }
    ink.size = page.size();
    ink.scale = scale;
    if (heights.empty()) return ink;
    ink.glyphHeight = middle(heights);

    std::vector<int> glyphOf(size_t(count), -1);
    for (int label = 1; label < count; ++label) {
        const cv::Rect box(boxes.at<int>(label, cv::CC_STAT_LEFT), boxes.at<int>(label, cv::CC_STAT_TOP),
                           boxes.at<int>(label, cv::CC_STAT_WIDTH), boxes.at<int>(label, cv::CC_STAT_HEIGHT));
        const double longSide = std::max(box.width, box.height), shortSide = std::min(box.width, box.height);
        const bool isSized = longSide >= 0.5 * ink.glyphHeight && longSide <= 12 * ink.glyphHeight && shortSide >= 2 &&
                             shortSide <= 4 * ink.glyphHeight;
        // Marks at the edge of the image are borders, shadows, or cut-off letters.
        const bool isAtFrame = box.x == 0 || box.y == 0 || box.br().x == page.cols || box.br().y == page.rows;
        if (shortSide >= 2 && longSide < 0.5 * ink.glyphHeight && !isAtFrame) ink.dots.push_back(box);
        if (!isSized || isAtFrame) continue;
        glyphOf[size_t(label)] = int(ink.glyphs.size());
        ink.glyphs.push_back(box);
    }
    collectEdges(labels, glyphOf, ink);
    return ink;
}

TextInk turnedClockwise(const TextInk &ink) {
    const auto turned = [&](std::vector<EdgePoint> points) {
        for (auto &point : points) point = {float(ink.size.height - 1) - point.y, point.x, point.glyph};
        return points;
    };
    TextInk result;
    result.size = {ink.size.height, ink.size.width};
    result.scale = ink.scale;
    for (const auto &box : ink.glyphs) {
        result.glyphs.emplace_back(ink.size.height - box.br().y, box.x, box.height, box.width);
    }
    result.glyphHeight = ink.glyphHeight;
    result.upper = turned(ink.left);
    result.right = turned(ink.upper);
    result.lower = turned(ink.right);
    result.left = turned(ink.lower);
    return result;
}

}  // namespace vision
