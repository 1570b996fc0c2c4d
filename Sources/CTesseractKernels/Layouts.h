// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where libtesseract 5.3.0 keeps what the kernels need: as much of its objects' layout in memory as that takes. Only
// objects of the library are looked at this way. Library.cpp checks whether the loaded library keeps to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernels {

/// A matrix, row by row.
template <class T>
struct Matrix {
    void *functions;
    T *values;
    T empty;
    int32_t rows, columns, allocated;

    T *row(int index) const { return values + static_cast<ptrdiff_t>(index) * columns; }
};

/// How a sequence of pictures lies in the rows of a matrix: by picture, y, x.
struct Strides {
    int32_t pictures, height, width;
    int32_t steps[3];
    std::vector<int> heights, widths;
};

/// What a layer reads and writes: a row of numbers for each place of the picture, as floats or as integers of 8 bits,
/// which stand for -1 to 1 as -127 to 127.
struct Activations {
    Matrix<float> floats;
    Matrix<int8_t> integers;
    bool isInteger;
    Strides strides;

    int columns() const { return isInteger ? integers.columns : floats.columns; }
    /// Whether it is one picture of integers.
    bool isPlain() const { return isInteger && strides.pictures == 1; }
};

/// The weights of a layer as integers of 8 bits, each output with its scale; the last input is the constant 1.
struct Weights {
    Matrix<float> floats;
    Matrix<int8_t> integers;
    Matrix<float> transposed;
    bool isInteger, usesAdam;
    std::vector<float> scales;
    Matrix<float> deltas, updates, squares;
    /// The integers in the order in which the library's code for this processor reads them.
    std::vector<int8_t> shaped;

    int outputs() const { return integers.rows; }
    int inputs() const { return integers.columns - 1; }
};

/// The kinds of layers that matter here.
enum LayerKind : int32_t { LSTM_LAYER = 14, LSTM_SUMMARY_LAYER = 15, TANH_LAYER = 19, SOFTMAX_LAYER = 22 };

/// What all layers have.
struct Layer {
    void *functions;
    LayerKind kind;
    int32_t training;
    bool needsBackward;
    int32_t flags, inputs, outputs, weightCount;
    std::string name;
    void *windows[2];
    /// A linear congruential generator, of which this is the state.
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

/// A layer of long short-term memory. The weights of the gates: cell input, input, forget, output, and one for two dimensions.
struct MemoryLayer : Layer {
    int32_t padded, states, feedback;
    bool isTwoDimensional;
    Weights gates[5];
    void *softmax;
};

/// The library's code for the product of a matrix and a vector of integers, for this processor.
struct MatrixProduct {
    void (*multiply)(int rows, int columns, const int8_t *shaped, const float *scales, const int8_t *vector, float *product);
    int outputsPerRegister, mostRegisters, inputsPerRegister, inputsPerGroup;
};

static_assert(sizeof(Matrix<float>) == 32 && sizeof(Matrix<int8_t>) == 32);
static_assert(offsetof(Matrix<float>, rows) == 20 && offsetof(Matrix<int8_t>, rows) == 20);
static_assert(sizeof(Strides) == 72 && sizeof(Activations) == 144 && sizeof(Weights) == 248);

} // namespace kernels
