// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/// The name of a VFS that doesn't resolve paths such as those of open folders. SQLite's own VFS resolves links first
/// and opens the target.
#define CSQLITE_BELOW "docscan"

static inline int csqlite_same_path(sqlite3_vfs *files, const char *path, int size, char *same) {
    (void)files;
    return sqlite3_snprintf(size, same, "%s", path) != NULL && strlen(path) < (size_t)size ? SQLITE_OK : SQLITE_CANTOPEN;
}

/// Refuses super-journals. They name the journals of several databases, which SQLite deletes at the end. docscan never
/// creates one, so such a file was planted by another process.
static inline int csqlite_own_is_there(sqlite3_vfs *files, const char *path, int flags, int *result) {
    *result = 0;
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (usual == NULL || strncmp(path, "/proc/self/fd/", 14) != 0) return SQLITE_OK;
    return usual->xAccess(files, path, flags, result);
}

static inline int csqlite_open_own(sqlite3_vfs *files, sqlite3_filename name, sqlite3_file *file, int flags, int *result) {
    if (flags & SQLITE_OPEN_SUPER_JOURNAL) {
        file->pMethods = NULL;
        return SQLITE_CANTOPEN;
    }
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    return usual == NULL ? SQLITE_CANTOPEN : usual->xOpen(files, name, file, flags, result);
}

/// Registers the VFS `CSQLITE_BELOW`.
static inline int csqlite_register(void) {
    static sqlite3_vfs own;
    if (sqlite3_vfs_find(CSQLITE_BELOW) != NULL) return SQLITE_OK;
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (usual == NULL) return SQLITE_ERROR;
    own = *usual;
    own.zName = CSQLITE_BELOW;
    own.pNext = NULL;
    own.xFullPathname = csqlite_same_path;
    own.xOpen = csqlite_open_own;
    own.xAccess = csqlite_own_is_there;
    return sqlite3_vfs_register(&own, 0);
}

/// Protects against malicious databases, which are as untrusted as documents: nothing in a schema runs, and no
/// statement can damage the file. Swift can't call `sqlite3_db_config`, which is variadic.
static inline int csqlite_defend(sqlite3 *database) {
    const int settings[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        int found = -1;
        int status = sqlite3_db_config(database, settings[i][0], settings[i][1], &found);
        if (status != SQLITE_OK) return status;
        if (found != settings[i][1]) return SQLITE_ERROR;
    }
    return SQLITE_OK;
}

/// Returns 1 if a signal to end the process is pending and the current statement has been running for over two seconds.
///
/// These signals are blocked and only handled between statements.
static inline int csqlite_is_in_the_way(void *begun) {
    sigset_t pending;
    if (sigpending(&pending) != 0 || (sigismember(&pending, SIGTERM) != 1 && sigismember(&pending, SIGINT) != 1)) return 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - *(const int64_t *)begun > 2;
}

/// Interrupts long statements when a signal is pending. `begun` points to the start time of the current statement, in
/// seconds.
static inline void csqlite_heed_signals(sqlite3 *database, int64_t *begun) {
    sqlite3_progress_handler(database, 1000000, csqlite_is_in_the_way, begun);
}

static inline void csqlite_begin(int64_t *begun) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    *begun = now.tv_sec;
}
