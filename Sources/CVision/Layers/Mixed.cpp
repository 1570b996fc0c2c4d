// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the ink of a page for mixed raster content (ITU-T T.44). Each mark is classified separately: it is ink if its edge is sharp and its strokes
// are thin. Shades, photos, broad areas, and doubtful marks aren't ink.
#include "Mixed.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The maximum size of the image in which marks are classified, and the minimum height of letters in it, in pixels.
constexpr double judgedPixels = 4'000'000;
constexpr double judgedHeight = 9;
/// The minimum darkness of ink as a fraction of the paper's tone. Fainter marks are noise, pencil, or shine through.
constexpr double leastInk = 0.15;
/// The maximum thickness of strokes in letter heights, including headlines.
constexpr double thickest = 1.2;
/// The minimum ratio of a soft edge's width to the usual one, because a photo may not be sharp; its upper limit as a fraction of the letter height;
/// and the width in pixels that is always sharp.
constexpr double softness = 2;
constexpr double softest = 0.25;
constexpr double sharpPixels = 2.5;
/// The darkness of ink's edge as a fraction of the maximum, because thin strokes are never as dark as stems.
constexpr double inkEdge = 0.4;
/// The maximum height of small marks as a fraction of the letter height: dots and commas, but also specks and halftone dots.
constexpr double small = 0.5;
/// The maximum distance between a dot or comma and a letter, in letter heights.
constexpr double neighbourhood = 1.2;
/// The maximum number of marks of text per square of the letter height. Halftones have more.
constexpr double mostMarks = 2.5;

struct Stroke {
    cv::Rect box;
    int area = 0;
    /// The maximum darkness as a fraction of the paper, from 0 to 255.
    int darkest = 0;
    /// The number of pixels with at least half of the maximum darkness, and of those at their edge.
    int core = 0;
    int edge = 0;
    bool isInk = false;
};

/// Returns the tone of the paper in a reduced image, with thin marks removed.
cv::Mat paperOf(const cv::Mat &page, double letterHeight) {
    const double scale = std::min(1.0, 6 / letterHeight);
    const cv::Size size(std::max(1, int(page.cols * scale)), std::max(1, int(page.rows * scale)));
    cv::Mat paper;
    cv::resize(page, paper, size, 0, 0, cv::INTER_AREA);
    const int side = int(2 * thickest * letterHeight * scale) | 1;
    const cv::Mat kernel = cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(side, side));
    cv::morphologyEx(paper, paper, cv::MORPH_CLOSE, kernel, cv::Point(-1, -1), 1, cv::BORDER_REPLICATE);
    cv::blur(paper, paper, cv::Size(side / 2 | 1, side / 2 | 1), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::resize(paper, paper, page.size(), 0, 0, cv::INTER_LINEAR);
    return paper;
}

void measure(const cv::Mat &darkness, const cv::Mat &labels, std::vector<Stroke> &strokes) {
    for (int y = 0; y < labels.rows; ++y) {
        const int *label = labels.ptr<int>(y);
        const uint8_t *tone = darkness.ptr<uint8_t>(y);
        for (int x = 0; x < labels.cols; ++x) {
            Stroke &stroke = strokes[size_t(label[x])];
            stroke.darkest = std::max(stroke.darkest, int(tone[x]));
        }
    }
    const cv::Rect inside(cv::Point(), labels.size());
    for (int y = 0; y < labels.rows; ++y) {
        const int *label = labels.ptr<int>(y);
        for (int x = 0; x < labels.cols; ++x) {
            if (label[x] == 0) continue;
            Stroke &stroke = strokes[size_t(label[x])];
            const int half = stroke.darkest / 2;
            const auto isCore = [&](int column, int row) {
                return inside.contains({column, row}) && labels.at<int>(row, column) == label[x] &&
                       darkness.at<uint8_t>(row, column) >= half;
            };
            if (!isCore(x, y)) continue;
            ++stroke.core;
            stroke.edge += !(isCore(x - 1, y) && isCore(x + 1, y) && isCore(x, y - 1) && isCore(x, y + 1));
        }
    }
}

bool isSmall(const Stroke &stroke, double letterHeight) {
    return std::max(stroke.box.width, stroke.box.height) < small * letterHeight;
}

/// Returns the width of the transition from paper to ink, in pixels.
double edgeWidth(const Stroke &stroke) { return (stroke.area - stroke.core) / double(std::max(1, stroke.edge)); }

double thickness(const Stroke &stroke) { return 2.0 * stroke.core / std::max(1, stroke.edge); }

