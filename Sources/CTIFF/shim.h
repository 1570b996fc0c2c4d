// SPDX-License-Identifier: GPL-3.0-or-later
//
// libtiff, and fixed-argument forms of the calls that Swift cannot make because they are variadic.
#include <tiffio.h>

/// A tag of 16 bits, or its default; 0 when there is neither.
static inline int ctiff_get_short(TIFF *tiff, uint32_t tag, uint16_t *value) {
    return TIFFGetFieldDefaulted(tiff, tag, value);
}

/// A tag of 32 bits; 0 when it is missing.
static inline int ctiff_get_long(TIFF *tiff, uint32_t tag, uint32_t *value) { return TIFFGetField(tiff, tag, value); }

/// A fraction; 0 when it is missing.
static inline int ctiff_get_fraction(TIFF *tiff, uint32_t tag, float *value) { return TIFFGetField(tiff, tag, value); }

/// A text; NULL when it is missing. It stays until another directory is read.
static inline const char *ctiff_get_text(TIFF *tiff, uint32_t tag) {
    char *text = 0;
    return TIFFGetField(tiff, tag, &text) ? text : 0;
}

/// Keeps libtiff from writing to standard error.
static inline void ctiff_be_silent(void) {
    TIFFSetErrorHandler(0);
    TIFFSetWarningHandler(0);
}
