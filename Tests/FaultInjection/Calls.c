// SPDX-License-Identifier: GPL-3.0-or-later
//
// The C library's functions that change files. Each makes the system call of its name, so that nothing here depends on
// which of the library's functions call each other.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "Faults.h"

static bool fails(enum fault_call call, const char *function, const char *path, const char *second) {
    enum fault_outcome outcome = fault_strike(call, function, path, second);
    return outcome == FAULT_NO_SPACE || outcome == FAULT_IO_ERROR;
}

// MARK: Opening and making

static int open_file(const char *function, int folder, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX];
    if (!(flags & (O_CREAT | O_TRUNC))) {
        if (fault_sees_looks() && fault_path_is_watched(folder, path, full)) fault_strike(FAULT_LOOKS, function, full, NULL);
    } else if (fault_path_is_watched(folder, path, full)) {
        if (fails(FAULT_MAKES, function, full, NULL)) return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_argument(int flags, va_list *arguments) {
    bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    return makes ? (mode_t)va_arg(*arguments, unsigned int) : 0;
}

#define OPEN(name)                                            \
    int name(const char *path, int flags, ...) {              \
        va_list arguments;                                    \
        va_start(arguments, flags);                           \
        mode_t mode = mode_argument(flags, &arguments);       \
        va_end(arguments);                                    \
        return open_file("open", AT_FDCWD, path, flags, mode); \
    }
#define OPENAT(name)                                         \
    int name(int folder, const char *path, int flags, ...) { \
        va_list arguments;                                   \
        va_start(arguments, flags);                          \
        mode_t mode = mode_argument(flags, &arguments);      \
        va_end(arguments);                                   \
        return open_file("open", folder, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
    return open_file("open", AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int mkdirat(int folder, const char *path, mode_t mode) {
    char full[PATH_MAX];
    if (fault_path_is_watched(folder, path, full) && fails(FAULT_MAKES, "mkdir", full, NULL)) return -1;
    return (int)syscall(SYS_mkdirat, folder, path, mode);
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int linkat(int folder, const char *path, int target_folder, const char *target, int flags) {
    char full[PATH_MAX];
    if (fault_path_is_watched(target_folder, target, full) && fails(FAULT_MAKES, "link", full, NULL)) return -1;
    return (int)syscall(SYS_linkat, folder, path, target_folder, target, flags);
}

int link(const char *path, const char *target) { return linkat(AT_FDCWD, path, AT_FDCWD, target, 0); }

int symlinkat(const char *target, int folder, const char *path) {
    char full[PATH_MAX];
    if (fault_path_is_watched(folder, path, full) && fails(FAULT_MAKES, "symlink", full, NULL)) return -1;
    return (int)syscall(SYS_symlinkat, target, folder, path);
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

// MARK: Looking

int fstatat64(int folder, const char *path, struct stat64 *entry, int flags) {
    char full[PATH_MAX];
    if (fault_sees_looks() && fault_path_is_watched(folder, path, full)) fault_strike(FAULT_LOOKS, "stat", full, NULL);
    return (int)syscall(SYS_newfstatat, folder, path, entry, flags);
}

int fstatat(int folder, const char *path, struct stat *entry, int flags) {
    return fstatat64(folder, path, (struct stat64 *)entry, flags);
}

int stat(const char *path, struct stat *entry) { return fstatat(AT_FDCWD, path, entry, 0); }
int lstat(const char *path, struct stat *entry) { return fstatat(AT_FDCWD, path, entry, AT_SYMLINK_NOFOLLOW); }
int stat64(const char *path, struct stat64 *entry) { return fstatat64(AT_FDCWD, path, entry, 0); }
int lstat64(const char *path, struct stat64 *entry) { return fstatat64(AT_FDCWD, path, entry, AT_SYMLINK_NOFOLLOW); }

// MARK: Moving and removing

int renameat2(int folder, const char *path, int target_folder, const char *target, unsigned int flags) {
    char full[PATH_MAX], second[PATH_MAX];
    // A network share has no flags.
    if (flags != 0 && getenv("DOCSCAN_FAULT_PLAIN_RENAME") != NULL) return errno = EINVAL, -1;
    bool leaves = fault_path_is_watched(folder, path, full);
    bool arrives = fault_path_is_watched(target_folder, target, second);
    const char *function = flags & RENAME_EXCHANGE ? "exchange" : "rename";
    if ((leaves || arrives) && fails(FAULT_MAKES, function, full, second)) return -1;
    return (int)syscall(SYS_renameat2, folder, path, target_folder, target, flags);
}

int renameat(int folder, const char *path, int target_folder, const char *target) {
    return renameat2(folder, path, target_folder, target, 0);
}

int rename(const char *path, const char *target) { return renameat2(AT_FDCWD, path, AT_FDCWD, target, 0); }

int unlinkat(int folder, const char *path, int flags) {
    char full[PATH_MAX];
    const char *function = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
    if (fault_path_is_watched(folder, path, full) && fails(FAULT_REMOVES, function, full, NULL)) return -1;
    return (int)syscall(SYS_unlinkat, folder, path, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    struct stat entry;
    bool is_folder = lstat(path, &entry) == 0 && S_ISDIR(entry.st_mode);
    return unlinkat(AT_FDCWD, path, is_folder ? AT_REMOVEDIR : 0);
}

// MARK: Writing

// Returns the number of bytes of a write that may pass, or -1 if it fails; `dies` reports whether the process then ends.
static ssize_t allowed(const char *function, int descriptor, size_t count, bool *dies) {
    char full[PATH_MAX];
    *dies = false;
    if (count == 0 || !fault_descriptor_is_watched(descriptor, full)) return (ssize_t)count;
    switch (fault_strike(FAULT_WRITES, function, full, NULL)) {
    case FAULT_SHORT: return (ssize_t)(count > 1 ? count / 2 : count);
    case FAULT_TORN: *dies = true; return (ssize_t)(count / 2);
    case FAULT_NO_SPACE:
    case FAULT_IO_ERROR: return -1;
    case FAULT_NONE:
    case FAULT_DEATH: break;
    }
    return (ssize_t)count;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    bool dies;
    ssize_t part = allowed("write", descriptor, count, &dies);
    if (part < 0) return -1;
    ssize_t written = syscall(SYS_write, descriptor, bytes, (size_t)part);
    if (dies) fault_die();
    return written;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    bool dies;
    ssize_t part = allowed("pwrite", descriptor, count, &dies);
    if (part < 0) return -1;
    ssize_t written = syscall(SYS_pwrite64, descriptor, bytes, (size_t)part, offset);
    if (dies) fault_die();
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}

static size_t total(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
    return bytes;
}

// A truncated gathered write ends after its first part, or inside it if it has only one.
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    bool dies;
    size_t bytes = total(parts, count);
    ssize_t part = allowed("writev", descriptor, bytes, &dies);
    if (part < 0) return -1;
    if ((size_t)part == bytes) return syscall(SYS_writev, descriptor, parts, count);
    size_t first = parts[0].iov_len < (size_t)part ? parts[0].iov_len : (size_t)part;
    ssize_t written = syscall(SYS_write, descriptor, parts[0].iov_base, first);
    if (dies) fault_die();
    return written;
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
    bool dies;
    size_t bytes = total(parts, count);
    ssize_t part = allowed("pwritev", descriptor, bytes, &dies);
    if (part < 0) return -1;
    if ((size_t)part == bytes) return syscall(SYS_pwritev, descriptor, parts, count, offset, 0);
    size_t first = parts[0].iov_len < (size_t)part ? parts[0].iov_len : (size_t)part;
    ssize_t written = syscall(SYS_pwrite64, descriptor, parts[0].iov_base, first, offset);
    if (dies) fault_die();
    return written;
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return pwritev64(descriptor, parts, count, offset);
}

ssize_t sendfile64(int target, int source, off64_t *offset, size_t count) {
    bool dies;
    ssize_t part = allowed("sendfile", target, count, &dies);
    if (part < 0) return -1;
    ssize_t written = syscall(SYS_sendfile, target, source, offset, (size_t)part);
    if (dies) fault_die();
    return written;
}

ssize_t sendfile(int target, int source, off_t *offset, size_t count) {
    return sendfile64(target, source, offset, count);
}

ssize_t copy_file_range(
    int source, off64_t *source_offset, int target, off64_t *target_offset, size_t count, unsigned int flags) {
    bool dies;
    ssize_t part = allowed("copy_file_range", target, count, &dies);
    if (part < 0) return -1;
    ssize_t written = syscall(SYS_copy_file_range, source, source_offset, target, target_offset, (size_t)part, flags);
    if (dies) fault_die();
    return written;
}

// MARK: Sizes and the disk

static bool descriptor_call_fails(enum fault_call call, const char *function, int descriptor) {
    char full[PATH_MAX];
    return fault_descriptor_is_watched(descriptor, full) && fails(call, function, full, NULL);
}

int ftruncate64(int descriptor, off64_t length) {
    return descriptor_call_fails(FAULT_MAKES, "ftruncate", descriptor)
               ? -1 : (int)syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int fallocate64(int descriptor, int mode, off64_t offset, off64_t length) {
    return descriptor_call_fails(FAULT_MAKES, "fallocate", descriptor)
               ? -1 : (int)syscall(SYS_fallocate, descriptor, mode, offset, length);
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    return fallocate64(descriptor, mode, offset, length);
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
    return fallocate64(descriptor, 0, offset, length) == 0 ? 0 : errno;
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    return posix_fallocate64(descriptor, offset, length);
}

int futimens(int descriptor, const struct timespec times[2]) {
    return descriptor_call_fails(FAULT_MAKES, "futimens", descriptor)
               ? -1 : (int)syscall(SYS_utimensat, descriptor, NULL, times, 0);
}

int fsync(int descriptor) {
    return descriptor_call_fails(FAULT_SYNCS, "fsync", descriptor) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    return descriptor_call_fails(FAULT_SYNCS, "fdatasync", descriptor) ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}
