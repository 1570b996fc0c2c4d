// SPDX-License-Identifier: GPL-3.0-or-later
//
// libjpeg behind functions that return: its errors are long jumps, and its warnings go to standard error unless caught.
#ifndef DOCSCAN_CJPEG_H
#define DOCSCAN_CJPEG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What was met while a JPEG was read or written.
typedef struct {
    /// How many times libjpeg warned of damage.
    int64_t warnings;
    /// How many rows stand before the first damage that left pixels out; the image's height when there was none.
    int32_t wholeRows;
    /// Pixels per inch of the JFIF header, 0 when it has none.
    double densityX;
    double densityY;
    /// The reason of a failure, zero-terminated.
    char message[200];
} JPEGReport;

/// Decodes an image of exactly this size to `channels` (1 grey, 3 RGB) bytes a pixel; CMYK becomes RGB.
/// Returns 0, or -1 with the reason in `report`.
int jpeg_shim_decode(
    const uint8_t *bytes, int64_t count, int32_t width, int32_t height, int32_t channels, uint8_t *pixels,
    JPEGReport *report);

/// Encodes grey (1 channel) or RGB (3) pixels. The bytes are to be freed with `free`.
/// Returns 0, or -1 with the reason in `report`.
int jpeg_shim_encode(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, int32_t quality, double dpi,
    uint8_t **bytes, int64_t *count, JPEGReport *report);

/// The version of the library's interface and, where it is known, of libjpeg-turbo, such as "2.1.5".
const char *jpeg_shim_version(void);

#ifdef __cplusplus
}
#endif

#endif
