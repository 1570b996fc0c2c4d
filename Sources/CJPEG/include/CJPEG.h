// SPDX-License-Identifier: GPL-3.0-or-later
//
// libjpeg with functions that return on errors. By itself, libjpeg reports errors with long jumps and writes warnings
// to standard error.
#ifndef DOCSCAN_CJPEG_H
#define DOCSCAN_CJPEG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of decoding or encoding a JPEG.
typedef struct {
    /// The number of libjpeg's warnings about damage.
    int64_t warnings;
    /// The number of rows before the first damage that affects pixels, or the image's height if there is none.
    int32_t wholeRows;
    /// The resolution in the JFIF header in pixels per inch, or 0 if unknown.
    double densityX;
    double densityY;
    /// The reason for a failure, zero-terminated.
    char message[200];
} JPEGReport;

/// Decodes an image of exactly this size with `channels` bytes per pixel: 1 for gray, 3 for RGB. CMYK is converted to
/// RGB. Returns 0, or -1 with the reason in `report`.
int jpeg_shim_decode(
    const uint8_t *bytes, int64_t count, int32_t width, int32_t height, int32_t channels, uint8_t *pixels,
    JPEGReport *report);

/// Encodes gray (1 channel) or RGB (3 channels) pixels. The caller must release `bytes` with `free`. Returns 0, or -1
/// with the reason in `report`.
int jpeg_shim_encode(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, int32_t quality, double dpi,
    uint8_t **bytes, int64_t *count, JPEGReport *report);

/// Returns the version of libjpeg-turbo, such as "2.1.5", or else of libjpeg's interface.
const char *jpeg_shim_version(void);

#ifdef __cplusplus
}
#endif

#endif
