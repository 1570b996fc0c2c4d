// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>

#include "CBarcodeWriter.h"

#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

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
