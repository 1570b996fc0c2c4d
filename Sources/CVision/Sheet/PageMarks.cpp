// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageMarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// The side of the cells in which the paper is assumed to have one tone, in millimeters.
constexpr double cellSide = 4;
/// The fraction of a cell's pixels that may be darker than its paper. Writing covers less.
constexpr double paperShare = 0.7;
/// The maximum gap between marks of one group, such as the dots of a leader or the words of a line, in millimeters.
constexpr double groupGap = 3.4;
/// The minimum difference between the paper of adjacent cells at the outline of a picture. Shadows and stains differ less.
constexpr int paleStep = 9;
/// The margin without pale outlines in millimeters, because shadows near the image's edge are steep.
constexpr double paleMargin = 14;
/// The number of parts of a side. A line from edge to edge must fill all but one of them.
constexpr int lengthParts = 16;

/// Returns the tone of the paper in each cell of the page.
cv::Mat paperOf(const cv::Mat &grey, int side) {
    cv::Mat paper((grey.rows + side - 1) / side, (grey.cols + side - 1) / side, CV_8U);
    std::array<int, 256> histogram;
    for (int row = 0; row < paper.rows; ++row) {
        for (int column = 0; column < paper.cols; ++column) {
            const cv::Rect cell = cv::Rect(column * side, row * side, side, side) & cv::Rect({0, 0}, grey.size());
            histogram.fill(0);
            for (int y = cell.y; y < cell.br().y; ++y) {
                const uint8_t *tones = grey.ptr<uint8_t>(y);
                for (int x = cell.x; x < cell.br().x; ++x) ++histogram[tones[x]];
            }
            int tone = 0;
            for (int seen = histogram[0]; seen < paperShare * cell.area();) seen += histogram[size_t(++tone)];
            paper.at<uint8_t>(row, column) = uint8_t(tone);
        }
    }
    return paper;
}

/// Returns the standard deviation of the paper's grain, from the median difference between adjacent pixels.
double grain(const cv::Mat &grey) {
    std::array<int, 256> histogram{};
    int total = 0;
    for (int y = 0; y < grey.rows; y += 3) {
        const uint8_t *tones = grey.ptr<uint8_t>(y);
        for (int x = 1; x < grey.cols; x += 2, ++total) ++histogram[size_t(std::abs(tones[x] - tones[x - 1]))];
    }
    int step = 0;
    for (int seen = histogram[0]; seen < total / 2;) seen += histogram[size_t(++step)];
    // The median difference of two normally distributed values is 0.954 standard deviations.
    return (step + 0.5) / 0.954;
}

/// Returns the darkness of each pixel relative to the surrounding paper, on a scale on which the paper is 255.
cv::Mat contrastOf(const cv::Mat &grey, const cv::Mat &paper, int side) {
    cv::Mat smooth, result;
    cv::medianBlur(paper, smooth, std::min(paper.cols, paper.rows) >= 3 ? 3 : 1);
    cv::Mat whole;
    cv::resize(smooth, whole, cv::Size(paper.cols * side, paper.rows * side), 0, 0, cv::INTER_LINEAR);
    whole = whole(cv::Rect({0, 0}, grey.size()));
    result.create(grey.size(), CV_8U);
    std::array<float, 256> scale;
    for (int tone = 0; tone < 256; ++tone) scale[size_t(tone)] = 255.0f / float(std::max(tone, 40));
    for (int y = 0; y < grey.rows; ++y) {
        const uint8_t *tones = grey.ptr<uint8_t>(y), *papers = whole.ptr<uint8_t>(y);
        uint8_t *target = result.ptr<uint8_t>(y);
        for (int x = 0; x < grey.cols; ++x) {
            const int darker = papers[x] - tones[x];
            target[x] = darker > 0 ? uint8_t(std::min(255.0f, float(darker) * scale[papers[x]])) : uint8_t(0);
        }
    }
    return result;
}

