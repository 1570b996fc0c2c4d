// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linux calls that Swift's Glibc lacks or can't express. All return -1 and set errno on failure.
#ifndef DOCSCAN_CLINUX_H
#define DOCSCAN_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Starts `path` with `channel` as descriptor 3 and `log` as standard output and error. Standard input is empty, and
/// all other descriptors are closed. Signals have their default actions, OpenMP uses one thread, and Swift doesn't
/// print backtraces.
pid_t linux_spawn_worker(const char *path, char *const arguments[], int channel, int log);

/// Starts a program from PATH in its own process group, with pipes for standard input, output, and error. All other
/// descriptors are closed except the lifeline. `ends` receives the parent's ends, which are closed on exec: input,
/// output, error, and lifeline. When the lifeline's last holder exits, the kernel kills the program's process group.
/// Signals have their default actions, and computing libraries use one thread.
pid_t linux_spawn_engine(char *const arguments[], const char *folder, int ends[4]);

/// Starts a program from PATH for the user, such as a browser, in its own session. It outlives this process and
/// receives no signals from the terminal. Its standard streams are /dev/null, and all other descriptors are closed.
pid_t linux_spawn_apart(char *const arguments[]);

/// Kills a process group with SIGKILL.
int linux_kill_group(pid_t group);

/// Creates two connected stream sockets, which are closed on exec. Sending over the first one fails after ten seconds.
int linux_socket_pair(int descriptors[2]);

/// Sends bytes, together with open descriptors. Returns the number of bytes sent.
ssize_t linux_send(int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

/// Receives bytes and at most `*count` descriptors, which are closed on exec. `*count` receives their number. Returns 0
/// at the end of the stream. Fails with EMSGSIZE if there are more descriptors.
ssize_t linux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t *count);

/// Creates an anonymous file in memory with these bytes, which is closed on exec.
int linux_memory_file(const void *bytes, size_t size);

/// The resources that `linux_limit` limits.
enum linux_resource {
    linux_memory,         // bytes of address space
    linux_processor_time, // seconds
    linux_file_size,      // bytes
    linux_open_files,
    linux_processes,
    linux_core_file, // bytes
};

/// Sets a limit of another process. A fixed limit can't be raised again; others can be changed later.
int linux_limit(pid_t process, enum linux_resource resource, uint64_t limit, int is_fixed);

/// Returns the processor time of a process in seconds, or -1 if unknown.
double linux_processor_seconds(pid_t process);

/// Returns 1 if a thread of the process is running or waiting for a processor, 0 if not, and -1 if unknown.
int linux_is_runnable(pid_t process);

/// Returns the processor time in seconds of all processes in a group and their ended children, or -1 if unknown.
/// `is_runnable` is set to 1 if one of their threads is running or waiting for a processor.
double linux_group_seconds(pid_t group, int *is_runnable);

/// Collects a child without waiting. Returns 1 if it has ended and 0 if it is running. `signal` receives the signal
/// that ended it, and `status` the exit status; the other one is 0.
int linux_reap(pid_t child, int *signal, int *status);

/// Waits until a child has ended, and collects it like `linux_reap`.
int linux_reap_blocking(pid_t child, int *signal, int *status);

/// Creates a descriptor that becomes readable when one of the signals arrives. They no longer end the process.
int linux_signal_descriptor(const int *signals, int count);

/// Swaps two directory entries atomically.
int linux_exchange(const char *first, const char *second);

/// Renames a file atomically. Fails with EEXIST if the target exists.
int linux_rename_exclusively(const char *from, const char *to);

/// Writes an extended attribute of a file.
int linux_set_attribute(const char *path, const char *name, const char *value, size_t length);

/// Reads an extended attribute of a file, or of a link's target. Returns the attribute's length.
ssize_t linux_attribute(const char *path, const char *name, char *value, size_t size);

/// The behavior of `linux_rename_at` if the target exists.
enum linux_renaming {
    linux_replacing, // the target is replaced
    linux_exclusive, // fails with EEXIST if the target exists
    linux_swapping,  // the entries are swapped
};

/// Moves an entry from one folder to another atomically. Both names are single path components.
int linux_rename_at(int folder, const char *from, int other, const char *to, enum linux_renaming how);

/// Waits until the whole file system that contains a descriptor is written to disk.
int linux_sync_disk(int descriptor);

/// Removes a folder with its contents. Links are removed, not followed. A missing folder isn't an error.
int linux_remove_tree(const char *path);

/// Removes an entry of a folder with its contents, without resolving paths. Links are removed, not followed. A missing
/// entry isn't an error. `name` is a single path component.
int linux_remove_tree_at(int folder, const char *name);

/// Opens a file below a folder for reading, closed on exec. Links and ".." in the path are refused. Never blocks, even
/// if the path is a pipe.
int linux_open_below(int folder, const char *path);

/// Opens a folder below a folder like `linux_open_below`. Without `to_list`, no read permission is required, and the
/// folder can't be listed.
int linux_open_folder_below(int folder, const char *path, int to_list);

/// Returns 1 if the file system has no permissions of its own, such as FAT and Windows shares, and 0 otherwise.
int linux_lacks_permissions(int descriptor);

/// Returns the name of a signal, such as "SIGSEGV".
const char *linux_signal_name(int number);

/// Returns the kernel's version of Landlock, or -1 if it has none.
int linux_landlock_version(void);

/// Returns 1 if a process has the file behind a descriptor open for writing, 0 if not, and -1 if unknown. The
/// descriptor must be open for reading.
int linux_has_writer(int descriptor);

/// Creates a descriptor that becomes readable when a watched folder changes.
int linux_watch_descriptor(void);

/// Watches a folder for files that are created, closed after writing, or moved into it. Returns the watch's number.
int linux_watch_folder(int descriptor, const char *path);

int linux_unwatch_folder(int descriptor, int watch);

/// Reports the process's state, such as "READY=1", to the service manager. Returns 0 if there is none.
int linux_notify_service(const char *message);

/// Returns freed memory to the system.
void linux_release_freed_memory(void);

/// Returns 1 if the bytes contain the wanted ones, and 0 otherwise.
int linux_contains(const void *bytes, size_t size, const void *wanted, size_t length);

/// Returns the number of columns of a terminal, or 0 if the descriptor isn't a terminal.
int linux_terminal_columns(int descriptor);

#ifdef __cplusplus
}
#endif

#endif
