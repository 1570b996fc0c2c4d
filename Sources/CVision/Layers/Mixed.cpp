// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ink of a page for mixed raster content (ITU-T T.44). It is decided mark by mark: a mark is ink if its edge is
// sharp and its strokes are thin; shades, photographs and broad areas are none, nor is anything that is doubtful.
#include "Mixed.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The size of the view in which marks are judged, and the size that letters still have in it, in pixels.
constexpr double judgedPixels = 4'000'000;
constexpr double judgedHeight = 9;
/// Ink is darker than its paper by this share; less is noise, pencil, or what shines through.
constexpr double leastInk = 0.15;
/// The largest thickness of a stroke in letter heights, headlines included.
constexpr double thickest = 1.2;
/// A soft edge is so many times broader than most letters' edges, as a photograph may not be sharp; but at most this
/// share of the letter height, and edges up to this many pixels are always fine.
constexpr double softness = 2;
constexpr double softest = 0.25;
constexpr double sharpPixels = 2.5;
/// The edge of ink is where its darkness is this share of the darkest: hairlines of letters never get as dark as stems.
constexpr double inkEdge = 0.4;
/// Marks are small below this share of the letter height: dots and commas, but also specks and the dots of a halftone.
constexpr double small = 0.5;
/// A dot or comma has a letter within this many letter heights.
constexpr double neighbourhood = 1.2;
/// Text has fewer marks on a square of the letter height; halftones have more.
constexpr double mostMarks = 2.5;

struct Stroke {
    cv::Rect box;
    int area = 0;
    /// The darkest tone, as a share of the paper, 0 to 255.
    int darkest = 0;
    /// Pixels of at least half of that, and those of them at their edge.
    int core = 0;
    int edge = 0;
    bool isInk = false;
};

/// The paper's tone in a small view, with every mark thinner than `reach` pixels bridged over.
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

/// How broad the way from paper to ink is, in pixels.
double edgeWidth(const Stroke &stroke) { return (stroke.area - stroke.core) / double(std::max(1, stroke.edge)); }

double thickness(const Stroke &stroke) { return 2.0 * stroke.core / std::max(1, stroke.edge); }

/// The broadest edge that ink of this page has.
double broadestEdge(const std::vector<Stroke> &strokes, double letterHeight) {
    std::vector<double> widths;
    for (const Stroke &stroke : strokes) {
        const double height = stroke.box.height / letterHeight;
        if (height >= small && height <= 3) widths.push_back(edgeWidth(stroke));
    }
    if (widths.empty()) return sharpPixels;
    return std::max(sharpPixels, std::min(softness * middle(widths), softest * letterHeight));
}

/// Takes away what lies as dense as no text does, and what is small and has no letter near.
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