/// Returns the darkness that each column has along almost its whole length, as a shadow, fold, or scratch on the glass.
std::vector<uint8_t> darknessAllTheWay(const cv::Mat &contrast) {
    cv::Mat parts;
    cv::resize(contrast, parts, cv::Size(contrast.cols, lengthParts), 0, 0, cv::INTER_AREA);
    std::vector<uint8_t> result;
    for (int x = 0; x < parts.cols; ++x) {
        std::array<uint8_t, lengthParts> tones;
        for (int part = 0; part < lengthParts; ++part) tones[size_t(part)] = parts.at<uint8_t>(part, x);
        result.push_back(ranked(tones, 1));
    }
    return result;
}

/// Removes lines that extend from edge to edge, because writing doesn't.
void removeEdgeToEdge(cv::Mat &contrast) {
    if (contrast.rows < lengthParts || contrast.cols < lengthParts) return;
    const auto down = darknessAllTheWay(contrast), across = darknessAllTheWay(contrast.t());
    for (int y = 0; y < contrast.rows; ++y) {
        uint8_t *row = contrast.ptr<uint8_t>(y);
        for (int x = 0; x < contrast.cols; ++x) {
            // The darkness of a fold varies by a quarter along its length.
            const int all = std::max(down[size_t(x)], across[size_t(y)]);
            row[x] = uint8_t(std::max(0, row[x] - all * 5 / 4));
        }
    }
}

/// Counts the cells at which the tone or color of the paper changes abruptly.
int countPaleEdges(const cv::Mat &image, const cv::Mat &paper, int side, double millimetre) {
    std::vector<cv::Mat> planes{paper};
    if (image.channels() == 3) {
        cv::Mat means;
        cv::resize(image, means, paper.size(), 0, 0, cv::INTER_AREA);
        std::vector<cv::Mat> channels;
        cv::split(means, channels);
        for (const auto &[one, other] : {std::pair{0, 1}, std::pair{1, 2}}) {
            cv::Mat difference;
            cv::addWeighted(channels[size_t(one)], 1, channels[size_t(other)], -1, 128, difference);
            planes.push_back(difference);
        }
    }
    const int margin = int(std::ceil(paleMargin * millimetre / side));
    int result = 0;
    for (int y = margin; y + margin < paper.rows - 2; ++y) {
        for (int x = margin; x + margin < paper.cols - 2; ++x) {
            result += std::any_of(planes.begin(), planes.end(), [&](const cv::Mat &plane) {
                const int here = plane.at<uint8_t>(y, x);
                return std::abs(here - plane.at<uint8_t>(y, x + 2)) > paleStep ||
                       std::abs(here - plane.at<uint8_t>(y + 2, x)) > paleStep;
            });
        }
    }
    return result;
}

struct Mark {
    cv::Rect box;
    int area = 0;
    int contrast = 0;
};

template <typename Body>
void forMarkedPixels(const cv::Mat &labels, const cv::Mat &contrast, Body body) {
    for (int y = 0; y < labels.rows; ++y) {
        const int *row = labels.ptr<int>(y);
        const uint8_t *tones = contrast.ptr<uint8_t>(y);
        for (int x = 0; x < labels.cols; ++x) {
            if (row[x]) body(x, y, size_t(row[x]), int(tones[x]));
        }
    }
}

std::vector<Mark> marksOf(const cv::Mat &contrast, int limit) {
    cv::Mat labels;
    const int count = cv::connectedComponents(contrast >= limit, labels, 8, CV_32S);
    std::vector<Mark> marks(static_cast<size_t>(count));
    forMarkedPixels(labels, contrast, [&](int, int, size_t label, int tone) {
        marks[label].contrast = std::max(marks[label].contrast, tone);
    });
    // JPEG compression surrounds a dark speck with a faint halo many times its size, which isn't part of the mark.
    constexpr int haloShare = 4;
    forMarkedPixels(labels, contrast, [&](int x, int y, size_t label, int tone) {
        Mark &mark = marks[label];
        if (tone < mark.contrast / haloShare) return;
        mark.box = mark.area ? mark.box | cv::Rect(x, y, 1, 1) : cv::Rect(x, y, 1, 1);
        ++mark.area;
    });
    marks.erase(marks.begin());
    return marks;
}

