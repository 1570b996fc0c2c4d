// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds a sheet by its text: the sheet is what looks like the paper between the lines.
#ifndef DOCSCAN_CVISION_PAGEAROUND_H
#define DOCSCAN_CVISION_PAGEAROUND_H

#include <optional>

#include "PageWriting.h"

namespace vision {

/// An outline in search pixels. A side that is outside the photo has a probability of 0.
struct SheetAround {
    Quad quad;
    std::array<double, 4> sides;
};

/// Returns the sheet around the text if its surroundings look different and its four sides are almost straight.
std::optional<SheetAround> sheetAround(const SearchImage &image, const std::vector<WritingLine> &writing);

}  // namespace vision

#endif
