// SPDX-License-Identifier: GPL-3.0-or-later
//
// The decisions that the replaced functions of the C library ask for before they do their work.
#ifndef DOCSCAN_FAULTS_H
#define DOCSCAN_FAULTS_H

#include <stdbool.h>

/// The effect of a call on files.
enum fault_call { FAULT_LOOKS, FAULT_WRITES, FAULT_MAKES, FAULT_REMOVES, FAULT_SYNCS };

/// The outcome of a call. `errno` is set if the call fails.
enum fault_outcome { FAULT_NONE, FAULT_SHORT, FAULT_TORN, FAULT_NO_SPACE, FAULT_IO_ERROR, FAULT_DEATH };

/// Whether a path is below the watched folder; `full`, of PATH_MAX bytes, receives the whole path.
bool fault_path_is_watched(int folder, const char *path, char *full);

/// Whether an open file is below the watched folder; `full`, of PATH_MAX bytes, receives its path.
bool fault_descriptor_is_watched(int descriptor, char *full);

/// Counts and lists a call, and returns its outcome; `second` may be null.
enum fault_outcome fault_strike(enum fault_call call, const char *function, const char *path, const char *second);

/// Whether calls that only look or read are reported, too.
bool fault_sees_looks(void);

/// Ends the process as SIGKILL does.
void fault_die(void);

#endif
