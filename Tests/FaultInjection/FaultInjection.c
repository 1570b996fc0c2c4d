// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "FaultInjection.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Faults.h"

static struct FaultControl *control;
static char root[PATH_MAX];
static size_t root_length;
static uint64_t target;

static enum { NOTHING, KILL, TEAR, SHORT, NO_SPACE, IO_ERROR, FULL, SWAP } fault;
static char swapped[PATH_MAX], away[PATH_MAX + 8], lead[PATH_MAX];

// All files are opened here, because a worker confines itself later and then can't open any.
__attribute__((constructor)) static void begin(void) {
    static const char *names[] = {"", "kill", "tear", "short", "enospc", "eio", "full", "swap"};
    const char *folder = getenv("DOCSCAN_FAULT_ROOT");
    const char *file = getenv("DOCSCAN_FAULT_CONTROL");
    const char *wish = getenv("DOCSCAN_FAULT");
    if (folder == NULL || file == NULL || strlen(folder) >= sizeof root) return;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
    if (descriptor < 0) return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    syscall(SYS_close, descriptor);
    if (memory == MAP_FAILED) return;
    const char *colon = wish == NULL ? NULL : strchr(wish, ':');
    if (colon != NULL) {
        target = strtoull(colon + 1, NULL, 10);
        for (int kind = KILL; kind <= SWAP; kind++) {
            size_t length = strlen(names[kind]);
            if (length == (size_t)(colon - wish) && strncmp(wish, names[kind], length) == 0) fault = kind;
        }
    }
    if (fault == SWAP) {
        const char *name = getenv("DOCSCAN_FAULT_NAME"), *link = getenv("DOCSCAN_FAULT_LINK");
        // The attacker acts on docscan's own calls, which a confined worker can't affect.
        if (name == NULL || link == NULL || strcmp(program_invocation_short_name, "docscan") != 0) return;
        snprintf(swapped, sizeof swapped, "%s", name);
        snprintf(away, sizeof away, "%s.away", swapped);
        snprintf(lead, sizeof lead, "%s", link);
    }
    strcpy(root, folder);
    root_length = strlen(root);
    control = memory;
}

static bool is_below(const char *path) {
    return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == '\0');
}

bool fault_path_is_watched(int folder, const char *path, char *full) {
    if (control == NULL || path == NULL) return false;
    if (path[0] == '/') {
        if (strlen(path) >= PATH_MAX) return false;
        int number = -1, length = 0;
        if (sscanf(path, "/proc/self/fd/%d/%n", &number, &length) == 1 && length > 0) {
            return fault_path_is_watched(number, path + length, full);
        }
        strcpy(full, path);
        return is_below(full);
    }
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
        if (syscall(SYS_getcwd, base, sizeof base) < 0) return false;
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        long length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
        if (length < 0) return false;
        base[length] = '\0';
    }
    return snprintf(full, PATH_MAX, "%s/%s", base, path) < PATH_MAX && is_below(full);
}

bool fault_descriptor_is_watched(int descriptor, char *full) {
    if (control == NULL) return false;
    // Looked up each time: the C library closes and reuses descriptors without calling these functions.
    int before = errno;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, full, PATH_MAX - 1);
    errno = before;
    if (length <= 0) return false;
    full[length] = '\0';
    return is_below(full);
}

void fault_die(void) {
    kill(getpid(), SIGKILL);
    // A confined process may not be allowed to send signals.
    syscall(SYS_exit_group, 137);
}

bool fault_sees_looks(void) { return control != NULL && fault == SWAP; }

static void swap(void) {
    int before = errno;
    // A second exchange would restore the original, which must not be lost.
    if (syscall(SYS_renameat2, AT_FDCWD, swapped, AT_FDCWD, away, 0) == 0 && syscall(SYS_symlinkat, lead, AT_FDCWD, swapped) == 0) {
        atomic_fetch_add(&control->hits, 1);
    }
    errno = before;
}

static void list(uint64_t number, const char *function, const char *path, const char *second) {
    char line[3 * PATH_MAX];
    int length = snprintf(line, sizeof line, "%llu\t%d\t%s\t%s%s%s\n", (unsigned long long)number, (int)getpid(),
                          function, path, second == NULL ? "" : "\t", second == NULL ? "" : second);
    uint64_t start = atomic_fetch_add(&control->listed, (uint64_t)length);
    if (start + (uint64_t)length <= FAULT_LIST_BYTES) memcpy(control->list + start, line, (size_t)length);
}

enum fault_outcome fault_strike(enum fault_call call, const char *function, const char *path, const char *second) {
    uint64_t number = atomic_fetch_add(&control->calls, 1) + 1;
    list(number, function, path, second);
    enum fault_outcome outcome = FAULT_NONE;
    bool is_hit = number == target;
    switch (fault) {
    case NOTHING: break;
    case SWAP:
        if (is_hit) swap();
        break;
    case KILL:
        if (is_hit) outcome = FAULT_DEATH;
        break;
    case TEAR:
        if (is_hit && call == FAULT_WRITES) outcome = FAULT_TORN;
        break;
    case SHORT:
        if (is_hit && call == FAULT_WRITES) outcome = FAULT_SHORT;
        break;
    case NO_SPACE:
        if (is_hit && call != FAULT_REMOVES) outcome = FAULT_NO_SPACE;
        break;
    case IO_ERROR:
        if (is_hit) outcome = FAULT_IO_ERROR;
        break;
    case FULL:
        if (number >= target && (call == FAULT_WRITES || call == FAULT_MAKES)) outcome = FAULT_NO_SPACE;
        break;
    }
    if (outcome != FAULT_NONE) atomic_fetch_add(&control->hits, 1);
    switch (outcome) {
    case FAULT_DEATH: fault_die(); break;
    case FAULT_NO_SPACE: errno = ENOSPC; break;
    case FAULT_IO_ERROR: errno = EIO; break;
    case FAULT_NONE:
    case FAULT_SHORT:
    case FAULT_TORN: break;
    }
    return outcome;
}
