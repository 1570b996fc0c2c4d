// SPDX-License-Identifier: GPL-3.0-or-later
#include "Code.h"

#include <cmath>

namespace barcode {

namespace {

// DataBar is excluded, because it produces more false than real codes on text pages.
const auto linearFormats = BarcodeFormat::Code128 | BarcodeFormat::Code39 | BarcodeFormat::Code93 | BarcodeFormat::Codabar |
                           BarcodeFormat::ITF | BarcodeFormat::EAN8 | BarcodeFormat::EAN13 | BarcodeFormat::UPCA |
                           BarcodeFormat::UPCE;

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
    decltype(barcode::options()) options;

    LinearReader(const Level &level, bool isTurned) : level(level), isTurned(isTurned), options(barcode::options()) {
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

}  // namespace

std::vector<Code> linearCodes(const Level &level, bool isTurned) { return LinearReader(level, isTurned).codes(); }

std::vector<Code> fineLinearCodes(const Level &level, bool isTurned) { return LinearReader(level, isTurned).fineCodes(); }

}  // namespace barcode
