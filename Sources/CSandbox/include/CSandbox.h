// SPDX-License-Identifier: GPL-3.0-or-later
//
// Irrevocable restrictions of a process: files, network, and system calls. All functions return -1 and set errno if the
// kernel refuses.
#ifndef DOCSCAN_CSANDBOX_H
#define DOCSCAN_CSANDBOX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Prevents this process and its children from gaining privileges.
int sandbox_forbid_new_privileges(void);

/// Restricts the process with Landlock: it can read below `readable`, and read and write files below `writable` unless
/// that is NULL. Everything else is denied, including TCP and signals to other processes, as far as the kernel's
/// version supports it. Missing paths are ignored. Returns the version of Landlock.
int sandbox_restrict_files(const char *const readable[], size_t count, const char *writable);

/// Restricts the process with seccomp to the system calls that reading documents needs. Calls without an innocent use
/// (sockets, other programs and processes, limits) end the process with SIGSYS. All others fail with EPERM.
int sandbox_filter_calls(void);

/// Restricts the process with Landlock: it can create, change, and remove files only below `writable`. TCP and signals
/// to other processes are denied, as far as the kernel's version supports it. Reading isn't restricted. Returns the
/// version of Landlock.
int sandbox_restrict_writing(const char *writable);

/// Denies sockets and other access to the network with seccomp, and changes to modes, owners, and times of files. These
/// calls fail with EACCES; everything else is allowed.
int sandbox_refuse_network(void);

/// Restricts the process with Landlock: it can read below `readable` and use the device files below `devices`. Other
/// files and signals to other processes are denied, as far as the kernel's version supports it. Missing paths are
/// ignored, and the network isn't restricted. Returns the version of Landlock.
int sandbox_restrict_to_devices(const char *const readable[], size_t count, const char *const devices[],
                                size_t device_count);

/// Denies starting programs with seccomp, as well as access to other processes' memory and changes to modes, owners,
/// and times of files. These calls fail with EACCES; everything else is allowed, including the network.
int sandbox_refuse_programs(void);

#ifdef __cplusplus
}
#endif

#endif
