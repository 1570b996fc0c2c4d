// SPDX-License-Identifier: GPL-3.0-or-later
#include "Mesh.h"

#include <algorithm>
#include <cmath>

namespace vision {

void requireGrid(const VisionMesh *mesh) {
    constexpr int mostNodes = 4096;
    require(mesh, "the mesh is missing");
    require(mesh->points, "the mesh has no points");
    if (mesh->columns < 2 || mesh->rows < 2 || mesh->columns > mostNodes || mesh->rows > mostNodes) {
        throw std::invalid_argument("a mesh has 2 to 4096 columns and rows");
    }
}

void requireMesh(const VisionMesh &mesh) {
    requireGrid(&mesh);
    const double *points = mesh.points, *end = points + 2 * size_t(mesh.columns) * size_t(mesh.rows);
    const bool isSized = std::isfinite(mesh.width) && std::isfinite(mesh.height) && mesh.width > 0 && mesh.height > 0;
    if (!isSized || !std::all_of(points, end, [](double value) { return std::isfinite(value); })) {
        throw std::invalid_argument("the mesh has no size or a value that is not a number");
    }
}

void makeFlat(cv::Size page, VisionMesh &mesh) {
    mesh.width = page.width;
    mesh.height = page.height;
    double *point = mesh.points;
    for (int row = 0; row < mesh.rows; ++row) {
        for (int column = 0; column < mesh.columns; ++column) {
            *point++ = mesh.width * column / (mesh.columns - 1);
            *point++ = mesh.height * row / (mesh.rows - 1);
        }
    }
}

cv::Point2d before(const VisionMesh &mesh, cv::Point2d corrected) {
    const cv::Point2d inside(std::clamp(corrected.x, 0.0, mesh.width), std::clamp(corrected.y, 0.0, mesh.height));
    const double x = inside.x / mesh.width * (mesh.columns - 1), y = inside.y / mesh.height * (mesh.rows - 1);
    const int column = std::min(int(x), mesh.columns - 2), row = std::min(int(y), mesh.rows - 2);
    const double right = x - column, down = y - row;
    return (node(mesh, column, row) * (1 - right) + node(mesh, column + 1, row) * right) * (1 - down) +
           (node(mesh, column, row + 1) * (1 - right) + node(mesh, column + 1, row + 1) * right) * down +
           (corrected - inside);
}

bool isUnfolded(const VisionMesh &mesh) {
    for (int row = 0; row + 1 < mesh.rows; ++row) {
        for (int column = 0; column + 1 < mesh.columns; ++column) {
            const cv::Point2d one = node(mesh, column, row), right = node(mesh, column + 1, row) - one,
                              down = node(mesh, column, row + 1) - one;
            const cv::Point2d last = node(mesh, column + 1, row + 1), left = node(mesh, column, row + 1) - last,
                              up = node(mesh, column + 1, row) - last;
            if (!(right.cross(down) > 0 && left.cross(up) > 0)) return false;
        }
    }
    return true;
}

}  // namespace vision
