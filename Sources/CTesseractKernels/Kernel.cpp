// SPDX-License-Identifier: GPL-3.0-or-later
#include "Kernel.h"

#include <algorithm>

namespace kernels {
namespace {

/// The number of calls to compare; a line of text calls each function at most five times.
constexpr int callsToCheck = 10;

std::atomic<const Library *> current{nullptr};
std::atomic<kernels_instructions> allowed{KERNELS_NONE};
std::atomic<kernels_reason> why{KERNELS_NOT_ENABLED};
std::atomic<const char *> different{""};
std::atomic<unsigned> checked{0};
std::atomic<unsigned> rounds{0};

kernels_instructions offered() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return KERNELS_NONE;
    const bool hasVNNI = __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    return hasVNNI ? KERNELS_VNNI : KERNELS_AVX2;
#else
    return KERNELS_NONE;
#endif
}

} // namespace

const Library *library() { return current.load(std::memory_order_acquire); }

kernels_instructions instructions() { return allowed.load(std::memory_order_relaxed); }

bool Check::isDue() {
    const unsigned now = rounds.load();
    if (round.exchange(now) != now) left = callsToCheck;
    return left.load(std::memory_order_relaxed) > 0 && left.fetch_sub(1) > 0;
}

void Check::note(bool areSame) {
    if (areSame) {
        ++checked;
    } else {
        current = nullptr;
        different = function;
        why = KERNELS_DIFFERENCE;
    }
}

std::vector<char> bytes(const Activations &activations) {
    const auto append = [](std::vector<char> &all, const void *from, size_t count) {
        all.insert(all.end(), static_cast<const char *>(from), static_cast<const char *>(from) + count);
    };
    std::vector<char> all;
    append(all, &activations.strides, offsetof(Strides, heights));
    if (activations.isInteger) {
        const auto &matrix = activations.integers;
        append(all, matrix.values, static_cast<size_t>(matrix.rows) * matrix.columns);
    } else {
        const auto &matrix = activations.floats;
        append(all, matrix.values, static_cast<size_t>(matrix.rows) * matrix.columns * sizeof(float));
    }
    return all;
}

} // namespace kernels

void kernels_enable(kernels_instructions most) {
    using namespace kernels;
    current = nullptr;
    different = "";
    checked = 0;
    ++rounds;
    const Library *found = findLibrary();
    const kernels_instructions instructions = std::min(most, offered());
    allowed = instructions;
    if (most == KERNELS_NONE) {
        why = KERNELS_NOT_ENABLED;
    } else if (instructions == KERNELS_NONE) {
        why = KERNELS_PROCESSOR;
    } else if (found == nullptr) {
        why = KERNELS_LIBRARY;
    } else {
        why = KERNELS_IN_USE;
        current = found;
    }
}

void kernels_check_again(void) { ++kernels::rounds; }

kernels_status kernels_state(void) {
    using namespace kernels;
    kernels_status status{};
    status.reason = why;
    status.instructions = status.reason == KERNELS_IN_USE ? allowed.load() : KERNELS_NONE;
    status.checked = checked;
    return status;
}

const char *kernels_difference(void) { return kernels::different; }

const char *kernels_library_misfit(void) { return kernels::libraryMisfit(); }
