// SPDX-License-Identifier: GPL-3.0-or-later
//
// Streams: the C library writes them by internal calls that can't be replaced, so a stream that writes below the watched
// folder becomes one whose bytes pass through `write` above.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "Faults.h"

static int descriptor_of(void *cookie) { return (int)(intptr_t)cookie; }

static ssize_t read_stream(void *cookie, char *bytes, size_t count) {
    return read(descriptor_of(cookie), bytes, count);
}

// Continues after a short write, as the C library's own streams do; a smaller count reports a failure.
static ssize_t write_stream(void *cookie, const char *bytes, size_t count) {
    size_t written = 0;
    while (written < count) {
        ssize_t part = write(descriptor_of(cookie), bytes + written, count - written);
        if (part <= 0) break;
        written += (size_t)part;
    }
    return (ssize_t)written;
}

static int seek_stream(void *cookie, off64_t *offset, int whence) {
    off64_t place = lseek64(descriptor_of(cookie), *offset, whence);
    if (place < 0) return -1;
    *offset = place;
    return 0;
}

static int close_stream(void *cookie) { return close(descriptor_of(cookie)); }

typedef FILE *(*open_function)(const char *, const char *);

static FILE *open_stream(const char *name, const char *path, const char *mode) {
    char full[PATH_MAX];
    bool writes = strpbrk(mode, "wa+") != NULL;
    if (!writes || !fault_path_is_watched(AT_FDCWD, path, full)) {
        open_function original = (open_function)dlsym(RTLD_NEXT, name);
        if (original == NULL) {
            errno = ENOSYS;
            return NULL;
        }
        return original(path, mode);
    }
    int flags = O_CLOEXEC | (strchr(mode, '+') != NULL ? O_RDWR : O_WRONLY);
    if (mode[0] == 'w') flags |= O_CREAT | O_TRUNC;
    if (mode[0] == 'a') flags |= O_CREAT | O_APPEND;
    int descriptor = open(path, flags, 0666);
    if (descriptor < 0) return NULL;
    cookie_io_functions_t functions = {read_stream, write_stream, seek_stream, close_stream};
    return fopencookie((void *)(intptr_t)descriptor, mode, functions);
}

FILE *fopen(const char *path, const char *mode) { return open_stream("fopen", path, mode); }

FILE *fopen64(const char *path, const char *mode) { return open_stream("fopen64", path, mode); }
