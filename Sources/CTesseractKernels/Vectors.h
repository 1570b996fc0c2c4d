// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes eight numbers at a time, each exactly as the library does.
#pragma once

#if defined(__x86_64__)

#include <cstdint>
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define WITH_VNNI __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

namespace kernels {

/// Interpolates a function of nonnegative numbers from its table of 4,096 values; the result is 1 after the last
/// value.
WITH_AVX2 inline __m256 interpolate(__m256 x, const float *table) {
    x = _mm256_mul_ps(x, _mm256_set1_ps(256));
    const __m256 isBeyond = _mm256_cmp_ps(x, _mm256_set1_ps(4095), _CMP_GE_OQ);
    const __m256i index = _mm256_cvttps_epi32(_mm256_min_ps(x, _mm256_set1_ps(4094)));
    // Each value and the next one form a 64-bit number.
    const auto *pairs = reinterpret_cast<const double *>(table);
    const __m256 low = _mm256_castpd_ps(_mm256_i32gather_pd(pairs, _mm256_castsi256_si128(index), 4));
    const __m256 high = _mm256_castpd_ps(_mm256_i32gather_pd(pairs, _mm256_extracti128_si256(index, 1), 4));
    const __m256i order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
    const __m256 left = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)), order);
    const __m256 right = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)), order);
    const __m256 part = _mm256_sub_ps(x, _mm256_cvtepi32_ps(index));
    const __m256 between = _mm256_add_ps(left, _mm256_mul_ps(_mm256_sub_ps(right, left), part));
    return _mm256_blendv_ps(between, _mm256_set1_ps(1), isBeyond);
}

/// Interpolates tanh from the table of nonnegative numbers: tanh(-x) = -tanh(x).
WITH_AVX2 inline __m256 hyperbolicTangent(__m256 x, const float *table) {
    const __m256 sign = _mm256_set1_ps(-0.f);
    const __m256 isNegative = _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_LT_OQ);
    return _mm256_xor_ps(interpolate(_mm256_andnot_ps(sign, x), table), _mm256_and_ps(isNegative, sign));
}

/// Interpolates the logistic function from the table of nonnegative numbers: logistic(-x) = 1 - logistic(x).
WITH_AVX2 inline __m256 logistic(__m256 x, const float *table) {
    const __m256 isNegative = _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_LT_OQ);
    const __m256 y = interpolate(_mm256_andnot_ps(_mm256_set1_ps(-0.f), x), table);
    return _mm256_blendv_ps(y, _mm256_sub_ps(_mm256_set1_ps(1), y), isNegative);
}

/// Stores -1 to 1 as -127 to 127, rounded half away from zero and clamped.
WITH_AVX2 inline void store(__m256 x, int8_t *to) {
    const __m256 sign = _mm256_set1_ps(-0.f);
    x = _mm256_mul_ps(x, _mm256_set1_ps(127));
    const __m256 size = _mm256_add_ps(_mm256_andnot_ps(sign, x), _mm256_set1_ps(.5f));
    const __m256i rounded = _mm256_cvttps_epi32(_mm256_min_ps(size, _mm256_set1_ps(127)));
    const __m256i isNegative = _mm256_srai_epi32(_mm256_castps_si256(x), 31);
    const __m256i all = _mm256_sub_epi32(_mm256_xor_si256(rounded, isNegative), isNegative);
    const __m128i halves = _mm_packs_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_packs_epi16(halves, halves));
}

} // namespace kernels

#endif