/// Returns whether a mark is a shadow along the edge of the image: long, shallow, and lighter than a printed frame.
bool isSideShadow(const Mark &mark, cv::Size size, double millimetre) {
    constexpr int darkest = 70;
    constexpr double leastShare = 0.15, deepest = 12;
    const cv::Rect &box = mark.box;
    const double depth = deepest * millimetre;
    const bool isBeside = box.br().x <= depth || box.x >= size.width - depth;
    const bool isAbove = box.br().y <= depth || box.y >= size.height - depth;
    return mark.contrast < darkest && ((isBeside && box.height >= leastShare * size.height) ||
                                       (isAbove && box.width >= leastShare * size.width));
}

/// Groups marks by drawing them, extended by half the gap, on a map with one pixel per millimeter.
std::vector<MarkGroup> grouped(const std::vector<Mark> &marks, cv::Size size, double millimetre) {
    const double scale = 1 / std::max(millimetre, 0.5), reach = groupGap / 2 * millimetre;
    cv::Mat map(int(size.height * scale) + 2, int(size.width * scale) + 2, CV_8U, cv::Scalar(0)), labels;
    for (const Mark &mark : marks) {
        const cv::Point from(int((mark.box.x - reach) * scale), int((mark.box.y - reach) * scale));
        const cv::Point to(int((mark.box.br().x + reach) * scale), int((mark.box.br().y + reach) * scale));
        cv::rectangle(map, from, to, cv::Scalar(255), cv::FILLED);
    }
    const int count = cv::connectedComponents(map, labels, 8, CV_32S);
    std::vector<MarkGroup> groups(static_cast<size_t>(count));
    for (const Mark &mark : marks) {
        MarkGroup &group = groups[size_t(labels.at<int>(int(mark.box.y * scale), int(mark.box.x * scale)))];
        group.box = group.marks ? group.box | mark.box : mark.box;
        ++group.marks;
        group.area += mark.area;
        group.longest = std::max(group.longest, double(std::max(mark.box.width, mark.box.height)));
        group.contrast += double(mark.area) * mark.contrast;
    }
    groups.erase(std::remove_if(groups.begin(), groups.end(), [](const MarkGroup &group) { return !group.marks; }),
                 groups.end());
    for (MarkGroup &group : groups) group.contrast /= std::max(1.0, group.area);
    return groups;
}

}  // namespace

PageMarks pageMarks(const cv::Mat &image, const cv::Mat &grey, double millimetre,
                    const std::vector<cv::Rect> &holes) {
    PageMarks result;
    result.size = grey.size();
    result.noise = grain(grey);
    const int side = std::max(3, int(std::lround(cellSide * millimetre)));
    const cv::Mat paper = paperOf(grey, side);
    result.paleEdges = countPaleEdges(image, paper, side, millimetre);
    cv::Mat contrast = contrastOf(grey, paper, side);
    removeEdgeToEdge(contrast);
    const int rim = std::max(1, int(millimetre));
    for (const cv::Rect &hole : holes) {
        const cv::Rect wide(hole.x - rim, hole.y - rim, hole.width + 2 * rim, hole.height + 2 * rim);
        contrast(wide & cv::Rect({0, 0}, contrast.size())).setTo(0);
    }
    // The limit is higher than the grain of a million pixels.
    const int limit = std::clamp(int(std::ceil(5 * result.noise)), 9, 60);
    std::vector<Mark> marks = marksOf(contrast, limit);
    const auto forget = [&](const auto &isUnwanted) {
        marks.erase(std::remove_if(marks.begin(), marks.end(), isUnwanted), marks.end());
    };
    forget([&](const Mark &mark) { return isSideShadow(mark, grey.size(), millimetre); });
    result.groups = grouped(marks, grey.size(), millimetre);
    forget([](const Mark &mark) { return mark.contrast < clearContrast; });
    result.clearGroups = grouped(marks, grey.size(), millimetre);
    return result;
}

}  // namespace vision
