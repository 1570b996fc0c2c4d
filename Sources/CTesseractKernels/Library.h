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
    const MatrixProduct *const *product;
    /// tanh and the logistic function at 0, 1/256, 2/256, …, 4095/256.
    const float *tanh;
    const float *logistic;
};

/// The library, when it is loaded and all that was checked of it fits; else NULL.
const Library *findLibrary();

/// What about the library does not fit; empty if all does.
const char *libraryMisfit();

} // namespace kernels