/// Returns the maximum edge width of ink on the page.
double broadestEdge(const std::vector<Stroke> &strokes, double letterHeight) {
    std::vector<double> widths;
    for (const Stroke &stroke : strokes) {
        const double height = stroke.box.height / letterHeight;
        if (height >= small && height <= 3) widths.push_back(edgeWidth(stroke));
    }
    if (widths.empty()) return sharpPixels;
    return std::max(sharpPixels, std::min(softness * middle(widths), softest * letterHeight));
}

/// Removes marks that are denser than text, and small marks without a letter nearby.
void judgeNeighbours(std::vector<Stroke> &strokes, cv::Size size, double letterHeight) {
    const int side = std::max(2, int(std::lround(neighbourhood * letterHeight)));
    const cv::Size cells(size.width / side + 3, size.height / side + 3);
    const auto cellOf = [&](const Stroke &stroke) {
        return cv::Point(stroke.box.x + stroke.box.width / 2, stroke.box.y + stroke.box.height / 2) / side +
               cv::Point(1, 1);
    };
    cv::Mat count = cv::Mat::zeros(cells, CV_32F), letters = cv::Mat::zeros(cells, CV_8U);
    for (const Stroke &stroke : strokes) {
        if (stroke.area == 0) continue;
        count.at<float>(cellOf(stroke)) += 1;
    }
    cv::blur(count, count, cv::Size(3, 3), cv::Point(-1, -1), cv::BORDER_CONSTANT);
    const cv::Mat dense = count > mostMarks * neighbourhood * neighbourhood;
    for (Stroke &stroke : strokes) {
        stroke.isInk = stroke.isInk && !dense.at<uint8_t>(cellOf(stroke));
        if (!stroke.isInk || isSmall(stroke, letterHeight)) continue;
        const cv::Point first = stroke.box.tl() / side, last = (stroke.box.br() - cv::Point(1, 1)) / side;
        letters(cv::Rect(first, last + cv::Point(3, 3)) & cv::Rect(cv::Point(), cells)).setTo(255);
    }
    for (Stroke &stroke : strokes) {
        if (isSmall(stroke, letterHeight)) stroke.isInk = stroke.isInk && letters.at<uint8_t>(cellOf(stroke));
    }
}

}  // namespace

int inkViewFactor(cv::Size page, double letterHeight) {
    const double wanted = std::ceil(std::sqrt(double(page.area()) / judgedPixels));
    return std::max(1, int(std::min(wanted, letterHeight / judgedHeight)));
}

cv::Mat inkLimit(const cv::Mat &view, double height) {
    const cv::Mat paper = paperOf(view, height);
    cv::Mat darkness, labels, boxes, centres;
    cv::divide(view, paper, darkness, 255);
    cv::subtract(255, darkness, darkness);
    const int least = int(leastInk * 255);
    const int count = cv::connectedComponentsWithStats(darkness >= least, labels, boxes, centres, 8, CV_32S);
    std::vector<Stroke> strokes{size_t(count)};
    for (int label = 1; label < count; ++label) {
        const int *box = boxes.ptr<int>(label);
        strokes[size_t(label)].box = {box[cv::CC_STAT_LEFT], box[cv::CC_STAT_TOP], box[cv::CC_STAT_WIDTH],
                                      box[cv::CC_STAT_HEIGHT]};
        strokes[size_t(label)].area = box[cv::CC_STAT_AREA];
    }
    measure(darkness, labels, strokes);
    const double broadest = broadestEdge(strokes, height);
    for (size_t label = 1; label < strokes.size(); ++label) {
        Stroke &stroke = strokes[label];
        stroke.isInk = stroke.darkest >= 2 * least && edgeWidth(stroke) <= broadest &&
                       thickness(stroke) <= thickest * height;
    }
    judgeNeighbours(strokes, labels.size(), height);

    cv::Mat limits = cv::Mat::zeros(labels.size(), CV_8U);
    for (int y = 0; y < labels.rows; ++y) {
        const int *label = labels.ptr<int>(y);
        const uint8_t *white = paper.ptr<uint8_t>(y);
        uint8_t *limit = limits.ptr<uint8_t>(y);
        for (int x = 0; x < labels.cols; ++x) {
            const Stroke &stroke = strokes[size_t(label[x])];
            if (stroke.isInk) limit[x] = uint8_t(white[x] * (255 - inkEdge * stroke.darkest) / 255);
        }
    }
    return limits;
}

}  // namespace vision
