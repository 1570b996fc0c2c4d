// SPDX-License-Identifier: GPL-3.0-or-later
#include "CBarcode.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

namespace {

using ZXing::BarcodeFormat;

// ZXing 2.2 renamed DecodeHints to ReaderOptions. Since 2.0, the default text mode spells out control characters.
#if __has_include(<ZXing/ReaderOptions.h>)
ZXing::ReaderOptions options() { return ZXing::ReaderOptions().setTextMode(ZXing::TextMode::Plain); }
#else
ZXing::DecodeHints options() { return {}; }
#endif

// DataBar and MaxiCode are excluded, because they produce more false than real codes on text pages. Data Matrix and
// Aztec codes are found only in the middle of the image.
const auto linearFormats = BarcodeFormat::Code128 | BarcodeFormat::Code39 | BarcodeFormat::Code93 | BarcodeFormat::Codabar |
                           BarcodeFormat::ITF | BarcodeFormat::EAN8 | BarcodeFormat::EAN13 | BarcodeFormat::UPCA |
                           BarcodeFormat::UPCE;
const auto squareFormats =
    BarcodeFormat::QRCode | BarcodeFormat::DataMatrix | BarcodeFormat::Aztec | BarcodeFormat::PDF417;

using Pixels = std::vector<uint8_t>;

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

Pixels halved(const Level &level) {
    const int width = level.width / 2, height = level.height / 2;
    Pixels half(size_t(width) * size_t(height));
    for (int y = 0; y < height; ++y) {
        const uint8_t *upper = level.pixels + size_t(2 * y) * level.stride, *lower = upper + level.stride;
        for (int x = 0; x < width; ++x) {
            half[size_t(y) * width + x] =
                uint8_t((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
        }
    }
    return half;
}

/// Reads linear codes row by row, and groups equal rows.
///
/// zxing 1.4 aborts the process if a page contains the same linear code twice: its comparison of two codes asserts
/// that one of them is a single line. A call that reads one code in one row never compares.
class LinearReader {
    /// The minimum number of rows of a code; fewer occur in drawings.
    static constexpr int leastLines = 3;
    /// The minimum length of a code in pixels, and the maximum number of codes in a row.
    static constexpr int leastLength = 24, mostInRow = 64;
    /// The number of rows read on a page without codes, as in zxing.
    static constexpr int rowCount = 512;

    /// A code in one row, with its start and end.
    struct Line {
        int row, start, end;
    };

    struct Group {
        BarcodeFormat format;
        std::string text;
        Line first, last;
        int lineCount;

        /// Returns whether a row with the same text belongs to the code: within half of the code's length.
        bool reaches(const Line &line) const {
            const int reach = std::abs(first.end - first.start) / 2;
            const bool isNear = std::abs(line.start - first.start) < reach || std::abs(line.start - last.start) < reach;
            const bool hasSameDirection = (line.end > line.start) == (first.end > first.start);
            return isNear && hasSameDirection && line.row > first.row - reach && line.row < last.row + reach;
        }
    };

    const Level &level;
    const bool isTurned;
    Pixels column;
    std::vector<Group> groups;

    int rows() const { return isTurned ? level.width : level.height; }
    int length() const { return isTurned ? level.height : level.width; }

    const uint8_t *row(int index) {
        if (!isTurned) return level.pixels + size_t(index) * level.stride;
        column.resize(level.height);
        for (int y = 0; y < level.height; ++y) column[y] = level.pixels[size_t(y) * level.stride + index];
        return column.data();
    }

    void add(BarcodeFormat format, const std::string &text, Line line) {
        for (Group &group : groups) {
            if (group.format != format || group.text != text || !group.reaches(line)) continue;
            if (line.row < group.first.row) group.first = line;
            if (line.row > group.last.row) group.last = line;
            group.lineCount += 1;
            return;
        }
        groups.push_back({format, text, line, line, 1});
    }

    /// Reads the codes in a part of a row, and returns their number. `origin` is the place of the first pixel of an
    /// enlarged row.
    int read(const uint8_t *pixels, int index, int from, int to, int limit, int origin = 0, int scale = 1) {
        if (to - from < leastLength || limit <= 0) return 0;
        const ZXing::ImageView view(pixels + from, to - from, 1, ZXing::ImageFormat::Lum, to - from);
        for (const ZXing::Result &result : ZXing::ReadBarcodes(view, options)) {
            if (!result.isValid()) continue;
            const int start = from + result.position().topLeft().x, end = from + result.position().topRight().x;
            add(result.format(), result.text(), {index, origin + start / scale, origin + end / scale});
            const auto [left, right] = std::minmax(start, end);
            const int before = read(pixels, index, from, left, limit - 1, origin, scale);
            return 1 + before + read(pixels, index, right, to, limit - 1 - before, origin, scale);
        }
        return 0;
    }

    /// Converts a group to a code: the side from start to end is the upper one, and the lower one follows clockwise.
    Code code(const Group &group) const {
        const bool isForward = group.first.end > group.first.start;
        const bool isFirstUpper = isTurned ? !isForward : isForward;
        const Line &upper = isFirstUpper ? group.first : group.last, &lower = isFirstUpper ? group.last : group.first;
        const auto place = [&](int row, int along) {
            const double across = (row + 0.5) * level.scale, position = (along + 0.5) * level.scale;
            return isTurned ? Place{across, position} : Place{position, across};
        };
        return {
            group.format,
            group.text,
            {place(upper.row, upper.start), place(upper.row, upper.end), place(lower.row, lower.end),
             place(lower.row, lower.start)},
            group.lineCount};
    }

    std::vector<Code> readCodes() const {
        std::vector<Code> codes;
        for (const Group &group : groups) {
            if (group.lineCount >= leastLines) codes.push_back(code(group));
        }
        return codes;
    }

    // Fine codes: bars of less than two pixels.

    /// The number of rows whose mean is read, which has less noise.
    static constexpr int bandRows = 4;
    /// The minimum number of bars and spaces in a row, the maximum width of each, and their minimum contrast.
    static constexpr int fewestBars = 24, widestBar = 9, leastContrast = 32 * bandRows;
    static constexpr int enlargement = 4, margin = 24;

    /// The sums of the rows of a band, or of its columns.
    using Band = std::vector<int>;

    Band band(int first) const {
        Band sums(length());
        for (int index = first; index < first + bandRows; ++index) {
            const uint8_t *pixels = level.pixels + (isTurned ? size_t(index) : size_t(index) * level.stride);
            const size_t step = isTurned ? level.stride : 1;
            for (int &sum : sums) {
                sum += *pixels;
                pixels += step;
            }
        }
        return sums;
    }

    /// Returns the places at which a band is darkest and lightest, in turn.
    static std::vector<int> turns(const Band &band) {
        std::vector<int> turns;
        int extreme = 0;
        bool isRising = true;
        for (int at = 1; at < int(band.size()); ++at) {
            if (isRising ? band[at] >= band[extreme] : band[at] <= band[extreme]) {
                extreme = at;
            } else if (std::abs(band[at] - band[extreme]) >= leastContrast) {
                turns.push_back(extreme);
                extreme = at;
                isRising = !isRising;
            }
        }
        return turns;
    }

    /// Returns whether a part has the same bars in two bands, unlike text.
    static bool isSame(const Band &band, const Band &other, int start, int end) {
        long contrast = 0, difference = 0;
        for (int at = start + 1; at <= end; ++at) {
            contrast += std::abs(band[at] - band[at - 1]);
            difference += std::abs(band[at] - other[at]);
        }
        return 2 * difference < contrast;
    }

    /// Enlarges a part of a band by cubic interpolation (Catmull-Rom), and reads it.
    void readEnlarged(const Band &band, int start, int end, int row) {
        const int from = std::max(0, start - margin), to = std::min(length() - 1, end + margin);
        const auto value = [&](int at) { return double(band[std::clamp(at, 0, length() - 1)]) / bandRows; };
        Pixels pixels(size_t(to - from) * enlargement);
        for (size_t index = 0; index < pixels.size(); ++index) {
            const double place = from + (index + 0.5) / enlargement - 0.5;
            const int at = int(std::floor(place));
            const double t = place - at, a = value(at - 1), b = value(at), c = value(at + 1), d = value(at + 2);
            const double cubic = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
            pixels[index] = uint8_t(std::clamp(cubic + 0.5, 0.0, 255.0));
        }
        read(pixels.data(), row, 0, int(pixels.size()), mostInRow, from, enlargement);
    }

   public:
    decltype(::options()) options;

    LinearReader(const Level &level, bool isTurned) : level(level), isTurned(isTurned), options(::options()) {
        options.setFormats(linearFormats)
            .setTryHarder(true)
            .setTryRotate(false)
            .setTryDownscale(false)
            .setBinarizer(ZXing::Binarizer::GlobalHistogram)
            .setMinLineCount(1)
            .setMaxNumberOfSymbols(1);
    }

    std::vector<Code> codes() {
        const int step = std::max(1, rows() / rowCount);
        std::vector<bool> isRead(rows());
        const auto readRow = [&](int index) {
            if (index < 0 || index >= rows() || isRead[index]) return false;
            isRead[index] = true;
            return read(row(index), index, 0, length(), mostInRow) > 0;
        };
        for (int index = step / 2; index < rows(); index += step) {
            if (!readRow(index)) continue;
            // A low code may have only a few rows.
            for (int distance : {1, 2}) {
                readRow(index - distance);
                readRow(index + distance);
            }
        }
        return readCodes();
    }

    /// Returns the codes with bars of less than two pixels.
    std::vector<Code> fineCodes() {
        Band before;
        for (int first = 0; first + bandRows <= rows(); first += bandRows) {
            Band current = band(first);
            const std::vector<int> places = turns(current);
            for (size_t start = 0, next = 1; start < places.size(); start = next++) {
                while (next < places.size() && places[next] - places[next - 1] <= widestBar) ++next;
                const int left = places[start], right = places[next - 1];
                if (next - start < fewestBars || before.empty() || !isSame(current, before, left, right)) continue;
                readEnlarged(current, left, right, first + bandRows / 2);
            }
            before = std::move(current);
        }
        return readCodes();
    }
};

/// Reads two-dimensional codes on a level with a binarizer.
std::vector<Code> squareCodes(const Level &level, ZXing::Binarizer binarizer) {
    auto hints = options();
    hints.setFormats(squareFormats)
        .setTryHarder(true)
        .setTryRotate(true)
        .setTryDownscale(false)
        .setBinarizer(binarizer);
    const ZXing::ImageView view(level.pixels, level.width, level.height, ZXing::ImageFormat::Lum, level.stride);
    std::vector<Code> codes;
    for (const ZXing::Result &result : ZXing::ReadBarcodes(view, hints)) {
        if (!result.isValid()) continue;
        Code code{result.format(), result.text(), {}, 0};
        for (int index = 0; index < 4; ++index) {
            const auto corner = result.position()[index];
            code.corners[index] = {corner.x * level.scale, corner.y * level.scale};
        }
        codes.push_back(code);
    }
    return codes;
}

/// The distinct codes of an image.
class CodeList {
    std::vector<Code> codes;

   public:
    /// Adds new codes. Of overlapping linear codes, the one read in more rows is kept.
    void add(const std::vector<Code> &found) {
        for (const Code &code : found) {
            bool isKnown = false;
            for (Code &known : codes) {
                if (!known.overlaps(code)) continue;
                const bool isSame = known.format == code.format && known.text == code.text;
                if (!isSame && (known.lineCount == 0 || code.lineCount == 0)) continue;
                isKnown = true;
                if (!isSame && code.lineCount > known.lineCount) known = code;
                break;
            }
            if (!isKnown) codes.push_back(code);
        }
    }

    const std::vector<Code> &all() const { return codes; }
};

/// Reads an image at its own size and at reduced ones, because a binarizer that fails at one size may work at
/// another.
std::vector<Code> readAll(Level level) {
    /// The minimum side of a copy, in pixels, and the maximum number of copies.
    constexpr int leastSide = 300, mostCopies = 2;
    CodeList list;
    Pixels copy;
    for (int copies = 0;; ++copies) {
        for (bool isTurned : {false, true}) {
            list.add(LinearReader(level, isTurned).codes());
            if (copies == 0) list.add(LinearReader(level, isTurned).fineCodes());
        }
        list.add(squareCodes(level, ZXing::Binarizer::LocalAverage));
        // A global histogram takes as long as the local average, and a fixed threshold half as long.
        list.add(squareCodes(
            level, copies == 0 ? ZXing::Binarizer::FixedThreshold : ZXing::Binarizer::GlobalHistogram));
        if (copies == mostCopies || std::min(level.width, level.height) / 2 < leastSide) return list.all();
        copy = halved(level);
        level = {copy.data(), level.width / 2, level.height / 2, level.width / 2, level.scale * 2};
    }
}

void copyMessage(BarcodeError *error, const char *message) {
    if (error) std::snprintf(error->message, sizeof error->message, "%s", message);
}

}  // namespace

int barcode_read(
    BarcodeImage image, void (*take)(void *context, const BarcodeSymbol *symbol), void *context, BarcodeError *error) {
    if (!image.pixels || image.width <= 0 || image.height <= 0 || image.stride < image.width || !take) {
        copyMessage(error, "the image is empty");
        return 1;
    }
    try {
        for (const Code &code : readAll({image.pixels, image.width, image.height, image.stride, 1})) {
            const std::string kind = ZXing::ToString(code.format);
            BarcodeSymbol symbol{kind.c_str(), code.text.data(), int64_t(code.text.size()), {}};
            for (int index = 0; index < 4; ++index) {
                symbol.corners[2 * index] = code.corners[index].x;
                symbol.corners[2 * index + 1] = code.corners[index].y;
            }
            take(context, &symbol);
        }
        return 0;
    } catch (const std::exception &failure) {
        copyMessage(error, failure.what());
    } catch (...) {
        copyMessage(error, "unknown failure");
    }
    return 1;
}

uint8_t *barcode_write(const char *format, const char *text, int32_t *width, int32_t *height) {
    try {
        ZXing::MultiFormatWriter writer(ZXing::BarcodeFormatFromString(format));
        const ZXing::BitMatrix code = writer.setEncoding(ZXing::CharacterSet::UTF8).encode(text, *width, *height);
        *width = code.width();
        *height = code.height();
        auto *pixels = static_cast<uint8_t *>(std::malloc(size_t(code.width()) * size_t(code.height())));
        if (!pixels) return nullptr;
        for (int y = 0; y < code.height(); ++y) {
            for (int x = 0; x < code.width(); ++x) pixels[y * code.width() + x] = code.get(x, y) ? 0 : 255;
        }
        return pixels;
    } catch (...) {
        return nullptr;
    }
}

#define DOCSCAN_TEXT(value) #value
#define DOCSCAN_VERSION(major, minor, patch) DOCSCAN_TEXT(major) "." DOCSCAN_TEXT(minor) "." DOCSCAN_TEXT(patch)

const char *barcode_version(void) {
    return DOCSCAN_VERSION(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}
