// SPDX-License-Identifier: GPL-3.0-or-later
#include "CPixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Shifts the colors of a word to Leptonica's order.
static inline uint32_t colours(uint32_t word, PixelsOrder order) { return word << (order == PIXELS_CAIRO ? 8 : 0); }

/// Returns the luminance, with weights in 1/256. Equal channels keep their value.
static inline uint8_t luminance(uint32_t red, uint32_t green, uint32_t blue) {
    return (uint8_t)((red * 77 + green * 150 + blue * 29) >> 8);
}

/// Returns the difference between a pixel's largest and smallest channel.
static inline int32_t spread(int32_t red, int32_t green, int32_t blue) {
    int32_t high = red > green ? red : green, low = red > green ? green : red;
    return (high > blue ? high : blue) - (low < blue ? low : blue);
}

int pixels_have_colour(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, int32_t tolerance,
    int64_t most) {
    int64_t count = 0;
    for (int32_t y = 0; y < height && count <= most; y++) {
        const uint32_t *row = words + y * stride;
        int32_t inRow = 0;
        for (int32_t x = 0; x < width; x++) {
            uint32_t word = colours(row[x], order);
            inRow += spread(word >> 24, word >> 16 & 255, word >> 8 & 255) > tolerance;
        }
        count += inRow;
    }
    return count > most;
}

void pixels_gray_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *gray) {
    for (int32_t y = 0; y < height; y++) {
        const uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++, gray++) {
            uint32_t word = colours(row[x], order);
            *gray = luminance(word >> 24, word >> 16 & 255, word >> 8 & 255);
        }
    }
}

void pixels_rgb_from_words(
    const uint32_t *words, int64_t stride, int32_t width, int32_t height, PixelsOrder order, uint8_t *rgb) {
    for (int32_t y = 0; y < height; y++) {
        const uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++, rgb += 3) {
            uint32_t word = colours(row[x], order);
            rgb[0] = (uint8_t)(word >> 24);
            rgb[1] = (uint8_t)(word >> 16);
            rgb[2] = (uint8_t)(word >> 8);
        }
    }
}

int pixels_have_colour_rgb(const uint8_t *rgb, int64_t count, int32_t tolerance, int64_t most) {
    int64_t coloured = 0;
    for (int64_t start = 0; start < count && coloured <= most; start += 4096) {
        int64_t end = start + 4096 < count ? start + 4096 : count;
        for (int64_t i = start; i < end; i++, rgb += 3) coloured += spread(rgb[0], rgb[1], rgb[2]) > tolerance;
    }
    return coloured > most;
}

void pixels_gray_from_rgb(const uint8_t *rgb, int64_t count, uint8_t *gray) {
    for (int64_t i = 0; i < count; i++, rgb += 3) gray[i] = luminance(rgb[0], rgb[1], rgb[2]);
}

void pixels_darken(const uint8_t *bytes, int64_t count, uint8_t *darker) {
    for (int64_t i = 0; i < count; i++) darker[i] = (uint8_t)((bytes[i] * bytes[i] + 127) / 255);
}

int pixels_are_bitonal(const uint8_t *gray, int64_t count) {
    for (int64_t start = 0; start < count; start += 4096) {
        int64_t end = start + 4096 < count ? start + 4096 : count;
        uint32_t other = 0;
        // 0 and 255 become 1 and 256. Every other value sets another bit.
        for (int64_t i = start; i < end; i++) other |= (uint32_t)gray[i] + 1;
        if (other & ~257u) return 0;
    }
    return 1;
}

int pixels_are_white(const uint8_t *bytes, int64_t count) {
    for (int64_t start = 0; start < count; start += 4096) {
        int64_t end = start + 4096 < count ? start + 4096 : count;
        uint8_t all = 255;
        for (int64_t i = start; i < end; i++) all &= bytes[i];
        if (all != 255) return 0;
    }
    return 1;
}

/// Returns a color with an alpha value, blended over white.
static inline uint32_t on_white(uint32_t value, uint32_t alpha) {
    return (value * alpha + 255 * (255 - alpha) + 127) / 255;
}

/// Returns a color that was multiplied by its alpha value, blended over white.
static inline uint32_t premultiplied_on_white(uint32_t value, uint32_t alpha) {
    uint32_t sum = value + 255 - alpha;
    return sum > 255 ? 255 : sum;
}

static inline uint32_t word(uint32_t red, uint32_t green, uint32_t blue) {
    return red << 24 | green << 16 | blue << 8 | 255;
}

