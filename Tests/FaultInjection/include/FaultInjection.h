// SPDX-License-Identifier: GPL-3.0-or-later
//
// A library for LD_PRELOAD that counts the calls that change files below one folder, and makes one of them fail.
//
// Environment variables control it; a process that lacks one of the first two is left alone:
//   DOCSCAN_FAULT_ROOT     the folder, as realpath returns it
//   DOCSCAN_FAULT_CONTROL  a file that all processes share; see FaultControl
//   DOCSCAN_FAULT          such as "eio:41"; without it, calls are only listed
//   DOCSCAN_FAULT_NAME     for "swap:41", which makes no call fail: a path that another process moves away just before that call of
//                          docscan. Calls that look or read count, too.
//   DOCSCAN_FAULT_LINK     the target of the link that replaces that path
#ifndef DOCSCAN_FAULT_INJECTION_H
#define DOCSCAN_FAULT_INJECTION_H

#include <stdatomic.h>
#include <stdint.h>

#define FAULT_LIST_BYTES (1 << 20)

/// The state that a run's processes share and the harness reads.
struct FaultControl {
    /// The number of calls.
    _Atomic uint64_t calls;
    /// The number of failed calls.
    _Atomic uint64_t hits;
    /// The used bytes of the list.
    _Atomic uint64_t listed;
    /// One line per call with tabs: its number, the process, the function, the path, and the second path if there is one.
    char list[FAULT_LIST_BYTES];
};

#endif
