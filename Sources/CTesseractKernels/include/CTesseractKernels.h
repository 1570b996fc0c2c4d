// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faster versions of the functions in which libtesseract spends most of its time. They compute exactly what the
// library's own compute: text and confidences are the same with and without them.
//
// How: a program that defines a function with the name of a function of a shared library, and exports it, gets the calls,
// also those from within the library. The library's own version is found by dlsym(RTLD_NEXT) and takes over whenever the
// one here does not apply.
//
// When: only after kernels_enable, only with a library of the version whose layout in memory is known and in which all that
// can be checked of it fits (functions, sizes of classes and tables, where it keeps numbers that it is asked for), only on a
// processor that has the instructions, and only as long as each function gives the same bytes as the library's for
// the first calls that it gets, which both answer. (What is skipped when a language is loaded gives nothing to compare.)
#ifndef CTESSERACTKERNELS_H
#define CTESSERACTKERNELS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The instructions that the kernels use.
typedef enum kernels_instructions {
    /// Not in use: the library does its own work.
    KERNELS_NONE,
    KERNELS_AVX2,
    /// AVX-512 with its instructions for neural networks (VNNI).
    KERNELS_VNNI
} kernels_instructions;

/// Why the kernels are in use or not.
typedef enum kernels_reason {
    KERNELS_IN_USE,
    /// Nobody asked for them, or they were turned off.
    KERNELS_NOT_ENABLED,
    /// The processor lacks the instructions.
    KERNELS_PROCESSOR,
    /// The library is of another version, or something about it does not fit; kernels_library_misfit says what.
    KERNELS_LIBRARY,
    /// One gave other bytes than the library; the library's were used.
    KERNELS_DIFFERENCE
} kernels_reason;

/// The state of the kernels in this process.
typedef struct kernels_status {
    kernels_instructions instructions;
    kernels_reason reason;
    /// How many calls were answered by the library, too, and with the same bytes.
    unsigned checked;
} kernels_status;

/// Turns the kernels on where they fit, up to the given instructions, or off with KERNELS_NONE. Calls that are under way
/// end as they began.
void kernels_enable(kernels_instructions most);

/// Says whether the kernels are in use, and why not.
kernels_status kernels_state(void);

/// The function that gave other bytes than the library's, or an empty text.
const char *kernels_difference(void);

/// What about libtesseract does not fit; an empty text where all does.
const char *kernels_library_misfit(void);

/// Asks for each function's first calls to be answered by the library, too, again.
void kernels_check_again(void);

#ifdef __cplusplus
}
#endif

#endif