void pixels_lay_on_white(uint32_t *words, int64_t stride, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++) {
        uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++) {
            uint32_t alpha = row[x] & 255;
            if (alpha == 255) continue;
            row[x] = word(on_white(row[x] >> 24, alpha), on_white(row[x] >> 16 & 255, alpha),
                          on_white(row[x] >> 8 & 255, alpha));
        }
    }
}

void pixels_words_from_tiff(uint32_t *words, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        uint32_t alpha = words[i] >> 24;
        words[i] = word(premultiplied_on_white(words[i] & 255, alpha), premultiplied_on_white(words[i] >> 8 & 255, alpha),
                        premultiplied_on_white(words[i] >> 16 & 255, alpha));
    }
}

void pixels_words_from_rgba(uint32_t *pixels, int64_t stride, int32_t width, int32_t height, int premultiplied) {
    for (int32_t y = 0; y < height; y++) {
        uint32_t *row = pixels + y * stride;
        for (int32_t x = 0; x < width; x++) {
            uint8_t c[4];
            memcpy(c, row + x, 4);
            row[x] = premultiplied ? word(premultiplied_on_white(c[0], c[3]), premultiplied_on_white(c[1], c[3]),
                                          premultiplied_on_white(c[2], c[3]))
                                   : word(on_white(c[0], c[3]), on_white(c[1], c[3]), on_white(c[2], c[3]));
        }
    }
}

void pixels_gray_from_bytes(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray) {
    for (int32_t y = 0; y < height; y++, gray += width) {
        const uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++) gray[x] = (uint8_t)(row[x >> 2] >> (24 - 8 * (x & 3)));
    }
}

void pixels_gray_from_bits(const uint32_t *words, int64_t stride, int32_t width, int32_t height, uint8_t *gray) {
    for (int32_t y = 0; y < height; y++, gray += width) {
        const uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++) gray[x] = (uint8_t)((row[x >> 5] >> (31 - (x & 31)) & 1) - 1);
    }
}

void pixels_bytes_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride) {
    for (int32_t y = 0; y < height; y++, gray += width) {
        uint32_t *row = words + y * stride;
        memset(row, 0, (size_t)((width + 3) / 4) * 4);
        for (int32_t x = 0; x < width; x++) row[x >> 2] |= (uint32_t)gray[x] << (24 - 8 * (x & 3));
    }
}

void pixels_bits_from_gray(const uint8_t *gray, int32_t width, int32_t height, uint32_t *words, int64_t stride) {
    for (int32_t y = 0; y < height; y++, gray += width) {
        uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++) row[x >> 5] |= (uint32_t)(gray[x] < 128) << (31 - (x & 31));
    }
}

void pixels_words_from_rgb(const uint8_t *rgb, int32_t width, int32_t height, uint32_t *words, int64_t stride) {
    for (int32_t y = 0; y < height; y++) {
        uint32_t *row = words + y * stride;
        for (int32_t x = 0; x < width; x++, rgb += 3) row[x] = word(rgb[0], rgb[1], rgb[2]);
    }
}

int32_t pixels_count_values(const uint8_t *pixels, int64_t count, int32_t channels, int32_t limit) {
    uint32_t table[1024];
    memset(table, 0, sizeof table);
    int32_t values = 0;
    uint32_t last = 0;
    for (int64_t i = 0; i < count; i++, pixels += channels) {
        // The additional bit distinguishes a black pixel from an empty slot.
        uint32_t value = 1u << 24 | pixels[0];
        if (channels == 3) value |= (uint32_t)pixels[1] << 8 | (uint32_t)pixels[2] << 16;
        if (value == last) continue;
        last = value;
        uint32_t place = value * 2654435761u >> 22;
        while (table[place] != 0 && table[place] != value) place = (place + 1) & 1023;
        if (table[place] == value) continue;
        table[place] = value;
        if (++values >= limit || values >= 256) return values;
    }
    return values;
}

