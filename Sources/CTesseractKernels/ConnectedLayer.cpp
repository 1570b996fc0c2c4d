// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fully connected layers, after the convolution and at the end.
#include "Kernel.h"
#include "Product.h"
#include "Vectors.h"

#include <cmath>
#include <cstring>

namespace kernels {
namespace {

using Forward = void(ConnectedLayer *, bool, const Activations &, const void *, void *, Activations *);

#if defined(__x86_64__)

bool applies(const ConnectedLayer &layer, bool debug, const Activations &input, const Library &library) {
    const bool isKnown = layer.kind == SOFTMAX_LAYER || (layer.kind == TANH_LAYER && layer.outputs % 8 == 0);
    return isKnown && !debug && !layer.isTraining() && input.isPlain() && input.columns() == layer.inputs &&
           layer.weights.isInteger && *library.product != nullptr;
}

WITH_AVX2 void tanhs(const Library &library, int count, const float *sums, int8_t *to) {
    for (int i = 0; i < count; i += 8) store(hyperbolicTangent(_mm256_loadu_ps(sums + i), library.tanh), to + i);
}

/// Converts sums to probabilities: softmax, with exponents of at least -86.
void softmax(int count, float *numbers) {
    constexpr float least = -86;
    static const float smallest = std::exp(least);
    float largest = numbers[0];
    for (int i = 1; i < count; ++i) {
        if (numbers[i] > largest) largest = numbers[i];
    }
    float total = 0;
    for (int i = 0; i < count; ++i) {
        const float exponent = numbers[i] - largest;
        numbers[i] = exponent <= least ? smallest : std::exp(exponent);
        total += numbers[i];
    }
    if (total <= 0) return;
    for (int i = 0; i < count; ++i) numbers[i] /= total;
}

void forward(const ConnectedLayer &layer, const Library &library, const Activations &input, Activations *output) {
    const bool isSoftmax = layer.kind == SOFTMAX_LAYER;
    library.resize(output, !isSoftmax, input.strides, layer.outputs);
    Product product(layer.weights, library, instructions() == KERNELS_VNNI);
    std::vector<float> sums(layer.outputs + Product::productSlack);
    // The padding is readable even after the last row of the matrix.
    std::vector<int8_t> vector(layer.inputs + Product::vectorSlack);
    for (int place = 0; place < input.integers.rows; ++place) {
        memcpy(vector.data(), input.integers.row(place), layer.inputs);
        product(vector.data(), sums.data());
        if (isSoftmax) {
            softmax(layer.outputs, sums.data());
            memcpy(output->floats.row(place), sums.data(), layer.outputs * sizeof(float));
        } else {
            tanhs(library, layer.outputs, sums.data(), output->integers.row(place));
        }
    }
}

#endif

} // namespace

Forward standInForConnected
    STANDS_FOR("_ZN9tesseract14FullyConnected7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");

void standInForConnected(
    ConnectedLayer *layer, bool debug, const Activations &input, const void *transposed, void *scratch,
    Activations *output) {
    static Forward *const own = original<Forward>(
        "_ZN9tesseract14FullyConnected7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");
    const auto theirs = [&] { own(layer, debug, input, transposed, scratch, output); };
#if defined(__x86_64__)
    static Check check("FullyConnected");
    const Library *use = library();
    if (use != nullptr && applies(*layer, debug, input, *use)) {
        return answer(check, output, [&] { forward(*layer, *use, input, output); }, theirs);
    }
#endif
    theirs();
}

} // namespace kernels
