// SPDX-License-Identifier: GPL-3.0-or-later
//
// A C interface to zxing-cpp for reading and writing barcodes. No C++ exception leaves it.
#ifndef DOCSCAN_CBARCODE_H
#define DOCSCAN_CBARCODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A view of 8-bit gray pixels owned by the caller. Rows are `stride` bytes apart, and row 0 is at the top.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
    int32_t stride;
} BarcodeImage;

/// A decoded barcode. Its pointers are valid only during the callback.
typedef struct {
    /// The format's name in zxing, such as "QRCode" or "Code128".
    const char *format;
    /// The decoded text, which isn't zero-terminated. UTF-8 unless the code contains other bytes.
    const char *text;
    int64_t length;
    /// The corners in pixels, clockwise from the code's own top left corner: x0, y0, x1, y1, x2, y2, x3, y3.
    double corners[8];
} BarcodeSymbol;

/// The reason for a failure, as a zero-terminated sentence.
typedef struct {
    char message[256];
} BarcodeError;

/// Decodes all barcodes of an image and passes them to `take`. Returns 0, or a nonzero status with the reason in
/// `error`.
int barcode_read(
    BarcodeImage image, void (*take)(void *context, const BarcodeSymbol *symbol), void *context, BarcodeError *error);

/// Draws a barcode with one byte per pixel, black 0 on white 255. `format` is the format's name in zxing. `width` and
/// `height` contain the minimum size and receive the actual one. The caller must release the result with `free`.
/// Returns NULL if the text can't be encoded.
uint8_t *barcode_write(const char *format, const char *text, int32_t *width, int32_t *height);

/// Returns the version of zxing-cpp at build time, such as "1.4.0".
const char *barcode_version(void);

#ifdef __cplusplus
}
#endif

#endif
