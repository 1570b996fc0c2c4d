// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sheet's outline measured in the photograph itself.
#ifndef DOCSCAN_CVISION_PAGEREFINE_H
#define DOCSCAN_CVISION_PAGEREFINE_H

#include "PageQuads.h"

namespace vision {

/// Fits each side of `quad` (in pixels of the photograph) to the edge within `reach` pixels of it.
Quad refined(const cv::Mat &photograph, const Quad &quad, double reach);

}  // namespace vision

#endif
