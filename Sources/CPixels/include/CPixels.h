// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversions between the pixel formats of decoders and rows of bytes without padding.
//
// - Words have 32 bits per pixel in Leptonica's order: red in the highest byte, then green, blue, alpha.
// - cairo's words have an unused highest byte: `PIXELS_CAIRO`.
// - Rows of words are `stride` words apart. Rows of bytes have no gaps.
#ifndef DOCSCAN_CPIXELS_H
#define DOCSCAN_CPIXELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The order of the colors in a 32-bit word.
typedef enum {
    /// Red, green, blue, alpha, from the highest byte down.
    PIXELS_LEPTONICA,
    /// Unused, red, green, blue, from the highest byte down.
    PIXELS_CAIRO,
} PixelsOrder;

/// Returns 1 if more than `most` pixels are colored, that is, their channels differ by more than `tolerance`.
int pixels_have_colour(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, int32_t tolerance,
    int64_t most);

/// Converts words to gray bytes by luminance.
void pixels_gray_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *gray);

/// Converts words to red, green, blue bytes.
void pixels_rgb_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *rgb);

/// Returns 1 if more than `most` pixels of red, green, blue bytes are colored, as `pixels_have_colour` does for words.
int pixels_have_colour_rgb(const uint8_t *rgb, int64_t count, int32_t tolerance, int64_t most);

/// Converts red, green, blue bytes to gray bytes by luminance.
void pixels_gray_from_rgb(const uint8_t *rgb, int64_t count, uint8_t *gray);

/// Squares the tones, with white as 1, which makes middle tones darker.
void pixels_darken(const uint8_t *bytes, int64_t count, uint8_t *darker);

/// Returns 1 if every byte is 0 or 255.
int pixels_are_bitonal(const uint8_t *gray, int64_t count);

/// Returns 1 if every byte is 255.
int pixels_are_white(const uint8_t *bytes, int64_t count);

/// Blends Leptonica's words with their alpha over white, in place.
void pixels_lay_on_white(uint32_t *words, int64_t stride, int32_t width, int32_t height);

/// Converts libtiff's words (alpha, blue, green, red from the highest byte down, colors multiplied by alpha) to
/// Leptonica's words over white, in place.
void pixels_words_from_tiff(uint32_t *words, int64_t count);

/// Converts red, green, blue, alpha bytes to Leptonica's words over white, in place. Rows are `stride` pixels apart.
/// `premultiplied` is nonzero if the colors are multiplied by alpha.
void pixels_words_from_rgba(uint32_t *pixels, int64_t stride, int32_t width, int32_t height, int premultiplied);

/// Converts Leptonica's rows with 8 bits per pixel to gray bytes.
void pixels_gray_from_bytes(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray);

/// Converts Leptonica's rows with 1 bit per pixel (1 is black) to gray bytes.
void pixels_gray_from_bits(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray);

/// Converts gray bytes to Leptonica's rows with 8 bits per pixel.
void pixels_bytes_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// Converts gray bytes to Leptonica's rows with 1 bit per pixel. Values below 128 become black. The rows must be
/// zeroed.
void pixels_bits_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// Converts red, green, blue bytes to Leptonica's words.
void pixels_words_from_rgb(const uint8_t *rgb, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// Counts different pixel values up to `limit`, at most 256. `channels` is 1 or 3.
int32_t pixels_count_values(const uint8_t *pixels, int64_t count, int32_t channels, int32_t limit);

/// Enlarges an image by repeating pixels, or with `mix` by linear interpolation. The target must not be smaller.
void pixels_stretch(
    const uint8_t *source, int32_t width, int32_t height, int32_t channels, uint8_t *target, int32_t targetWidth,
    int32_t targetHeight, int mix);

/// Returns the largest difference between two bytes at the same index. `place` receives the index of its first
/// occurrence.
int32_t pixels_largest_difference(const uint8_t *first, const uint8_t *second, int64_t count, int64_t *place);

/// Computes the summed-area table of gray level changes between adjacent pixels: each value is the sum over all rows
/// above and all columns to the left. `sums` has (width + 1) * (height + 1) values. The image has at most 8 million pixels.
void pixels_edge_sums(const uint8_t *gray, int32_t width, int32_t height, uint32_t *sums);

/// Measures the ink in a rectangle and the length of its edges, both relative to the contrast between ink and paper.
/// Twice the ink divided by the edges is the stroke width, regardless of the exposure. `channels` is 1 or 3. The
/// rectangle must be inside the image.
void pixels_strokes(
    const uint8_t *pixels, int32_t width, int32_t channels, int32_t left, int32_t top, int32_t right, int32_t bottom,
    double *ink, double *edges);

#ifdef __cplusplus
}
#endif

#endif
