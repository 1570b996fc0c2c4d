// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first layers, which read the picture of a line: convolution and max pooling.
#include "Kernel.h"
#include "Vectors.h"

#include <algorithm>
#include <cstring>

namespace kernels {
namespace {

using Convolve = void(ConvolutionLayer *, bool, const Activations &, const void *, void *, Activations *);
using Maximum = void(MaximumLayer *, bool, const Activations &, const void *, void *, Activations *);

/// Places each place's neighbors side by side, by column, with noise outside the picture.
void convolve(const ConvolutionLayer &layer, const Library &library, const Activations &input, Activations *output) {
    library.resize(output, true, input.strides, layer.outputs);
    const int width = input.strides.width, height = input.strides.height;
    const int depth = layer.inputs, column = (2 * layer.halfHeight + 1) * depth;
    const auto noise = [&](int place, const int8_t *to, int count) {
        library.randomize(output, place, static_cast<int>(to - output->integers.row(place)), count, layer.random);
    };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int place = y * width + x;
            int8_t *to = output->integers.row(place);
            for (int dx = -layer.halfWidth; dx <= layer.halfWidth; ++dx) {
                if (x + dx < 0 || x + dx >= width) {
                    noise(place, to, column);
                    to += column;
                    continue;
                }
                for (int dy = -layer.halfHeight; dy <= layer.halfHeight; ++dy, to += depth) {
                    if (y + dy < 0 || y + dy >= height) {
                        noise(place, to, depth);
                    } else {
                        const int8_t *from = input.integers.row(place + dy * width + dx);
                        if (depth == 1) {
                            *to = *from;
                        } else {
                            memcpy(to, from, depth);
                        }
                    }
                }
            }
        }
    }
}

void maximum(const MaximumLayer &layer, const Library &library, const Activations &input, Activations *output) {
    library.resizeScaled(output, input, layer.width, layer.height, layer.outputs);
    const int width = input.strides.width, height = input.strides.height, depth = layer.inputs;
    const int newWidth = output->strides.width, newHeight = output->strides.height;
    for (int y = 0; y < newHeight; ++y) {
        for (int x = 0; x < newWidth; ++x) {
            int8_t *to = output->integers.row(y * newWidth + x);
            memcpy(to, input.integers.row(y * layer.height * width + x * layer.width), depth);
            for (int fromY = y * layer.height; fromY < std::min((y + 1) * layer.height, height); ++fromY) {
                for (int fromX = x * layer.width; fromX < std::min((x + 1) * layer.width, width); ++fromX) {
                    const int8_t *from = input.integers.row(fromY * width + fromX);
                    for (int i = 0; i < depth; ++i) to[i] = std::max(to[i], from[i]);
                }
            }
        }
    }
}

} // namespace

Convolve standInForConvolution
    STANDS_FOR("_ZN9tesseract8Convolve7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");
Maximum standInForMaximum
    STANDS_FOR("_ZN9tesseract7Maxpool7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");

void standInForConvolution(
    ConvolutionLayer *layer, bool debug, const Activations &input, const void *transposed, void *scratch,
    Activations *output) {
    static Convolve *const own = original<Convolve>(
        "_ZN9tesseract8Convolve7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");
    static Check check("Convolve");
    const Library *use = library();
    if (use != nullptr && !debug && input.isPlain() && input.columns() == layer->inputs) {
        const bool isDue = check.isDue();
        const uint64_t random = isDue ? *layer->random : 0;
        convolve(*layer, *use, input, output);
        if (!isDue) return;
        const auto ours = bytes(*output);
        const uint64_t ourRandom = *layer->random;
        *layer->random = random;
        own(layer, debug, input, transposed, scratch, output);
        return check.note(ours == bytes(*output) && ourRandom == *layer->random);
    }
    own(layer, debug, input, transposed, scratch, output);
}

void standInForMaximum(
    MaximumLayer *layer, bool debug, const Activations &input, const void *transposed, void *scratch, Activations *output) {
    static Maximum *const own = original<Maximum>(
        "_ZN9tesseract7Maxpool7ForwardEbRKNS_9NetworkIOEPKNS_15TransposedArrayEPNS_14NetworkScratchEPS1_");
    const auto theirs = [&] { own(layer, debug, input, transposed, scratch, output); };
    static Check check("Maxpool");
    const Library *use = library();
    if (use != nullptr && !debug && !layer->isTraining() && input.isPlain() && input.columns() == layer->inputs) {
        return answer(check, output, [&] { maximum(*layer, *use, input, output); }, theirs);
    }
    theirs();
}

} // namespace kernels
