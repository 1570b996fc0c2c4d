// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the functions that stand in for the library's have in common.
#pragma once

#include "Library.h"
#include "include/CTesseractKernels.h"

#include <atomic>
#include <dlfcn.h>
#include <vector>

/// Gives a function the name of one of the library's, and exports it.
#define STANDS_FOR(name) __asm__(name) __attribute__((visibility("default"), used))

namespace kernels {

/// The library, while the kernels are in use; else NULL.
const Library *library();

/// The instructions that may be used now.
kernels_instructions instructions();

/// The library's own version of a function.
template <class Function>
Function *original(const char *name) {
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

/// The comparison of a function's first calls with the library's own.
class Check {
  public:
    explicit Check(const char *function) : function(function) {}

    /// Whether the library is to answer this call, too; says yes to the first calls since `kernels_enable`.
    bool isDue();

    /// Says how the two answers compare; when they differ, the kernels are not used any more.
    void note(bool areSame);

  private:
    const char *function;
    std::atomic<unsigned> round{0};
    std::atomic<int> left{0};
};

/// The bytes of all rows.
std::vector<char> bytes(const Activations &);

/// Has a call answered by `ours`; where that is due, then by `theirs`, too, and compares what both leave in the output.
template <class Ours, class Theirs>
void answer(Check &check, Activations *output, Ours ours, Theirs theirs) {
    ours();
    if (!check.isDue()) return;
    const auto answered = bytes(*output);
    theirs();
    check.note(answered == bytes(*output));
}

} // namespace kernels
