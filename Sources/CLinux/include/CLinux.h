// SPDX-License-Identifier: GPL-3.0-or-later
//
// The few Linux calls that Swift's Glibc lacks or cannot express. All set errno and return -1 on failure.
#ifndef DOCSCAN_CLINUX_H
#define DOCSCAN_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Starts `path` with the descriptor `channel` as its number 3 and `log` as its standard output and error; standard
/// input reads nothing, and every other descriptor is closed in it. Signals are at their defaults, OpenMP has one
/// thread, and Swift does not report crashes.
pid_t linux_spawn_worker(const char *path, char *const arguments[], int channel, int log);

/// Starts a program, looked up in PATH, in a process group of its own, with pipes for its standard input, output and
/// error; every other descriptor is closed in it, but for the lifeline. `ends` gets this process's ends, all closed on
/// exec: input, output, error, lifeline. Once nobody holds the lifeline, the kernel kills the program's process group.
/// Signals are at their defaults, and libraries for computing have one thread.
pid_t linux_spawn_engine(char *const arguments[], int ends[4]);

/// Starts a program, looked up in PATH, for the person who sits here, such as a browser: in a session of its own, which outlives this
/// process and hears nothing of its terminal; its standard streams read and keep nothing, and every other descriptor is closed in it.
pid_t linux_spawn_apart(char *const arguments[]);

/// Kills a process group.
int linux_kill_group(pid_t group);

/// Two connected stream sockets, both closed on exec. Sending over the first fails when it takes longer than ten seconds.
int linux_socket_pair(int descriptors[2]);

/// Sends bytes, the first of them together with open descriptors. Returns how many bytes went out.
ssize_t linux_send(int socket, const void *bytes, size_t size, const int *descriptors, size_t count);

/// Reads bytes, and the descriptors that came with them, which are closed on exec: at most `*count`, and so many then
/// stand there. 0 at the end of the stream. EMSGSIZE when there were more.
ssize_t linux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t *count);

/// A file in memory without a name, closed on exec, that holds the bytes.
int linux_memory_file(const void *bytes, size_t size);

/// What a process may use.
enum linux_resource {
    linux_memory,         // bytes of address space
    linux_processor_time, // seconds
    linux_file_size,      // bytes
    linux_open_files,
    linux_processes,
    linux_core_file, // bytes
};

/// Limits another process. A limit that is fixed can never be raised again; one that is not can be set anew later.
int linux_limit(pid_t process, enum linux_resource resource, uint64_t limit, int is_fixed);

/// The processor time that a process has used, in seconds; -1 when it is not known.
double linux_processor_seconds(pid_t process);

/// Whether a thread of a process runs or waits for a processor: 1 yes, 0 no, -1 when that is not known.
int linux_is_runnable(pid_t process);

/// The processor time in seconds that the processes of a group and their ended children have used; -1 when it is not
/// known. `is_runnable` gets 1 where a thread of one of them runs or waits for a processor.
double linux_group_seconds(pid_t group, int *is_runnable);

/// Collects a child that ended, without waiting: 1 when it had ended, 0 when it runs. `signal` gets the signal that
/// ended it, or 0; `status` its exit status, or 0.
int linux_reap(pid_t child, int *signal, int *status);

/// The same, waiting for its end.
int linux_reap_blocking(pid_t child, int *signal, int *status);

/// A descriptor that becomes readable when one of the signals arrives. They no longer end the process.
int linux_signal_descriptor(const int *signals, int count);

/// Swaps two directory entries in one step.
int linux_exchange(const char *first, const char *second);

/// Renames in one step; fails with EEXIST when the target exists.
int linux_rename_exclusively(const char *from, const char *to);

/// Writes an extended attribute of a file.
int linux_set_attribute(const char *path, const char *name, const char *value, size_t length);

/// Reads an extended attribute of a file, or of what a link leads to; returns its length.
ssize_t linux_attribute(const char *path, const char *name, char *value, size_t size);

/// How a name is given to something.
enum linux_renaming {
    linux_replacing, // what has the name goes away
    linux_exclusive, // fails with EEXIST where something has the name
    linux_swapping,  // both have their names exchanged
};

/// Renames an entry of one folder to an entry of another one in one step. Both names are single parts of paths.
int linux_rename_at(int folder, const char *from, int other, const char *to, enum linux_renaming how);

/// Waits until everything that was written to the disk behind a descriptor is on it.
int linux_sync_disk(int descriptor);

/// Removes a folder with everything in it; links are removed, not followed. A missing folder is not a failure.
int linux_remove_tree(const char *path);

/// Removes an entry of a folder with everything in it, by descriptors alone; links are removed, not followed. A missing entry is not
/// a failure. `name` is a single part of a path.
int linux_remove_tree_at(int folder, const char *name);

/// Opens a file below a folder for reading, closed on exec. No link is followed on the way, and ".." leads nowhere; opening
/// does not wait, whatever it is that stands there.
int linux_open_below(int folder, const char *path);

/// The same for a folder; without `to_list` it is only a place, which takes no right to read it.
int linux_open_folder_below(int folder, const char *path, int to_list);

/// Whether files on the disk behind a descriptor have no permissions of their own, as on FAT, and on shares of Windows: 1 yes, 0 no.
int linux_lacks_permissions(int descriptor);

/// The name of a signal, such as "SIGSEGV".
const char *linux_signal_name(int number);

/// The version of Landlock that the kernel offers, -1 when it offers none.
int linux_landlock_version(void);

/// Whether somebody has the file behind a descriptor, open for reading, open for writing: 1 yes, 0 no, -1 unknown.
/// SIGIO must be ignored: it comes when somebody opens the file meanwhile.
int linux_has_writer(int descriptor);

/// A descriptor that becomes readable when something changes in a watched folder.
int linux_watch_descriptor(void);

/// Watches a folder for files that are made, closed after writing, or moved into it; gives the number of the watch.
int linux_watch_folder(int descriptor, const char *path);

/// Ends a watch.
int linux_unwatch_folder(int descriptor, int watch);

/// Tells the service manager that started the process about its state, such as "READY=1"; 0 if there is none.
int linux_notify_service(const char *message);

/// Gives freed memory back to the system.
void linux_release_freed_memory(void);

/// Whether bytes stand somewhere among others: 1 yes, 0 no.
int linux_contains(const void *bytes, size_t size, const void *wanted, size_t length);

/// Columns of the terminal behind a descriptor, 0 when it is none.
int linux_terminal_columns(int descriptor);

#ifdef __cplusplus
}
#endif

#endif
