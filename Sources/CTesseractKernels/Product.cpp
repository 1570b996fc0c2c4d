// SPDX-License-Identifier: GPL-3.0-or-later
#include "Product.h"

#include "Vectors.h"

#include <cstring>

namespace kernels {

#if defined(__x86_64__)

namespace {

/// The numbers of outputs with adjacent weights; the largest blocks come first.
constexpr int blocks[] = {64, 32, 16, 8};

/// Computes the sums of eight outputs. The weights are stored in groups of four inputs, each for output 0, output 1,
/// …
WITH_VNNI inline __m256i sums(const int8_t *shaped, int stride, const uint8_t *vector, int groups, __m256i sum) {
    for (int group = 0; group < groups; ++group) {
        int32_t four;
        memcpy(&four, vector + 4 * group, 4);
        const auto *here = reinterpret_cast<const __m256i *>(shaped + static_cast<ptrdiff_t>(group) * stride);
        sum = _mm256_dpbusd_epi32(sum, _mm256_set1_epi32(four), _mm256_loadu_si256(here));
    }
    return sum;
}

/// Computes the sums of `Registers` times sixteen outputs.
template <int Registers>
WITH_VNNI inline void sums(const int8_t *shaped, const uint8_t *vector, int groups, const int32_t *starts, __m512i *sum) {
    for (int r = 0; r < Registers; ++r) sum[r] = _mm512_loadu_si512(starts + 16 * r);
    for (int group = 0; group < groups; ++group) {
        int32_t four;
        memcpy(&four, vector + 4 * group, 4);
        const __m512i factor = _mm512_set1_epi32(four);
        for (int r = 0; r < Registers; ++r) {
            sum[r] = _mm512_dpbusd_epi32(sum[r], factor, _mm512_loadu_si512(shaped + 64 * r));
        }
        shaped += 64 * Registers;
    }
}

template <int Registers>
WITH_VNNI inline void products(
    const int8_t *shaped, const uint8_t *vector, int groups, const int32_t *starts, const float *scales, float *to) {
    __m512i sum[Registers];
    sums<Registers>(shaped, vector, groups, starts, sum);
    for (int r = 0; r < Registers; ++r) {
        _mm512_storeu_ps(to + 16 * r, _mm512_mul_ps(_mm512_cvtepi32_ps(sum[r]), _mm512_loadu_ps(scales + 16 * r)));
    }
}

/// Computes the products with VNNI, from sums that start with `starts`.
WITH_VNNI void multiply(const Weights &weights, const int32_t *starts, const uint8_t *vector, float *to) {
    const int groups = (weights.inputs() + 3) / 4;
    const int8_t *shaped = weights.shaped.data();
    const float *scales = weights.scales.data();
    int left = (weights.outputs() + 7) / 8 * 8;
    for (int block : blocks) {
        for (; left >= block; left -= block) {
            switch (block) {
            case 64: products<4>(shaped, vector, groups, starts, scales, to); break;
            case 32: products<2>(shaped, vector, groups, starts, scales, to); break;
            case 16: products<1>(shaped, vector, groups, starts, scales, to); break;
            default:
                const __m256i start = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(starts));
                const __m256 sum = _mm256_cvtepi32_ps(sums(shaped, 32, vector, groups, start));
                _mm256_storeu_ps(to, _mm256_mul_ps(sum, _mm256_loadu_ps(scales)));
            }
            // A block's weights are followed by its biases.
            shaped += static_cast<ptrdiff_t>(block) * (4 * groups + 1);
            starts += block;
            scales += block;
            to += block;
        }
    }
}

/// Adds 128 to each number.
WITH_AVX2 void shift(const int8_t *vector, int count, uint8_t *to) {
    const __m256i sign = _mm256_set1_epi8(static_cast<char>(0x80));
    for (int i = 0; i < count; i += 32) {
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(vector + i));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + i), _mm256_xor_si256(x, sign));
    }
}

/// Returns the starts of sums with shifted numbers: 127 times each output's bias, minus 128 times the sum of its
/// weights.
std::vector<int32_t> startsOf(const Weights &weights) {
    std::vector<int32_t> starts(weights.outputs() + Product::productSlack);
    for (int output = 0; output < weights.outputs(); ++output) {
        const int8_t *row = weights.integers.row(output);
        int32_t sum = 0;
        for (int input = 0; input < weights.inputs(); ++input) sum += row[input];
        starts[output] = 127 * row[weights.inputs()] - 128 * sum;
    }
    return starts;
}

} // namespace

Product::Product(const Weights &weights, const Library &library, bool usesVNNI)
    : weights(weights), product(**library.product), usesVNNI(usesVNNI && product.outputsPerRegister == 8) {
    if (!this->usesVNNI) return;
    shifted.resize(weights.inputs() + vectorSlack);
    starts = startsOf(weights);
}

void Product::operator()(const int8_t *vector, float *products) {
    if (usesVNNI) {
        shift(vector, weights.inputs(), shifted.data());
        multiply(weights, starts.data(), shifted.data(), products);
    } else {
        product.multiply(
            weights.integers.rows, weights.integers.columns, weights.shaped.data(), weights.scales.data(), vector, products);
    }
}

#endif

} // namespace kernels
