// SPDX-License-Identifier: GPL-3.0-or-later
//
// The LSTM layer, which takes half of all time. The library converts the recurrent output to integers and back for
// each place and each gate, looks up every place through four functions, and computes one number at a time.
#include "Kernel.h"
#include "Product.h"
#include "Vectors.h"

#include <cstring>

namespace kernels {
namespace {

using Forward = void(MemoryLayer *, bool, const Activations &, const void *, void *, Activations *);
constexpr const char *name = "_ZN9tesseract4LSTM7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_";

#if defined(__x86_64__)

bool applies(const MemoryLayer &layer, bool debug, const Activations &input, const Library &library) {
    return (layer.kind == LSTM_LAYER || layer.kind == LSTM_SUMMARY_LAYER) && !debug && !layer.isTraining() &&
           layer.softmax == nullptr && !layer.isTwoDimensional && layer.states % 8 == 0 && input.isPlain() &&
           input.columns() == layer.inputs && layer.padded == layer.inputs + layer.states &&
           layer.gates[0].isInteger && *library.product != nullptr;
}

/// Computes the new states, and the output as integers, from the sums of the four gates.
WITH_AVX2 void step(const Library &library, int count, const float *const sums[4], float *states, int8_t *output) {
    for (int i = 0; i < count; i += 8) {
        const __m256 cell = hyperbolicTangent(_mm256_loadu_ps(sums[0] + i), library.tanh);
        const __m256 input = logistic(_mm256_loadu_ps(sums[1] + i), library.logistic);
        const __m256 forget = logistic(_mm256_loadu_ps(sums[2] + i), library.logistic);
        const __m256 gate = logistic(_mm256_loadu_ps(sums[3] + i), library.logistic);
        __m256 state = _mm256_mul_ps(_mm256_loadu_ps(states + i), forget);
        state = _mm256_add_ps(state, _mm256_mul_ps(cell, input));
        state = _mm256_min_ps(_mm256_set1_ps(100), _mm256_max_ps(_mm256_set1_ps(-100), state));
        _mm256_storeu_ps(states + i, state);
        store(_mm256_mul_ps(hyperbolicTangent(state, library.tanh), gate), output + i);
    }
}

void forward(const MemoryLayer &layer, const Library &library, const Activations &input, Activations *output) {
    const bool onlyLast = layer.kind == LSTM_SUMMARY_LAYER;
    if (onlyLast) {
        library.resizeToWidth1(output, input, layer.outputs);
    } else {
        library.resize(output, true, input.strides, layer.outputs);
    }
    const int count = layer.states;
    const size_t room = count + Product::productSlack;
    std::vector<float> numbers(5 * room);
    float *sums[4] = {&numbers[0], &numbers[room], &numbers[2 * room], &numbers[3 * room]};
    float *states = &numbers[4 * room];
    // The input at a place, followed by the output at the previous place.
    std::vector<int8_t> vector(layer.padded + Product::vectorSlack);
    int8_t *previous = &vector[layer.inputs];
    const bool usesVNNI = instructions() == KERNELS_VNNI;
    Product products[4] = {
        {layer.gates[0], library, usesVNNI}, {layer.gates[1], library, usesVNNI},
        {layer.gates[2], library, usesVNNI}, {layer.gates[3], library, usesVNNI}};
    for (int y = 0; y < input.strides.height; ++y) {
        memset(states, 0, count * sizeof(float));
        memset(previous, 0, count);
        for (int x = 0; x < input.strides.width; ++x) {
            const int place = y * input.strides.width + x;
            memcpy(vector.data(), input.integers.row(place), layer.inputs);
            for (int gate = 0; gate < 4; ++gate) products[gate](vector.data(), sums[gate]);
            step(library, count, sums, states, previous);
            if (!onlyLast) memcpy(output->integers.row(place), previous, count);
        }
        if (onlyLast) memcpy(output->integers.row(y), previous, count);
    }
}

#endif

} // namespace

Forward standInForMemory STANDS_FOR("_ZN9tesseract4LSTM7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");

void standInForMemory(
    MemoryLayer *layer, bool debug, const Activations &input, const void *transposed, void *scratch, Activations *output) {
    static Forward *const own = original<Forward>(name);
    const auto theirs = [&] { own(layer, debug, input, transposed, scratch, output); };
#if defined(__x86_64__)
    static Check check("LSTM");
    const Library *use = library();
    if (use != nullptr && applies(*layer, debug, input, *use)) {
        return answer(check, output, [&] { forward(*layer, *use, input, output); }, theirs);
    }
#endif
    theirs();
}

} // namespace kernels