void pixels_stretch(
    const uint8_t *source, int32_t width, int32_t height, int32_t channels, uint8_t *target, int32_t targetWidth,
    int32_t targetHeight, int mix) {
    double stepX = (double)width / targetWidth, stepY = (double)height / targetHeight;
    for (int32_t y = 0; y < targetHeight; y++) {
        double sourceY = (y + 0.5) * stepY - 0.5;
        if (sourceY < 0) sourceY = 0;
        int32_t top = (int32_t)sourceY;
        if (top > height - 1) top = height - 1;
        int32_t bottom = top + 1 < height ? top + 1 : top;
        int32_t partY = (int32_t)((sourceY - top) * 256);
        if (!mix) partY = partY >= 128 ? 256 : 0;
        const uint8_t *upper = source + (int64_t)top * width * channels;
        const uint8_t *lower = source + (int64_t)bottom * width * channels;
        for (int32_t x = 0; x < targetWidth; x++) {
            double sourceX = (x + 0.5) * stepX - 0.5;
            if (sourceX < 0) sourceX = 0;
            int32_t left = (int32_t)sourceX;
            if (left > width - 1) left = width - 1;
            int32_t right = left + 1 < width ? left + 1 : left;
            int32_t partX = (int32_t)((sourceX - left) * 256);
            if (!mix) partX = partX >= 128 ? 256 : 0;
            for (int32_t c = 0; c < channels; c++) {
                int32_t a = upper[(int64_t)left * channels + c] * (256 - partX) + upper[(int64_t)right * channels + c] * partX;
                int32_t b = lower[(int64_t)left * channels + c] * (256 - partX) + lower[(int64_t)right * channels + c] * partX;
                *target++ = (uint8_t)((a * (256 - partY) + b * partY + 32768) >> 16);
            }
        }
    }
}

int32_t pixels_largest_difference(const uint8_t *first, const uint8_t *second, int64_t count, int64_t *place) {
    int32_t largest = 0;
    *place = 0;
    if (memcmp(first, second, (size_t)count) == 0) return 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t difference = abs((int32_t)first[i] - second[i]);
        if (difference > largest) {
            largest = difference;
            *place = i;
        }
    }
    return largest;
}

void pixels_edge_sums(const uint8_t *gray, int32_t width, int32_t height, uint32_t *sums) {
    int64_t across = (int64_t)width + 1;
    memset(sums, 0, (size_t)across * sizeof(uint32_t));
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *row = gray + (int64_t)y * width;
        uint32_t *below = sums + (y + 1) * across;
        uint32_t total = 0;
        below[0] = 0;
        for (int32_t x = 0; x < width; x++) {
            if (x > 0) total += (uint32_t)abs(row[x] - row[x - 1]);
            if (y > 0) total += (uint32_t)abs(row[x] - row[x - width]);
            below[x + 1] = below[x + 1 - across] + total;
        }
    }
}

void pixels_strokes(
    const uint8_t *pixels, int32_t width, int32_t channels, int32_t left, int32_t top, int32_t right, int32_t bottom,
    double *ink, double *edges) {
    *ink = *edges = 0;
    if (right - left < 2 || bottom - top < 2) return;
    int64_t counts[256] = {0};
    // Green is the color channel closest to luminance.
    const uint8_t *first = pixels + (channels == 3 ? 1 : 0);
    for (int32_t y = top; y < bottom; y++) {
        for (int32_t x = left; x < right; x++) counts[first[((int64_t)y * width + x) * channels]]++;
    }
    int64_t all = (int64_t)(right - left) * (bottom - top);
    int32_t paper = 255, darkest = 0;
    for (int64_t seen = 0; paper > 0 && (seen += counts[paper]) < all / 5; paper--) {}
    for (int64_t seen = 0; darkest < 255 && (seen += counts[darkest]) < all / 50; darkest++) {}
    // For white text on black, strokes can't be distinguished from the background.
    int32_t contrast = paper - darkest;
    if (contrast < 40) return;
    int32_t noise = contrast / 6;
    double area = 0, length = 0;
    for (int32_t y = top; y + 1 < bottom; y++) {
        const uint8_t *row = first + ((int64_t)y * width) * channels;
        const uint8_t *next = row + (int64_t)width * channels;
        for (int32_t x = left; x + 1 < right; x++) {
            int32_t here = paper - row[(int64_t)x * channels] - noise;
            int32_t beside = paper - row[(int64_t)(x + 1) * channels] - noise;
            int32_t below = paper - next[(int64_t)x * channels] - noise;
            if (here < 0) here = 0;
            if (beside < 0) beside = 0;
            if (below < 0) below = 0;
            area += here;
            if (here != beside || here != below) {
                double across = beside - here, down = below - here;
                length += sqrt(across * across + down * down);
            }
        }
    }
    *ink = area / contrast;
    *edges = length / contrast;
}
