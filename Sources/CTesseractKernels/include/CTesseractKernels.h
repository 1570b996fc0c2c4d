// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faster versions of the functions in which libtesseract spends most of its time. The results are exactly the
// library's: text and confidences are the same with and without the kernels.
//
// How: if a program defines and exports a function with the name of a shared library's function, it receives the
// calls, including those from within the library. dlsym(RTLD_NEXT) finds the library's own version, which is used if
// the kernel doesn't apply.
//
// When: only after kernels_enable, with a library of a known version whose functions, sizes and object layout pass
// all checks, on a processor with the required instructions. The first calls of each function are also answered by
// the library, and any difference disables the kernels. (The table skipped on loading a language can't be compared.)
#ifndef CTESSERACTKERNELS_H
#define CTESSERACTKERNELS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The instructions that the kernels use.
typedef enum kernels_instructions {
    /// No kernels: the library does all work.
    KERNELS_NONE,
    KERNELS_AVX2,
    /// AVX-512 with VNNI, its instructions for neural networks.
    KERNELS_VNNI
} kernels_instructions;

/// The reason why the kernels are in use or not.
typedef enum kernels_reason {
    KERNELS_IN_USE,
    /// The kernels haven't been enabled, or have been disabled.
    KERNELS_NOT_ENABLED,
    /// The processor lacks the instructions.
    KERNELS_PROCESSOR,
    /// The library is missing or doesn't fit; kernels_library_misfit returns the reason.
    KERNELS_LIBRARY,
    /// A kernel's bytes differed from the library's, which were used.
    KERNELS_DIFFERENCE
} kernels_reason;

/// The state of the kernels in this process.
typedef struct kernels_status {
    kernels_instructions instructions;
    kernels_reason reason;
    /// The number of calls for which the library returned the same bytes.
    unsigned checked;
} kernels_status;

/// Enables the kernels if the processor and the library support them, up to the given instructions, or disables them
/// with KERNELS_NONE. Calls in progress end as they began.
void kernels_enable(kernels_instructions most);

/// Returns whether the kernels are in use, and why not.
kernels_status kernels_state(void);

/// Returns the function whose bytes differed from the library's, or an empty text.
const char *kernels_difference(void);

/// Returns the reason why libtesseract doesn't fit, or an empty text.
const char *kernels_library_misfit(void);

/// Requests another comparison of each function's first calls with the library.
void kernels_check_again(void);

#ifdef __cplusplus
}
#endif

#endif
