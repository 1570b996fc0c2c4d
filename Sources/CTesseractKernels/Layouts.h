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

/// A circular list. Each element begins with a pointer to the next one.
template <class Element>
struct List {
    Element *last;
};

/// An iterator over a list, which ends when it reaches its start again.
template <class Element>
struct ListIterator {
    const List<Element> *list = nullptr;
    Element *previous = nullptr, *current = nullptr, *next = nullptr, *start = nullptr;
    bool wasLast = false, wasStart = false, hasMoved = false;

    ListIterator() = default;
    explicit ListIterator(const List<Element> &all) : list(&all), previous(all.last) {
        if (previous == nullptr) return;
        start = current = previous->following;
        next = current->following;
    }

    bool isAtEnd() const { return current == nullptr || (hasMoved && current == start); }

    void advance() {
        previous = current;
        current = current->following;
        next = current->following;
        hasMoved = true;
    }

    bool operator==(const ListIterator &other) const {
        return list == other.list && previous == other.previous && current == other.current && next == other.next &&
               start == other.start && wasLast == other.wasLast && wasStart == other.wasStart && hasMoved == other.hasMoved;
    }
};

/// The words, rows, and blocks that were read. The kernels don't look into words.
struct PageWord {
    PageWord *following;
};

struct PageRow {
    PageRow *following;
    void *row;
    int32_t characters, rejected, rejectedWords;
    List<PageWord> words;
};

struct PageBlock {
    PageBlock *following;
    void *block;
    int32_t characters, rejected;
    int16_t font, rowCount;
    float height;
    bool hasFont, isBold, isItalic;
    List<PageRow> rows;
};

struct PageResults {
    int32_t characters, rejected;
    List<PageBlock> blocks;
    bool isRejected;
    void **choiceBefore;
};

/// An iterator over the words of a page, which also stores the words before and after the current one.
struct PageIterator {
    struct Place {
        PageWord *word;
        PageRow *row;
        PageBlock *block;

        bool operator==(const Place &other) const {
            return word == other.word && row == other.row && block == other.block;
        }
    };

    PageResults *page;
    Place previous, current, next;
    ListIterator<PageBlock> blocks;
    ListIterator<PageRow> rows;
    ListIterator<PageWord> words, atCurrent, atNext;

    bool operator==(const PageIterator &other) const {
        return page == other.page && previous == other.previous && current == other.current && next == other.next &&
               blocks == other.blocks && rows == other.rows && words == other.words && atCurrent == other.atCurrent &&
               atNext == other.atNext;
    }
};

static_assert(sizeof(Matrix<float>) == 32 && sizeof(Matrix<int8_t>) == 32);
static_assert(offsetof(Matrix<float>, rows) == 20 && offsetof(Matrix<int8_t>, rows) == 20);
static_assert(sizeof(Strides) == 72 && sizeof(Activations) == 144 && sizeof(Weights) == 248);
static_assert(offsetof(PageRow, words) == 32 && offsetof(PageBlock, rows) == 40 && offsetof(PageResults, blocks) == 8);
static_assert(offsetof(PageResults, choiceBefore) == 24 && sizeof(ListIterator<PageWord>) == 48 && sizeof(PageIterator) == 320);

} // namespace kernels
