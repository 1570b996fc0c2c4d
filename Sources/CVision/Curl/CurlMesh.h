// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a surface that straightens text lines to a mesh over the whole page.
#ifndef DOCSCAN_CVISION_CURLMESH_H
#define DOCSCAN_CVISION_CURLMESH_H

#include "CurlSurface.h"
#include "Pixels/Mesh.h"
#include "Text/TextLines.h"

namespace vision {

/// How a page is flattened, in the frame of its lines, in pixels of the working image.
struct Flattening {
    Surface surface;
    /// Of the frame to the page, clockwise.
    double degrees = 0;
    /// How much larger the page is than the working image.
    double factor = 1;
    /// How far along the paper it is from the area's left edge to places that lie evenly between its left and right
    /// edges, which are among them. Empty: as far as it looks.
    std::vector<double> along;
    /// The lines of text; whatever the surface makes of them stays on the page.
    std::vector<TextLine> lines;
    double letterHeight = 0;
};

/// Fills in the mesh.
void makeMesh(const Flattening &flattening, cv::Size page, VisionMesh &mesh);

}  // namespace vision

#endif
