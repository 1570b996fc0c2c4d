// SPDX-License-Identifier: GPL-3.0-or-later
#include "Marks.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The longer side of the image for estimating the paper, which changes slowly.
constexpr int paperSide = 256;

bool mayBeLetter(const Mark &mark, cv::Size page) {
    return mark.box.height >= 4 && mark.box.width >= 2 && mark.box.height < page.height / 8 &&
           mark.box.width < page.width / 4;
}

}  // namespace

cv::Mat paperUnder(const cv::Mat &image, int reach) {
    const double scale = std::min(1.0, double(paperSide) / std::max(image.cols, image.rows));
    // The image may have only one column.
    const cv::Size size(std::max(1, int(std::lround(image.cols * scale))),
                        std::max(1, int(std::lround(image.rows * scale))));
    cv::Mat small;
    cv::resize(image, small, size, 0, 0, cv::INTER_AREA);
    const int side = std::max(3, int(std::lround(reach * scale))) | 1;
    const cv::Mat kernel = cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(side, side));
    cv::morphologyEx(small, small, cv::MORPH_CLOSE, kernel, cv::Point(-1, -1), 1, cv::BORDER_REPLICATE);
    // A closing leaves flat terraces, which blurring smooths.
    cv::GaussianBlur(small, small, cv::Size(), side / 2.0, side / 2.0, cv::BORDER_REPLICATE);
    cv::Mat paper;
    cv::resize(small, paper, image.size(), 0, 0, cv::INTER_LINEAR);
    return paper;
}

std::vector<Mark> marksOf(const cv::Mat &darker, int threshold, cv::Mat &labels) {
    cv::Mat boxes, centres;
    const int count = cv::connectedComponentsWithStats(darker >= threshold, labels, boxes, centres, 8, CV_32S);
    std::vector<Mark> marks;
    marks.reserve(size_t(count));
    for (int label = 1; label < count; ++label) {
        const int *box = boxes.ptr<int>(label);
        marks.push_back({{box[cv::CC_STAT_LEFT], box[cv::CC_STAT_TOP], box[cv::CC_STAT_WIDTH], box[cv::CC_STAT_HEIGHT]},
                         box[cv::CC_STAT_AREA],
                         0});
    }
    for (int y = 0; y < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y);
        const uint8_t *tone = darker.ptr<uint8_t>(y);
        for (int x = 0; x < labels.cols; ++x) {
            if (row[x] == 0) continue;
            Mark &mark = marks[size_t(row[x] - 1)];
            mark.darkness = std::max(mark.darkness, int(tone[x]));
        }
    }
    return marks;
}

double letterHeightOf(const std::vector<Mark> &marks, cv::Size page) {
    std::vector<int> heights;
    for (const Mark &mark : marks) {
        if (mayBeLetter(mark, page)) heights.push_back(mark.box.height);
    }
    return heights.empty() ? 0 : middle(heights);
}

int inkDarkness(const std::vector<Mark> &marks, double letterHeight) {
    std::vector<int> tones;
    for (const Mark &mark : marks) {
        const double height = mark.box.height / letterHeight;
        if (height >= 0.6 && height <= 2) tones.push_back(mark.darkness);
    }
    // A rank above the median, because half of all marks may shine through from the other side.
    return tones.empty() ? 0 : ranked(tones, tones.size() * 3 / 4);
}

}  // namespace vision
