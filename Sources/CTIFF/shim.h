// SPDX-License-Identifier: GPL-3.0-or-later
//
// libtiff, and functions with fixed arguments for its variadic ones, which Swift can't call.
#include <tiffio.h>

/// Reads a 16-bit tag or its default value. Returns 0 if there is neither.
static inline int ctiff_get_short(TIFF *tiff, uint32_t tag, uint16_t *value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

/// Reads a 32-bit tag. Returns 0 if it is missing.
static inline int ctiff_get_long(TIFF *tiff, uint32_t tag, uint32_t *value) { return TIFFGetField(tiff, tag, value); }

/// Reads a fraction. Returns 0 if it is missing.
static inline int ctiff_get_fraction(TIFF *tiff, uint32_t tag, float *value) { return TIFFGetField(tiff, tag, value); }

/// Reads a text, which is valid until another directory is read. Returns NULL if it is missing.
static inline const char *ctiff_get_text(TIFF *tiff, uint32_t tag) {
    char *text = 0;
    return TIFFGetField(tiff, tag, &text) ? text : 0;
}

/// Prevents libtiff from writing to standard error.
static inline void ctiff_be_silent(void) {
    TIFFSetErrorHandler(0);
    TIFFSetWarningHandler(0);
}
