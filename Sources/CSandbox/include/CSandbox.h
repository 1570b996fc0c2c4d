// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a process can give up for good: access to files and the network, and system calls. All return -1 with errno set
// when the kernel refuses.
#ifndef DOCSCAN_CSANDBOX_H
#define DOCSCAN_CSANDBOX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From now on neither this process nor what it starts can gain rights.
int sandbox_forbid_new_privileges(void);

/// By Landlock: reading below `readable`, of which those that are missing are left out; reading and writing files
/// below `writable`, unless that is NULL; and nothing else, no TCP, no signals to other processes, as far as the
/// kernel's version goes. Returns that version.
int sandbox_restrict_files(const char *const readable[], size_t count, const char *writable);

/// By seccomp: only the system calls that reading documents takes. Those that a program has no innocent use for here
/// (sockets, other programs, other processes, its own limits) end the process by SIGSYS; all others fail with EPERM.
int sandbox_filter_calls(void);

/// By Landlock: making, changing and removing files below the folder `writable` and nowhere else, no TCP, no signals to
/// other processes, as far as the kernel's version goes. Reading stays as it is. Returns that version.
int sandbox_restrict_writing(const char *writable);

/// By seccomp: no socket of any kind, nor other ways to one, and no change to modes, owners and times of files. All of
/// these fail with EACCES; everything else stays as it is.
int sandbox_refuse_network(void);

/// By Landlock: reading below `readable`, of which those that are missing are left out; using the device files below
/// `devices`; no other file, no signals to other processes, as far as the kernel's version goes. The network stays as it
/// is. Returns that version.
int sandbox_restrict_to_devices(const char *const readable[], size_t count, const char *const devices[],
                                size_t device_count);

/// By seccomp: no other programs, no other processes' memory, and no change to modes, owners and times of files. All of
/// these fail with EACCES; everything else stays as it is, with it the network.
int sandbox_refuse_programs(void);

#ifdef __cplusplus
}
#endif

#endif
