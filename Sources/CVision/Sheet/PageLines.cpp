// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines are found with a Hough transform in which each pixel votes only for directions near its own gradient (O'Gorman and Clowes, "Finding picture
// edges through collinearity of feature points", 1976). Directions cover the full circle, because the sheet is on one side of the line.
#include "PageLines.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace vision {

namespace {

constexpr double searchSide = 640;
/// The size of the closing filter that removes letters and the gaps between them, about a fiftieth of the image.
constexpr int closingSide = 13;
/// The weight of color in paperness, below that of lightness, as light can be colored. 0.5 or 1 loses one sheet in 20 (check/sensitivity.py).
constexpr double colourWeight = 0.7;  // Chosen: 0.5 to 1 (sheets).

constexpr int angles = 360;
constexpr int voteReach = 5;
/// The depth at which the sheet is checked for blank paper, in search pixels.
constexpr float marginDepth = 9;
/// The weight of edges with darker paper, which are less frequent than edges with lighter paper.
constexpr float reversedWeight = 0.5F;  // Chosen: 0.3 to 0.8 (sheets).
constexpr int linesInSector = 14;
constexpr int sectors = 8;

float medianOf(const cv::Mat &values) {
    std::vector<float> sample;
    for (int y = 0; y < values.rows; y += 3) {
        const float *row = values.ptr<float>(y);
        for (int x = 0; x < values.cols; x += 3) sample.push_back(row[x]);
    }
    return middle(sample);
}

cv::Mat papernessOf(const cv::Mat &lab) {
    cv::Mat paper(lab.size(), CV_32F);
    for (int y = 0; y < lab.rows; ++y) {
        const auto *from = lab.ptr<cv::Vec3b>(y);
        float *to = paper.ptr<float>(y);
        for (int x = 0; x < lab.cols; ++x) {
            const double chroma = std::hypot(from[x][1] - 128.0, from[x][2] - 128.0);
            to[x] = float(from[x][0] - colourWeight * chroma);
        }
    }
    return paper;
}

/// Returns the strength of structures finer than a few pixels, as a base-2 logarithm.
cv::Mat grainOf(const cv::Mat &paper) {
    constexpr double noise = 0.25;
    cv::Mat fine, coarse, grain;
    cv::GaussianBlur(paper, fine, cv::Size(), 0.8, 0.8, cv::BORDER_REPLICATE);
    cv::GaussianBlur(paper, coarse, cv::Size(), 3.5, 3.5, cv::BORDER_REPLICATE);
    cv::absdiff(fine, coarse, fine);
    cv::blur(fine, grain, cv::Size(5, 5), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    cv::log(grain + noise, grain);
    return grain / std::log(2.0);
}

class Votes {
public:
    explicit Votes(cv::Size size)
        : centre(size.width / 2.0F, size.height / 2.0F),
          reach(int(std::hypot(centre.x, centre.y)) + 2),
          counts(cv::Mat::zeros(angles, 2 * reach + 2, CV_32F)) {
        for (int angle = 0; angle < angles; ++angle) {
            normals[size_t(angle)] = {float(std::cos(angle * degree)), float(std::sin(angle * degree))};
        }
    }

    void add(cv::Point2f point, float direction, float weight) {
        const cv::Point2f place = point - centre;
        const int nearest = int(std::lround(direction / float(degree)));
        for (int offset = -voteReach; offset <= voteReach; ++offset) {
            const int angle = (nearest + offset + 2 * angles) % angles;
            const float distance = place.dot(normals[size_t(angle)]) + float(reach);
            const int bin = int(distance);
            const float part = distance - float(bin);
            float *row = counts.ptr<float>(angle);
            row[bin] += (1 - part) * weight;
            row[bin + 1] += part * weight;
        }
    }

    /// Returns the strongest lines of each sector of directions, so that a striped desk doesn't displace the sheet.
    std::vector<BoundaryLine> strongest() {
        cv::Mat padded, smooth;
        cv::copyMakeBorder(counts, padded, 2, 2, 0, 0, cv::BORDER_WRAP);
        cv::GaussianBlur(padded, smooth, cv::Size(3, 3), 0.8);
        smooth = smooth.rowRange(2, 2 + angles).clone();
        std::vector<BoundaryLine> lines;
        for (int sector = 0; sector < sectors; ++sector) {
            const int first = sector * angles / sectors, last = (sector + 1) * angles / sectors;
            for (int line = 0; line < linesInSector; ++line) {
                double value;
                cv::Point place;
                cv::minMaxLoc(smooth.rowRange(first, last), nullptr, &value, nullptr, &place);
                if (value < 0.06 * reach) break;
                const int angle = place.y + first;
                lines.push_back(refined(smooth, angle, place.x));
                clear(smooth, angle, place.x);
            }
        }
        return lines;
    }

private:
    cv::Point2f centre;
    int reach;
    cv::Mat counts;
    cv::Point2f normals[angles];

    BoundaryLine refined(const cv::Mat &votes, int angle, int bin) const {
        double weights = 0, angleSum = 0, binSum = 0;
        for (int da = -1; da <= 1; ++da) {
            for (int db = -1; db <= 1; ++db) {
                const int column = std::clamp(bin + db, 0, votes.cols - 1);
                const double weight = votes.at<float>((angle + da + angles) % angles, column);
                weights += weight;
                angleSum += weight * da;
                binSum += weight * db;
            }
        }
        const double direction = (angle + angleSum / weights) * degree;
        BoundaryLine line;
        line.normal = {std::cos(direction), std::sin(direction)};
        line.distance = bin + binSum / weights - reach;
        line.distance += line.normal.dot(cv::Point2d(centre));
        return line;
    }

    static void clear(cv::Mat &votes, int angle, int bin) {
        constexpr int angleReach = 4, binReach = 4;
        for (int offset = -angleReach; offset <= angleReach; ++offset) {
            const int first = std::max(0, bin - binReach), last = std::min(votes.cols, bin + binReach + 1);
            votes.row((angle + offset + angles) % angles).colRange(first, last).setTo(0);
        }
    }
};

/// Returns the strength of the edge along a line at a point, regardless of its sign, from 0 to 1.
float edgeAlong(const SearchImage &image, const BoundaryLine &line, cv::Point2d point) {
    float best = 0;
    for (int offset = -2; offset <= 2; ++offset) {
        const cv::Point2d place = point + offset * line.normal;
        const float gx = at<float>(image.gradientX, place), gy = at<float>(image.gradientY, place);
        const float along = std::abs(float(gx * line.normal.x + gy * line.normal.y));
        best = std::max(best, along - 0.5F * std::abs(float(-gx * line.normal.y + gy * line.normal.x)));
    }
    return std::min(1.0F, best / image.strongGradient);
}

void sampleEdge(const SearchImage &image, BoundaryLine &line) {
    const double reach = std::hypot(image.size.width, image.size.height);
    const double middle = line.position({image.size.width / 2.0, image.size.height / 2.0});
    for (double place = middle - reach / 2; place < middle + reach / 2; place += BoundaryLine::edgeStep) {
        const cv::Point2d point = line.at(place);
        const bool isInside = image.contains(point, 2);
        if (line.edge.empty()) {
            if (!isInside) continue;
            line.firstEdge = place;
        }
        line.edge.push_back(isInside ? edgeAlong(image, line, point) : 0);
    }
}

std::vector<BoundaryLine> boundaryLines(const SearchImage &image) {
    Votes votes(image.size);
    const float strong = image.strongGradient;
    for (int y = 1; y + 1 < image.size.height; ++y) {
        const float *gx = image.gradientX.ptr<float>(y), *gy = image.gradientY.ptr<float>(y);
        for (int x = 1; x + 1 < image.size.width; ++x) {
            const float magnitude = std::hypot(gx[x], gy[x]);
            if (magnitude < 0.2F * strong) continue;
            const cv::Point2f normal(gx[x] / magnitude, gy[x] / magnitude), point(float(x) + 0.5F, float(y) + 0.5F);
            const float weight = std::min(1.0F, magnitude / strong);
            const float direction = std::atan2(normal.y, normal.x);
            const auto blankness = [&](cv::Point2f inside) {
                const int column = int(inside.x), row = int(inside.y);
                if (column < 0 || row < 0 || column >= image.size.width || row >= image.size.height) return 0.0F;
                const float ratio = image.roughness.at<float>(row, column) / strong;
                return 1 / (1 + 4 * ratio * ratio);
            };
            votes.add(point, direction, weight * blankness(point + marginDepth * normal));
            votes.add(point, direction + float(CV_PI),
                      reversedWeight * weight * blankness(point - marginDepth * normal));
        }
    }
    std::vector<BoundaryLine> lines = votes.strongest();
    for (auto &line : lines) sampleEdge(image, line);
    return lines;
}

}  // namespace

SearchImage searchImage(const cv::Mat &photograph) {
    SearchImage image;
    const int factor = std::max(1, int(std::lround(std::max(photograph.cols, photograph.rows) / searchSide)));
    const cv::Size size(std::max(1, photograph.cols / factor), std::max(1, photograph.rows / factor));
    const cv::Rect whole(0, 0, std::min(photograph.cols, size.width * factor),
                         std::min(photograph.rows, size.height * factor));
    cv::Mat reduced;
    cv::resize(photograph(whole), reduced, size, 0, 0, cv::INTER_AREA);
    if (reduced.channels() == 1) cv::cvtColor(reduced, reduced, cv::COLOR_GRAY2RGB);
    image.factor = factor;
    image.size = size;
    cv::cvtColor(reduced, image.lab, cv::COLOR_RGB2Lab);

    const cv::Mat paper = papernessOf(image.lab);
    image.grain = grainOf(paper);
    cv::Mat closed;
    const cv::Mat square = cv::getStructuringElement(cv::MORPH_RECT, cv::Size(closingSide, closingSide));
    cv::morphologyEx(paper, closed, cv::MORPH_CLOSE, square);
    cv::GaussianBlur(closed, image.paperness, cv::Size(), 1.2, 1.2, cv::BORDER_REPLICATE);
    cv::Sobel(image.paperness, image.gradientX, CV_32F, 1, 0, 3, 1 / 8.0, 0, cv::BORDER_REPLICATE);
    cv::Sobel(image.paperness, image.gradientY, CV_32F, 0, 1, 3, 1 / 8.0, 0, cv::BORDER_REPLICATE);
    cv::Mat magnitude;
    cv::magnitude(image.gradientX, image.gradientY, magnitude);
    // A sheet on an equally white desk has a very weak edge.
    image.strongGradient = std::clamp(4 * medianOf(magnitude), 0.6F, 6.0F);
    cv::min(magnitude, 2 * image.strongGradient, magnitude);
    cv::blur(magnitude, image.roughness, cv::Size(9, 9), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    image.lines = boundaryLines(image);
    return image;
}

}  // namespace vision
