// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pixel loops: how decoders hand pixels over, to and from rows of bytes without padding.
//
// - Words are 32 bits a pixel as Leptonica has them: red in the highest byte, then green, blue, alpha.
// - cairo's words have an unused byte in front: `PIXELS_CAIRO`.
// - Rows of words are `stride` words apart; rows of bytes follow each other directly.
#ifndef DOCSCAN_CPIXELS_H
#define DOCSCAN_CPIXELS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where the colours are in a 32-bit word.
typedef enum {
    /// Red, green, blue, alpha from the highest byte down.
    PIXELS_LEPTONICA,
    /// Nothing, red, green, blue from the highest byte down.
    PIXELS_CAIRO,
} PixelsOrder;

/// Whether more than `most` pixels have colour: their channels differ by more than `tolerance`.
int pixels_have_colour(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, int32_t tolerance,
    int64_t most);

/// Words to grey bytes, by luminance.
void pixels_gray_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *gray);

/// Words to red, green, blue bytes.
void pixels_rgb_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *rgb);

/// The same for red, green, blue bytes.
int pixels_have_colour_rgb(const uint8_t *rgb, int64_t count, int32_t tolerance, int64_t most);

/// Red, green, blue bytes to grey bytes, by luminance.
void pixels_gray_from_rgb(const uint8_t *rgb, int64_t count, uint8_t *gray);

/// Squares tones, with white as one: middle tones become darker.
void pixels_darken(const uint8_t *bytes, int64_t count, uint8_t *darker);

/// Whether every byte is 0 or 255.
int pixels_are_bitonal(const uint8_t *gray, int64_t count);

/// Whether every byte is 255.
int pixels_are_white(const uint8_t *bytes, int64_t count);

/// Leptonica's words with alpha, laid on white in place.
void pixels_lay_on_white(uint32_t *words, int64_t stride, int32_t width, int32_t height);

/// libtiff's words (alpha, blue, green, red from the highest byte down, colours multiplied by alpha) to Leptonica's, laid on
/// white in place.
void pixels_words_from_tiff(uint32_t *words, int64_t count);

/// Bytes red, green, blue, alpha to Leptonica's words laid on white, in place; rows are `stride` pixels apart.
/// `premultiplied` says that the colours are multiplied by alpha already.
void pixels_words_from_rgba(uint32_t *pixels, int64_t stride, int32_t width, int32_t height, int premultiplied);

/// Leptonica's rows of 8 bits a pixel to grey bytes.
void pixels_gray_from_bytes(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray);

/// Leptonica's rows of 1 bit a pixel (1 is black) to grey bytes.
void pixels_gray_from_bits(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray);

/// Grey bytes to Leptonica's rows of 8 bits a pixel.
void pixels_bytes_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// Grey bytes to Leptonica's rows of 1 bit a pixel; what is darker than 128 is black. Rows must be zero before.
void pixels_bits_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// Red, green, blue bytes to Leptonica's words.
void pixels_words_from_rgb(const uint8_t *rgb, int32_t width, int32_t height, uint32_t *words, int64_t stride);

/// How many different pixels there are, counted up to `limit`, at most 256. `channels` is 1 or 3.
int32_t pixels_count_values(const uint8_t *pixels, int64_t count, int32_t channels, int32_t limit);

/// Stretches an image by repeating or mixing neighbours along each axis; the target is not smaller than the source.
void pixels_stretch(
    const uint8_t *source, int32_t width, int32_t height, int32_t channels, uint8_t *target, int32_t targetWidth,
    int32_t targetHeight, int mix);

/// The largest difference of two bytes at the same place; `place` gets where the first of them is.
int32_t pixels_largest_difference(const uint8_t *first, const uint8_t *second, int64_t count, int64_t *place);

/// For every corner of a pixel, how much the grey changes from pixel to pixel in all rows above and all columns before it.
/// `sums` has (width + 1) * (height + 1) values; the picture has at most 8 million pixels.
void pixels_edge_sums(const uint8_t *gray, int32_t width, int32_t height, uint32_t *sums);

/// Adds up the ink of an area and the length of its edges, both in the contrast of ink and paper, so that twice the ink by the edges is
/// the width of its strokes, whatever the light. `channels` is 1 or 3; the area lies in the picture.
void pixels_strokes(
    const uint8_t *pixels, int32_t width, int32_t channels, int32_t left, int32_t top, int32_t right, int32_t bottom,
    double *ink, double *edges);

#ifdef __cplusplus
}
#endif

#endif
