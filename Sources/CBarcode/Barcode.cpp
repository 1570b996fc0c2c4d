// SPDX-License-Identifier: GPL-3.0-or-later
#include "CBarcode.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ZXVersion.h>

#include "Code.h"

namespace barcode {

namespace {

// MaxiCode is excluded, because it produces more false than real codes on text pages. Data Matrix and Aztec codes are
// found only in the middle of the image.
const auto squareFormats =
    BarcodeFormat::QRCode | BarcodeFormat::DataMatrix | BarcodeFormat::Aztec | BarcodeFormat::PDF417;

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
            list.add(linearCodes(level, isTurned));
            if (copies == 0) list.add(fineLinearCodes(level, isTurned));
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

}  // namespace barcode

int barcode_read(
    BarcodeImage image, void (*take)(void *context, const BarcodeSymbol *symbol), void *context, BarcodeError *error) {
    if (!image.pixels || image.width <= 0 || image.height <= 0 || image.stride < image.width || !take) {
        barcode::copyMessage(error, "the image is empty");
        return 1;
    }
    try {
        for (const barcode::Code &code : barcode::readAll({image.pixels, image.width, image.height, image.stride, 1})) {
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
        barcode::copyMessage(error, failure.what());
    } catch (...) {
        barcode::copyMessage(error, "unknown failure");
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