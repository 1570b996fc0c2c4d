// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has no wrappers for the three calls, and the system's header may be older than the kernel, so newer definitions
// are repeated here.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

enum {
    truncate_access = 1 << 14, // since version 3
    device_access = 1 << 15,   // since version 5
    network_access = 3,        // bind and connect by TCP, since version 4
    scopes = 3,                // abstract sockets and signals, since version 6
    signal_scope = 2,
};

static const uint64_t read_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t write_access = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                     LANDLOCK_ACCESS_FS_REMOVE_FILE | truncate_access;
// The rights that can be granted for files.
static const uint64_t file_access =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_access | device_access;

// Returns all rights for files that a version of Landlock can restrict.
static uint64_t known_access(int version) {
    uint64_t access = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) access |= LANDLOCK_ACCESS_FS_REFER;
    if (version >= 3) access |= truncate_access;
    if (version >= 5) access |= device_access;
    return access;
}

static int grant(int ruleset, const char *path, uint64_t access, uint64_t known) {
    int place = open(path, O_PATH | O_CLOEXEC);
    // A missing path needs no rule.
    if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
    struct stat status;
    int result = fstat(place, &status);
    if (result == 0) {
        if (!S_ISDIR(status.st_mode)) access &= file_access;
        struct landlock_path_beneath_attr rule = {.allowed_access = access & known, .parent_fd = place};
        result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(place);
    return result;
}

int sandbox_forbid_new_privileges(void) {
    // Drops all capabilities, so that even root's processes have no privileges and can't regain any.
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    if (syscall(SYS_capset, &header, none) != 0) {
        // If a service may not make this call, it has no capabilities already.
        int error = errno;
        if (syscall(SYS_capget, &header, none) != 0) return geteuid() == 0 ? -1 : prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        errno = error;
        if ((none[0].permitted | none[1].permitted) != 0) return -1;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Creates a ruleset that restricts these rights for files, TCP unless `keeps_network` is set, and signals to other
// processes. Returns -1 without Landlock.
static int open_ruleset(int version, uint64_t files, int keeps_network) {
    // If the network is kept, abstract sockets are, too: system services may listen there.
    struct ruleset attributes = {files, version >= 4 && !keeps_network ? network_access : 0,
                                 version >= 6 ? (keeps_network ? signal_scope : scopes) : 0};
    // An older kernel accepts a shorter structure, or a longer one that ends with zeros.
    return version < 1 ? -1 : (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

// Enforces the rules if all were added. Returns the version of Landlock.
static int enforce(int ruleset, int result, uint64_t known, int version) {
    // qpdf checks a file by writing it to /dev/null.
    if (result == 0) result = grant(ruleset, "/dev/null", file_access & ~(uint64_t)device_access, known);
    if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
    int error = errno;
    close(ruleset);
    errno = error;
    return result == 0 ? version : -1;
}

static int kernel_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int sandbox_restrict_files(const char *const readable[], size_t count, const char *writable) {
    int version = kernel_version();
    uint64_t known = known_access(version);
    int ruleset = open_ruleset(version, known, 0);
    if (ruleset < 0) return -1;
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) result = grant(ruleset, readable[i], read_access, known);
    if (result == 0 && writable != NULL) result = grant(ruleset, writable, read_access | write_access, known);
    return enforce(ruleset, result, known, version);
}

int sandbox_restrict_writing(const char *writable) {
    int version = kernel_version();
    uint64_t known = known_access(version) & ~(read_access | LANDLOCK_ACCESS_FS_EXECUTE);
    int ruleset = open_ruleset(version, known, 0);
    if (ruleset < 0) return -1;
    uint64_t devices = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
    return enforce(ruleset, grant(ruleset, writable, known & ~devices, known), known, version);
}

int sandbox_restrict_to_devices(const char *const readable[], size_t count, const char *const devices[],
                                size_t device_count) {
    int version = kernel_version();
    uint64_t known = known_access(version);
    int ruleset = open_ruleset(version, known, 1);
    if (ruleset < 0) return -1;
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) result = grant(ruleset, readable[i], read_access, known);
    const uint64_t use = read_access | LANDLOCK_ACCESS_FS_WRITE_FILE | device_access;
    for (size_t i = 0; i < device_count && result == 0; i++) result = grant(ruleset, devices[i], use, known);
    return enforce(ruleset, result, known, version);
}
