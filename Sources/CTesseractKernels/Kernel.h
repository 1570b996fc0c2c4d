// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shared code of the functions that replace the library's.
#pragma once

#include "Library.h"
#include "include/CTesseractKernels.h"

#include <atomic>
#include <dlfcn.h>
#include <vector>

/// Gives a function the name of a library function, and exports it.
#define STANDS_FOR(name) __asm__(name) __attribute__((visibility("default"), used))

namespace kernels {

/// Returns the library while the kernels are in use, or else NULL.
const Library *library();

/// Returns the instructions that the kernels may currently use.
kernels_instructions instructions();

/// Returns the library's own version of a function.
template <class Function>
Function *original(const char *name) {
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

/// Compares a function's first calls with the library's own.
class Check {
  public:
    explicit Check(const char *function) : function(function) {}

    /// Returns whether the library must answer this call as well, as for the first calls after `kernels_enable`.
    bool isDue();

    /// Records a comparison; a difference disables the kernels.
    void note(bool areSame);

  private:
    const char *function;
    std::atomic<unsigned> round{0};
    std::atomic<int> left{0};
};

/// Returns the strides and values of activations as bytes.
std::vector<char> bytes(const Activations &);

/// Answers a call with `ours`. If a check is due, also calls `theirs`, keeps its output, and compares both.
template <class Ours, class Theirs>
void answer(Check &check, Activations *output, Ours ours, Theirs theirs) {
    ours();
    if (!check.isDue()) return;
    const auto answered = bytes(*output);
    theirs();
    check.note(answered == bytes(*output));
}

} // namespace kernels
