// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quadrilaterals around regions that are lighter, or smoother, than what surrounds them.
#ifndef DOCSCAN_CVISION_PAGEREGIONS_H
#define DOCSCAN_CVISION_PAGEREGIONS_H

#include "PageQuads.h"

namespace vision {

std::vector<Quad> regionQuads(const SearchImage &image);

}  // namespace vision

#endif
