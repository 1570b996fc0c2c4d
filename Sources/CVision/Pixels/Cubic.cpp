// SPDX-License-Identifier: GPL-3.0-or-later
//
// A faster cv::warpPerspective for cubic filters, with AVX2. All sums are integers, and positions are computed in the same order of operations, so
// the pixels are the same. The first pictures of each process are compared with OpenCV's, and any difference ends the use of this version.
#include "Cubic.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>

#include <opencv2/imgproc.hpp>

#include "CVision.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vision {

namespace {

/// Whether the processor has the instructions.
bool hasProcessor() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

/// The number of pictures that are still compared with OpenCV's. The first ones are lines of text or pages.
std::atomic<int> picturesToCheck{3};
/// Whether the processor has the instructions, and no picture differed from OpenCV's.
std::atomic<bool> isUsed{hasProcessor()};

void warpByLibrary(const cv::Mat &source, cv::Mat &target, const cv::Matx33d &targetToSource, const cv::Scalar &colour) {
    cv::warpPerspective(source, target, targetToSource, target.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                        cv::BORDER_CONSTANT, colour);
}

#if defined(__x86_64__)

/// The number of positions between two pixels, in each direction.
constexpr int positions = 32;
constexpr int taps = 4;
/// The sum of the weights of a position.
constexpr int one = 1 << 15;
/// OpenCV computes positions relative to the first pixel of a block.
constexpr int blockArea = 1024, blockHeight = 16;
constexpr int widestBlock = blockArea;

/// The weights of all positions: for each row and column of a position, four rows of four weights.
class Weights {
public:
    Weights() {
        std::array<std::array<float, taps>, positions> single;
        for (int position = 0; position < positions; ++position) single[size_t(position)] = cubic(float(position) / positions);
        for (int y = 0; y < positions; ++y) {
            for (int x = 0; x < positions; ++x) fill(at(x, y), single[size_t(x)], single[size_t(y)]);
        }
    }

    /// Returns the weights of a position, whose offset is its row times the number of positions, plus its column.
    const int16_t *at(int offset) const { return weights_[size_t(offset)].data(); }

private:
    using Square = std::array<int16_t, taps * taps>;

    Square &at(int x, int y) { return weights_[size_t(y * positions + x)]; }

    static std::array<float, taps> cubic(float x) {
        constexpr float steepness = -0.75f;
        std::array<float, taps> result;
        result[0] = ((steepness * (x + 1) - 5 * steepness) * (x + 1) + 8 * steepness) * (x + 1) - 4 * steepness;
        result[1] = ((steepness + 2) * x - (steepness + 3)) * x * x + 1;
        result[2] = ((steepness + 2) * (1 - x) - (steepness + 3)) * (1 - x) * (1 - x) + 1;
        result[3] = 1.f - result[0] - result[1] - result[2];
        return result;
    }

    /// Rounds the weights. The rest is added to the largest of the four last ones, or to the smallest one.
    static void fill(Square &square, const std::array<float, taps> &across, const std::array<float, taps> &down) {
        int sum = 0;
        for (int y = 0; y < taps; ++y) {
            for (int x = 0; x < taps; ++x) {
                const auto weight = cv::saturate_cast<int16_t>(down[size_t(y)] * across[size_t(x)] * one);
                square[size_t(y * taps + x)] = weight;
                sum += weight;
            }
        }
        constexpr size_t first = (taps / 2) * taps + taps / 2;
        size_t least = first, most = first;
        for (const size_t index : {first, first + 1, first + taps, first + taps + 1}) {
            if (square[index] < square[least]) {
                least = index;
            } else if (square[index] > square[most]) {
                most = index;
            }
        }
        const int rest = sum - one;
        int16_t &changed = square[rest < 0 ? most : least];
        changed = int16_t(changed - rest);
    }

