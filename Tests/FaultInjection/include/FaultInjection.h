// SPDX-License-Identifier: GPL-3.0-or-later
//
// A library for LD_PRELOAD that counts the calls which change files below one folder, and makes one of them go wrong.
//
// The environment says what to do; a process that lacks one of the first two variables is left alone:
//   DOCSCAN_FAULT_ROOT     the folder, as realpath gives it
//   DOCSCAN_FAULT_CONTROL  a file that all processes share: see FaultControl
//   DOCSCAN_FAULT          such as "eio:41"; without it the calls are only listed
//   DOCSCAN_FAULT_NAME     with "swap:41", which nothing fails by: a path that another process moves away just before that call of
//   DOCSCAN_FAULT_LINK     docscan, and what a link in its place leads to then. Calls that look or read count as well.
#ifndef DOCSCAN_FAULT_INJECTION_H
#define DOCSCAN_FAULT_INJECTION_H

#include <stdatomic.h>
#include <stdint.h>

#define FAULT_LIST_BYTES (1 << 20)

/// What the processes of a run share, and the harness reads.
struct FaultControl {
    /// How many calls there were.
    _Atomic uint64_t calls;
    /// How many calls went wrong.
    _Atomic uint64_t hits;
    /// How many bytes of the list are used.
    _Atomic uint64_t listed;
    /// One line a call: its number, the process, the function, the path, and the second path if there is one, with tabs.
    char list[FAULT_LIST_BYTES];
};

#endif
