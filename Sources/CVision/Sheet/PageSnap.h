// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rough sides moved onto edges.
#ifndef DOCSCAN_CVISION_PAGESNAP_H
#define DOCSCAN_CVISION_PAGESNAP_H

#include "PageQuads.h"

namespace vision {

/// Moves each side's ends by up to `reach` search pixels to the straightest edge; false when no quadrilateral is left.
bool snap(const SearchImage &image, int reach, Quad &quad);

}  // namespace vision

#endif
