// SPDX-License-Identifier: GPL-3.0-or-later
//
// The codes of an image, and the options with which ZXing reads them.
#ifndef DOCSCAN_CBARCODE_CODE_H
#define DOCSCAN_CBARCODE_CODE_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

namespace barcode {

using ZXing::BarcodeFormat;
using Pixels = std::vector<uint8_t>;

// ZXing 2.2 renamed DecodeHints to ReaderOptions. Since 2.0, the default text mode spells out control characters.
#if __has_include(<ZXing/ReaderOptions.h>)
inline ZXing::ReaderOptions options() { return ZXing::ReaderOptions().setTextMode(ZXing::TextMode::Plain); }
#else
inline ZXing::DecodeHints options() { return {}; }
#endif

/// A point in pixels of the caller's image.
struct Place {
    double x, y;
};

struct Code {
    BarcodeFormat format;
    std::string text;
    Place corners[4];
    /// The number of rows in which a linear code was read, or 0 for other codes.
    int lineCount;

    Place middle() const {
        Place sum{0, 0};
        for (const Place &corner : corners) sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
        return sum;
    }

    /// Returns whether the bounding box contains a place.
    bool contains(Place place) const {
        const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
        const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
        return left <= place.x && place.x <= right && top <= place.y && place.y <= bottom;
    }

    bool overlaps(const Code &other) const { return contains(other.middle()) || other.contains(middle()); }
};

/// The image, or a reduced copy.
struct Level {
    const uint8_t *pixels;
    int width, height, stride;
    /// The side of a pixel, in pixels of the caller's image.
    double scale;
};

/// Returns the linear codes of a level, read in its rows or, if `isTurned`, in its columns.
std::vector<Code> linearCodes(const Level &level, bool isTurned);

/// Returns the linear codes with bars of less than two pixels.
std::vector<Code> fineLinearCodes(const Level &level, bool isTurned);

}  // namespace barcode

#endif
