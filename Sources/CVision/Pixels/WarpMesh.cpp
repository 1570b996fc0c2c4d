// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resampling with a mesh between two homographies. The target is divided into tiles, each of which uses only the part of the source that it needs.
#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "Mesh.h"
#include "Resample.h"

namespace {

/// The side of a tile, which is smaller than for a homography because two coordinates are stored per pixel.
constexpr int tileSide = 512;
constexpr int smallestTile = 16;
constexpr int nodeStep = 8;

/// The map from the target to the source.
class Path {
public:
    Path(const cv::Matx33d &targetToPage, const VisionMesh &mesh, const cv::Matx33d &pageToSource)
        : targetToPage_(targetToPage), mesh_(mesh), pageToSource_(pageToSource) {}

    cv::Point2d source(cv::Point2d target) const {
        const cv::Point2d page = vision::before(mesh_, mapped(targetToPage_, target));
        return mapped(pageToSource_, page);
    }

    /// Returns the map for a source whose sides are multiplied by these factors.
    Path scaled(double across, double down) const {
        return {targetToPage_, mesh_, cv::Matx33d(across, 0, 0, 0, down, 0, 0, 0, 1) * pageToSource_};
    }

private:
    /// Maps a point. Points on or beyond the horizon are mapped to a position outside any image.
    static cv::Point2d mapped(const cv::Matx33d &matrix, cv::Point2d point) {
        constexpr double nearest = 1e-9, farAway = 1e9;
        const cv::Vec3d result = matrix * cv::Vec3d(point.x, point.y, 1);
        if (!(result[2] > nearest * std::max(std::abs(result[0]), std::abs(result[1])))) return {farAway, farAway};
        return {result[0] / result[2], result[1] / result[2]};
    }