    alignas(32) std::array<Square, size_t(positions) * positions> weights_;
};

/// The positions of a block's pixels in the source: the first tap, and the offset of the weights.
struct Places {
    alignas(16) std::array<int, widestBlock> x, y, weights;
};

/// A row of a block.
struct Run {
    int y, first, count;
};

uint8_t rounded(int sum) { return cv::saturate_cast<uint8_t>((sum + one / 2) >> 15); }

/// Returns x or y of four pixels, in positions.
__attribute__((target("avx2"))) inline __m128i located(__m256d place, __m256d factor) {
    const __m256d least = _mm256_set1_pd(INT32_MIN), most = _mm256_set1_pd(INT32_MAX);
    return _mm256_cvtpd_epi32(_mm256_max_pd(least, _mm256_min_pd(most, _mm256_mul_pd(place, factor))));
}

/// Returns the first taps, limited to 16 bits.
__attribute__((target("avx2"))) inline __m128i firstTaps(__m128i place) {
    const __m128i pixels = _mm_srai_epi32(place, 5);
    return _mm_sub_epi32(_mm_cvtepi16_epi32(_mm_packs_epi32(pixels, pixels)), _mm_set1_epi32(1));
}

__attribute__((target("avx2"))) void locate(const cv::Matx33d &matrix, const Run &run, Places &places) {
    const double *m = matrix.val;
    const __m256d startX = _mm256_set1_pd(m[0] * run.first + m[1] * run.y + m[2]);
    const __m256d startY = _mm256_set1_pd(m[3] * run.first + m[4] * run.y + m[5]);
    const double startDepth = m[6] * run.first + m[7] * run.y + m[8];
    const __m128i within = _mm_set1_epi32(positions - 1);
    __m256d factor = _mm256_set1_pd(startDepth != 0 ? positions / startDepth : 0);
    for (int index = 0; index < run.count; index += 4) {
        const __m256d step = _mm256_setr_pd(index, index + 1, index + 2, index + 3);
        if (m[6] != 0) {
            const __m256d depth = _mm256_add_pd(_mm256_set1_pd(startDepth), _mm256_mul_pd(_mm256_set1_pd(m[6]), step));
            const __m256d isFinite = _mm256_cmp_pd(depth, _mm256_setzero_pd(), _CMP_NEQ_OQ);
            factor = _mm256_and_pd(_mm256_div_pd(_mm256_set1_pd(positions), depth), isFinite);
        }
        const __m128i x = located(_mm256_add_pd(startX, _mm256_mul_pd(_mm256_set1_pd(m[0]), step)), factor);
        const __m128i y = located(_mm256_add_pd(startY, _mm256_mul_pd(_mm256_set1_pd(m[3]), step)), factor);
        const __m128i offset = _mm_add_epi32(_mm_slli_epi32(_mm_and_si128(y, within), 5), _mm_and_si128(x, within));
        _mm_store_si128(reinterpret_cast<__m128i *>(&places.x[size_t(index)]), firstTaps(x));
        _mm_store_si128(reinterpret_cast<__m128i *>(&places.y[size_t(index)]), firstTaps(y));
        _mm_store_si128(reinterpret_cast<__m128i *>(&places.weights[size_t(index)]), offset);
    }
}

/// Returns a pixel whose taps are partly outside the source.
void edgePixel(const cv::Mat &source, int x, int y, const int16_t *weights, const cv::Scalar &colour, uint8_t *target) {
    const int channels = source.channels();
    const bool isOutside = x >= source.cols || y >= source.rows || x + taps <= 0 || y + taps <= 0;
    for (int channel = 0; channel < channels; ++channel) {
        const int outside = cv::saturate_cast<uint8_t>(colour[channel]);
        if (isOutside) {
            target[channel] = uint8_t(outside);
            continue;
        }
        int sum = 0;
        for (int row = 0; row < taps; ++row) {
            for (int column = 0; column < taps; ++column) {
                const int atX = x + column, atY = y + row;
                const bool isInside = atX >= 0 && atY >= 0 && atX < source.cols && atY < source.rows;
                sum += weights[row * taps + column] * (isInside ? source.ptr(atY)[atX * channels + channel] : outside);
            }
        }
        target[channel] = rounded(sum);
    }
}

int fourBytes(const uint8_t *from) {
    int result;
    std::memcpy(&result, from, sizeof result);
    return result;
}

/// Returns the products of 16 pixels and their weights, added in pairs.
__attribute__((target("avx2"))) inline __m256i products(__m128i pixels, const int16_t *weights) {
    return _mm256_madd_epi16(_mm256_cvtepu8_epi16(pixels), _mm256_load_si256(reinterpret_cast<const __m256i *>(weights)));
}

__attribute__((target("avx2"))) inline __m128i grayTaps(const uint8_t *from, size_t stride) {
    return _mm_setr_epi32(fourBytes(from), fourBytes(from + stride), fourBytes(from + 2 * stride), fourBytes(from + 3 * stride));
}

/// Returns the sums of four groups of eight numbers.
__attribute__((target("avx2"))) inline __m128i sums(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i all = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    return _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
}

/// Rounds four sums to bytes.
__attribute__((target("avx2"))) inline int roundedBytes(__m128i sums) {
    const __m128i shifted = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(one / 2)), 15);
    const __m128i words = _mm_packs_epi32(shifted, shifted);
    return _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
}

__attribute__((target("avx2"))) inline void fillGray(const cv::Mat &source, const Weights &weights, const Places &places,
                                                     int first, uint8_t *target) {
    __m256i pixels[4];
    for (int index = 0; index < 4; ++index) {
        const size_t place = size_t(first + index);
        const uint8_t *from = source.ptr(places.y[place]) + places.x[place];
        pixels[index] = products(grayTaps(from, source.step), weights.at(places.weights[place]));
    }
    const int bytes = roundedBytes(sums(pixels[0], pixels[1], pixels[2], pixels[3]));
    std::memcpy(target, &bytes, 4);
}

