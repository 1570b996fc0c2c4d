// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws barcodes with zxing-cpp, for the tests' own sheets.
#ifndef DOCSCAN_CBARCODEWRITER_H
#define DOCSCAN_CBARCODEWRITER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Draws a code, black 0 on white 255, a byte a pixel; the bytes are to be freed with `free`.
/// `format` is zxing's name for it; the size is at least the one given. Returns null when the text cannot be written.
uint8_t *barcode_write(const char *format, const char *text, int32_t *width, int32_t *height);

#ifdef __cplusplus
}
#endif

#endif
