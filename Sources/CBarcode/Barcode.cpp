// SPDX-License-Identifier: GPL-3.0-or-later
#include "CBarcode.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

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

/// The decoder's options: the formats printed on paper in offices, shops, and on parcels. DataMatrix and Aztec are
/// found only in the center of an image. DataBar and MaxiCode are left out, because on pages of text most of them are
/// false detections.
auto hints() {
    return options()
        .setFormats(
            BarcodeFormat::QRCode | BarcodeFormat::DataMatrix | BarcodeFormat::Aztec | BarcodeFormat::PDF417 |
            BarcodeFormat::Code128 | BarcodeFormat::Code39 | BarcodeFormat::Code93 | BarcodeFormat::Codabar |
            BarcodeFormat::ITF | BarcodeFormat::EAN8 | BarcodeFormat::EAN13 | BarcodeFormat::UPCA | BarcodeFormat::UPCE)
        .setTryHarder(true)
        .setTryRotate(true)
        // With downscaling, zxing 1.4 fails an assertion and ends the process when it finds a linear code at two
        // scales.
        .setTryDownscale(false)
        // A printed code is many pixels high. Something that looks like a code in only two lines is part of a drawing.
        .setMinLineCount(3);
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
        const ZXing::ImageView view(image.pixels, image.width, image.height, ZXing::ImageFormat::Lum, image.stride);
        for (const ZXing::Result &result : ZXing::ReadBarcodes(view, hints())) {
            if (!result.isValid()) continue;
            const std::string text = result.text();
            const std::string kind = ZXing::ToString(result.format());
            BarcodeSymbol symbol{kind.c_str(), text.data(), int64_t(text.size()), {}};
            for (int index = 0; index < 4; ++index) {
                symbol.corners[2 * index] = result.position()[index].x;
                symbol.corners[2 * index + 1] = result.position()[index].y;
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
