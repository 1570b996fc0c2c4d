// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory layout of libtesseract 5.3.0, as far as the kernels need it, for objects of the library only.
// Library.cpp checks whether the loaded library matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernels {

/// A matrix stored row by row.
template <class T>
struct Matrix {
    void *functions;
    T *values;
    T empty;
    int32_t rows, columns, allocated;

    T *row(int index) const { return values + static_cast<ptrdiff_t>(index) * columns; }
};

/// The layout of a sequence of pictures in the rows of a matrix: by picture, y, x.
struct Strides {
    int32_t pictures, height, width;
    int32_t steps[3];
    std::vector<int> heights, widths;
};

/// The input or output of a layer: a row of numbers for each place of the picture, as floats or as 8-bit integers, in
/// which -127 to 127 stand for -1 to 1.
struct Activations {
    Matrix<float> floats;
    Matrix<int8_t> integers;
    bool isInteger;
    Strides strides;

    int columns() const { return isInteger ? integers.columns : floats.columns; }
    /// Returns whether the activations are one picture of integers.
    bool isPlain() const { return isInteger && strides.pictures == 1; }
};

/// The weights of a layer as 8-bit integers, with a scale per output; the last input is the constant 1.
struct Weights {
    Matrix<float> floats;
    Matrix<int8_t> integers;
    Matrix<float> transposed;
    bool isInteger, usesAdam;
    std::vector<float> scales;
    Matrix<float> deltas, updates, squares;
    /// The integers in the order that the library's code for this processor requires.
    std::vector<int8_t> shaped;

    int outputs() const { return integers.rows; }
    int inputs() const { return integers.columns - 1; }
};

/// The kinds of layers that the kernels handle.
enum LayerKind : int32_t { LSTM_LAYER = 14, LSTM_SUMMARY_LAYER = 15, TANH_LAYER = 19, SOFTMAX_LAYER = 22 };

/// The common part of all layers.
struct Layer {
    void *functions;
    LayerKind kind;
    int32_t training;
    bool needsBackward;
    int32_t flags, inputs, outputs, weightCount;
    std::string name;
    void *windows[2];
    /// The state of a linear congruential generator.
    uint64_t *random;

    bool isTraining() const { return training == 1; }
};

struct ConvolutionLayer : Layer {
    int32_t halfWidth, halfHeight;
};

struct MaximumLayer : Layer {
    Strides backward;
    int32_t width, height;
};

struct ConnectedLayer : Layer {
    Weights weights;
};

/// An LSTM layer. The gates' weights are: cell input, input, forget, output, and one for two dimensions.
struct MemoryLayer : Layer {
    int32_t padded, states, feedback;
    bool isTwoDimensional;
    Weights gates[5];
    void *softmax;
};

/// The library's matrix-vector product of integers for this processor.
struct MatrixProduct {
    void (*multiply)(int rows, int columns, const int8_t *shaped, const float *scales, const int8_t *vector, float *product);
    int outputsPerRegister, mostRegisters, inputsPerRegister, inputsPerGroup;
};

static_assert(sizeof(Matrix<float>) == 32 && sizeof(Matrix<int8_t>) == 32);
static_assert(offsetof(Matrix<float>, rows) == 20 && offsetof(Matrix<int8_t>, rows) == 20);
static_assert(sizeof(Strides) == 72 && sizeof(Activations) == 144 && sizeof(Weights) == 248);

} // namespace kernels
