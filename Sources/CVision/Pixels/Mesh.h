// SPDX-License-Identifier: GPL-3.0-or-later
//
// Meshes for corrections that aren't homographies.
#ifndef DOCSCAN_CVISION_MESH_H
#define DOCSCAN_CVISION_MESH_H

#include "Support.h"

namespace vision {

/// Throws if the number of nodes is invalid or the points are missing.
void requireGrid(const VisionMesh *mesh);

/// Throws like `requireGrid`, and if the size or a point isn't a finite number.
void requireMesh(const VisionMesh &mesh);

/// Sets the mesh to the identity.
void makeFlat(cv::Size page, VisionMesh &mesh);

/// Returns the position of a node on the page before the correction.
inline cv::Point2d node(const VisionMesh &mesh, int column, int row) {
    const double *point = mesh.points + 2 * (size_t(row) * size_t(mesh.columns) + size_t(column));
    return {point[0], point[1]};
}

/// Converts a point of the corrected page to the page before the correction. Points outside are displaced like the nearest one on the edge.
cv::Point2d before(const VisionMesh &mesh, cv::Point2d corrected);

/// Returns whether every cell keeps its orientation, so that no part of the page is shown twice.
bool isUnfolded(const VisionMesh &mesh);

}  // namespace vision

#endif
