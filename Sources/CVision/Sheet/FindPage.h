// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the search for a sheet chooses from; Tests/sheets.py fits its choice to them.
#ifndef DOCSCAN_CVISION_FINDPAGE_H
#define DOCSCAN_CVISION_FINDPAGE_H

#include "PageQuads.h"

namespace vision {

/// Outlines that may be a sheet's, in search pixels: of regions, and of straight lines.
std::vector<Quad> candidates(const SearchImage &image);

}  // namespace vision

#endif
