// SPDX-License-Identifier: GPL-3.0-or-later
//
// Meshes that correct what no homography can.
#ifndef DOCSCAN_CVISION_MESH_H
#define DOCSCAN_CVISION_MESH_H

#include "Support.h"

namespace vision {

/// Throws when the grid makes no sense or has no points.
void requireGrid(const VisionMesh *mesh);

/// Throws also when its size or a point is not a number.
void requireMesh(const VisionMesh &mesh);

/// Fills in a mesh that changes nothing.
void makeFlat(cv::Size page, VisionMesh &mesh);

/// A node's place on the page before the correction.
inline cv::Point2d node(const VisionMesh &mesh, int column, int row) {
    const double *point = mesh.points + 2 * (size_t(row) * size_t(mesh.columns) + size_t(column));
    return {point[0], point[1]};
}

/// Where a point of the corrected page was before. Points outside of it move like the nearest one on its edge.
cv::Point2d before(const VisionMesh &mesh, cv::Point2d corrected);

/// Whether every cell keeps its orientation: no part of the page is seen twice.
bool isUnfolded(const VisionMesh &mesh);

}  // namespace vision

#endif