/// Fills one pixel of three channels. Reads 16 bytes of each row, of which 12 are taps.
__attribute__((target("avx2"))) inline void fillColour(const cv::Mat &source, const Weights &weights, const Places &places,
                                                       int index, uint8_t *target) {
    const size_t place = size_t(index);
    const uint8_t *from = source.ptr(places.y[place]) + 3 * places.x[place];
    // The bytes of each channel side by side.
    const __m128i order = _mm_setr_epi8(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, -1, -1, -1, -1);
    __m128i rows[taps];
    for (size_t row = 0; row < taps; ++row) {
        rows[row] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from + row * source.step)), order);
    }
    const __m128i low01 = _mm_unpacklo_epi32(rows[0], rows[1]), low23 = _mm_unpacklo_epi32(rows[2], rows[3]);
    const __m128i high01 = _mm_unpackhi_epi32(rows[0], rows[1]), high23 = _mm_unpackhi_epi32(rows[2], rows[3]);
    const int16_t *those = weights.at(places.weights[place]);
    const int bytes = roundedBytes(sums(
        products(_mm_unpacklo_epi64(low01, low23), those), products(_mm_unpackhi_epi64(low01, low23), those),
        products(_mm_unpacklo_epi64(high01, high23), those), _mm256_setzero_si256()));
    std::memcpy(target, &bytes, 3);
}

__attribute__((target("avx2"))) void fillRun(const cv::Mat &source, const Weights &weights, const Places &places,
                                             const Run &run, const cv::Scalar &colour, uint8_t *target) {
    const int channels = source.channels();
    // Three more bytes than the taps are read of each row of a color picture.
    const int lastX = source.cols - taps - (channels == 3 ? 2 : 0), lastY = source.rows - taps;
    const auto isInside = [&](int index) {
        const int x = places.x[size_t(index)], y = places.y[size_t(index)];
        return x >= 0 && y >= 0 && x <= lastX && y <= lastY;
    };
    for (int index = 0; index < run.count;) {
        uint8_t *pixel = target + index * channels;
        if (channels == 1 && index + 4 <= run.count && isInside(index) && isInside(index + 1) && isInside(index + 2) &&
            isInside(index + 3)) {
            fillGray(source, weights, places, index, pixel);
            index += 4;
            continue;
        }
        if (channels == 3 && isInside(index)) {
            fillColour(source, weights, places, index, pixel);
        } else {
            const size_t place = size_t(index);
            edgePixel(source, places.x[place], places.y[place], weights.at(places.weights[place]), colour, pixel);
        }
        ++index;
    }
}

void warp(const cv::Mat &source, cv::Mat &target, const cv::Matx33d &targetToSource, const cv::Scalar &colour) {
    static const Weights weights;
    Places places;
    const int blockWidth = std::min(blockArea / std::min(blockHeight, target.rows), target.cols);
    for (int y = 0; y < target.rows; ++y) {
        for (int x = 0; x < target.cols; x += blockWidth) {
            const Run run{y, x, std::min(blockWidth, target.cols - x)};
            locate(targetToSource, run, places);
            fillRun(source, weights, places, run, colour, target.ptr(y) + x * target.channels());
        }
    }
}

bool isSame(const cv::Mat &a, const cv::Mat &b) {
    for (int y = 0; y < a.rows; ++y) {
        if (std::memcmp(a.ptr(y), b.ptr(y), size_t(a.cols) * a.elemSize()) != 0) return false;
    }
    return true;
}

#endif

}  // namespace

void warpCubic(const cv::Mat &source, cv::Mat &target, const cv::Matx33d &targetToSource, const cv::Scalar &colour) {
#if defined(__x86_64__)
    const bool applies = source.depth() == CV_8U && (source.channels() == 1 || source.channels() == 3) && !source.empty();
    if (isUsed && applies) {
        warp(source, target, targetToSource, colour);
        if (picturesToCheck.load(std::memory_order_relaxed) <= 0) return;
        --picturesToCheck;
        cv::Mat theirs(target.size(), target.type());
        warpByLibrary(source, theirs, targetToSource, colour);
        if (isSame(target, theirs)) return;
        isUsed = false;
        theirs.copyTo(target);
        return;
    }
#endif
    warpByLibrary(source, target, targetToSource, colour);
}

}  // namespace vision

void vision_check_cubic(int32_t pictures) { vision::picturesToCheck = pictures; }

int vision_cubic_differs(void) { return vision::hasProcessor() && !vision::isUsed; }
