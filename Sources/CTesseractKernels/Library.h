// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Layouts.h"

namespace kernels {

/// Functions and tables of libtesseract that the kernels use.
struct Library {
    void (*resize)(Activations *, bool isInteger, const Strides &, int columns);
    void (*resizeScaled)(Activations *, const Activations &like, int xScale, int yScale, int columns);
    void (*resizeToWidth1)(Activations *, const Activations &like, int columns);
    void (*randomize)(Activations *, int row, int column, int count, uint64_t *random);
    void (*transpose)(Strides *);
    /// Moves to the next word of a page.
    PageWord *(*forward)(PageIterator *, bool isNewBlock, bool visitsEmpty);
    PageWord *(*startPage)(PageIterator *, bool visitsEmpty);
    const MatrixProduct *const *product;
    /// The tables of tanh and the logistic function at 0, 1/256, 2/256, …, 4095/256.
    const float *tanh;
    const float *logistic;
};

/// Returns whether the library walks through the rows and words of a page in the layout of Layouts.h.
bool areRowsLaidOut(const Library &);

/// Returns the library if it's loaded and passes all checks, or else NULL.
const Library *findLibrary();

/// Returns the reason why the library doesn't fit, or an empty text.
const char *libraryMisfit();

} // namespace kernels