    cv::Matx33d targetToPage_;
    const VisionMesh &mesh_;
    cv::Matx33d pageToSource_;
};

/// Returns the homography with the sign for which these points are in front of the horizon. Throws if they are on both sides.
cv::Matx33d oriented(const cv::Matx33d &matrix, const std::vector<cv::Point2d> &points) {
    size_t positive = 0, negative = 0;
    for (const auto &point : points) {
        const double depth = (matrix * cv::Vec3d(point.x, point.y, 1))[2];
        positive += depth > 0;
        negative += depth < 0;
    }
    if (positive != points.size() && negative != points.size()) {
        throw std::invalid_argument("the homography sends part of the page to infinity");
    }
    return negative > 0 ? matrix * -1 : matrix;
}

std::vector<cv::Point2d> nodes(const VisionMesh &mesh) {
    std::vector<cv::Point2d> result;
    for (int row = 0; row < mesh.rows; ++row) {
        for (int column = 0; column < mesh.columns; ++column) result.push_back(vision::node(mesh, column, row));
    }
    return result;
}

/// Returns the number of source pixels per target pixel along a side, averaged around the center of the target.
double reduction(const Path &path, cv::Size target) {
    const cv::Point2d middle(target.width / 2.0, target.height / 2.0);
    const cv::Point2d step(std::max(1.0, target.width / 8.0), std::max(1.0, target.height / 8.0));
    const auto difference = [&](cv::Point2d half) { return path.source(middle + half) - path.source(middle - half); };
    const double pixels = std::abs(difference({step.x, 0}).cross(difference({0, step.y})));
    return std::sqrt(pixels / (4 * step.x * step.y));
}

/// Returns the source position of each pixel of a tile. Positions are exact every few pixels and interpolated in between, because the map is smooth.
cv::Mat_<cv::Vec2f> sourcePlaces(const Path &path, const cv::Rect &tile, cv::Size source) {
    cv::Mat_<cv::Vec2d> nodes((tile.height - 1) / nodeStep + 2, (tile.width - 1) / nodeStep + 2);
    for (int row = 0; row < nodes.rows; ++row) {
        for (int column = 0; column < nodes.cols; ++column) {
            // In OpenCV, the origin is the center of the first pixel. For the caller, it is the pixel's corner.
            const cv::Point2d place =
                path.source({tile.x + column * nodeStep + 0.5, tile.y + row * nodeStep + 0.5}) - cv::Point2d(0.5, 0.5);
            nodes(row, column) = {place.x, place.y};
        }
    }
    // Positions outside the image need no pixels.
    const double least = -vision::cubicReach, right = source.width + vision::cubicReach,
                 bottom = source.height + vision::cubicReach;
    cv::Mat_<cv::Vec2f> places(tile.size());
    for (int y = 0; y < tile.height; ++y) {
        const double down = double(y % nodeStep) / nodeStep;
        const cv::Vec2d *above = nodes[y / nodeStep], *below = nodes[y / nodeStep + 1];
        cv::Vec2f *row = places[y];
        for (int first = 0; first < tile.width; first += nodeStep) {
            const int node = first / nodeStep;
            cv::Vec2d place = above[node] * (1 - down) + below[node] * down;
            const cv::Vec2d step =
                (above[node + 1] * (1 - down) + below[node + 1] * down - place) * (1.0 / nodeStep);
            for (int x = first; x < std::min(first + nodeStep, tile.width); ++x, place += step) {
                row[x] = {float(std::clamp(place[0], least, right)), float(std::clamp(place[1], least, bottom))};
            }
        }
    }
    return places;
}

void warpTile(const cv::Mat &source, const Path &path, const cv::Rect &tile,
              cv::Mat &target, const vision::Surround &surround) {
    cv::Mat_<cv::Vec2f> places = sourcePlaces(path, tile, source.size());
    cv::Vec2f first = places(0, 0), last = first;
    for (const cv::Vec2f &place : places) {
        first = {std::min(first[0], place[0]), std::min(first[1], place[1])};
        last = {std::max(last[0], place[0]), std::max(last[1], place[1])};
    }
    const cv::Rect2d bounds(first[0], first[1], last[0] - first[0], last[1] - first[1]);
    const cv::Rect crop = surround.neededPart(bounds, source.size());
    if (crop.empty()) {
        target.setTo(surround.colour);
        return;
    }
    const bool isTooFar = std::max(crop.width, crop.height) >= vision::longestSourceSide;
    if (isTooFar && std::max(tile.width, tile.height) > smallestTile) {
        for (const cv::Rect &quarter : vision::quarters(tile)) {
            if (quarter.empty()) continue;
            cv::Mat pixels = target(quarter - tile.tl());
            warpTile(source, path, quarter, pixels, surround);
        }
        return;
    }
    places -= cv::Scalar(crop.x, crop.y);
    cv::remap(source(crop), target, places, cv::Mat(), surround.interpolation, surround.kind, surround.colour);
}

}  // namespace

int vision_warp_mesh(VisionImage source, const double sourceToPage[9], VisionMesh mesh, const double pageToTarget[9],
                     VisionImage target, VisionPart part, const uint8_t fill[3], VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat from = vision::view(source);
        cv::Mat to = vision::view(target);
        const cv::Size whole(part.wholeWidth, part.wholeHeight);
        if (from.channels() != to.channels()) throw std::invalid_argument("source and target differ in channels");
        vision::requireMesh(mesh);
        const cv::Matx33d targetToPage = vision::inverted(vision::homography(pageToTarget));
        const cv::Matx33d pageToSource = vision::inverted(vision::homography(sourceToPage));
        const double width = whole.width, height = whole.height;
        const Path path(oriented(targetToPage, {{0, 0}, {width, 0}, {width, height}, {0, height}}), mesh,
                        oriented(pageToSource, nodes(mesh)));
        const cv::Size size = from.size();
        from = vision::reduced(from, reduction(path, whole));
        const Path shortened = path.scaled(double(from.cols) / size.width, double(from.rows) / size.height);
        const vision::Surround surround(fill);
        vision::fillTiles(to, part, tileSide, [&](const cv::Rect &tile, cv::Mat &pixels) {
            warpTile(from, shortened, tile, pixels, surround);
        });
    });
}
