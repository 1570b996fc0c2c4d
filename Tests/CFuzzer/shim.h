// SPDX-License-Identifier: GPL-3.0-or-later
#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library (compiler-rt); fuzzer/FuzzerInterface.h doesn't declare this function.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));
