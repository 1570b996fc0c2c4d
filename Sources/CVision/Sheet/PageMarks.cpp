// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageMarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

/// Side of the squares, in millimetres, in each of which the paper has one tone.
constexpr double cellSide = 4;
/// Share of a square's pixels that are darker than its paper: writing covers less of it.
constexpr double paperShare = 0.7;
/// Marks this near to each other, in millimetres, are one group: the dots of a leader, the words of a line.
constexpr double groupGap = 3.4;
/// Tones by which neighbouring squares' paper differs at a picture's outline, and not within a shadow or a stain.
constexpr int paleStep = 9;
/// Outlines are not looked for this near to the image's edge, in millimetres, where shadows are steep.
constexpr double paleMargin = 14;
/// A side is looked at in this many parts, all but one of which a line must fill to run from edge to edge.
constexpr int lengthParts = 16;

/// The tone of the paper in squares of the page.
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

/// From the differences of neighbours, half of which are the grain's alone.
double grain(const cv::Mat &grey) {
    std::array<int, 256> histogram{};
    int total = 0;
    for (int y = 0; y < grey.rows; y += 3) {
        const uint8_t *tones = grey.ptr<uint8_t>(y);
        for (int x = 1; x < grey.cols; x += 2, ++total) ++histogram[size_t(std::abs(tones[x] - tones[x - 1]))];
    }
    int step = 0;
    for (int seen = histogram[0]; seen < total / 2;) seen += histogram[size_t(++step)];
    // The median of a difference of two normal values is 0.954 of their deviation.
    return (step + 0.5) / 0.954;
}

/// How much darker each pixel is than the paper around it, on a scale on which the paper is 255.
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

/// The darkness that a column has nearly all the way down: a shadow along the side, a fold, a scratch on the glass.
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

/// Takes away what runs from edge to edge along the image's sides: no writing does.
void removeEdgeToEdge(cv::Mat &contrast) {
    if (contrast.rows < lengthParts || contrast.cols < lengthParts) return;
    const auto down = darknessAllTheWay(contrast), across = darknessAllTheWay(contrast.t());
    for (int y = 0; y < contrast.rows; ++y) {
        uint8_t *row = contrast.ptr<uint8_t>(y);
        for (int x = 0; x < contrast.cols; ++x) {
            // A fold's darkness wavers by a quarter along its way.
            const int all = std::max(down[size_t(x)], across[size_t(y)]);
            row[x] = uint8_t(std::max(0, row[x] - all * 5 / 4));
        }
    }
}

/// Places where the paper's tone or colour steps.
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
    // JPEG surrounds a dark speck with a faint halo many times its size: that is not part of it.
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

/// A shadow along the image's side: long, shallow, and not as dark as a printed frame.
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

/// Groups marks by drawing them, widened by half the gap, on a map of a pixel to a millimetre.
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
    // Above the grain of a million pixels.
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
