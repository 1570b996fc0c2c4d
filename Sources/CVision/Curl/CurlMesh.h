// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts a surface that straightens text lines to a mesh over the whole page.
#ifndef DOCSCAN_CVISION_CURLMESH_H
#define DOCSCAN_CVISION_CURLMESH_H

#include "CurlSurface.h"
#include "Pixels/Mesh.h"
#include "Text/TextLines.h"

namespace vision {

/// A description of how a page is flattened, in the coordinates of its lines and in pixels of the working image.
struct Flattening {
    Surface surface;
    /// The clockwise rotation between the lines and the page, in degrees.
    double degrees = 0;
    /// The size of the page relative to the working image.
    double factor = 1;
    /// The distances along the paper from the area's left edge to evenly spaced positions, including both edges. Empty without stretching.
    std::vector<double> along;
    /// The text lines, which must remain on the page after flattening.
    std::vector<TextLine> lines;
    double letterHeight = 0;
};

void makeMesh(const Flattening &flattening, cv::Size page, VisionMesh &mesh);

}  // namespace vision

#endif
