// SPDX-License-Identifier: GPL-3.0-or-later
//
// Barcodes over zxing-cpp behind a C interface. The C++ stays inside; no exception crosses.
#ifndef DOCSCAN_CBARCODE_H
#define DOCSCAN_CBARCODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A view of grey pixels that somebody else owns: 8 bits each, rows `stride` bytes apart, row 0 at the top.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
    int32_t stride;
} BarcodeImage;

/// A code that was read; what it points to is valid during the call that hands it over.
typedef struct {
    /// What kind of code it is, as zxing names it: "QRCode", "Code128".
    const char *format;
    /// What the code says, in UTF-8 as far as the code itself keeps to it; not zero-terminated.
    const char *text;
    int64_t length;
    /// Its corners in pixels, clockwise from its own top-left corner: x0, y0, x1, y1, x2, y2, x3, y3.
    double corners[8];
} BarcodeSymbol;

/// Why a call failed, as a zero-terminated sentence.
typedef struct {
    char message[256];
} BarcodeError;

/// Reads all codes of an image and hands them over one after the other.
/// Returns 0 on success; otherwise a non-zero status, with the reason in `error`.
int barcode_read(
    BarcodeImage image, void (*take)(void *context, const BarcodeSymbol *symbol), void *context, BarcodeError *error);

/// Draws a code, black 0 on white 255, a byte a pixel; the bytes are to be freed with `free`.
/// `format` is zxing's name for it; the size is at least the one given. Returns null when the text cannot be written.
uint8_t *barcode_write(const char *format, const char *text, int32_t *width, int32_t *height);

/// The version of zxing-cpp that this was built with, such as "1.4.0".
const char *barcode_version(void);

#ifdef __cplusplus
}
#endif

#endif
