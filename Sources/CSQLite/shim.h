// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <sqlite3.h>
#include <stdint.h>
#include <time.h>

/// Opened files are as untrusted as documents: nothing in a schema runs, and no statement damages the file. `sqlite3_db_config` is
/// variadic, so Swift cannot call it.
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

/// Whether somebody waits for the process to end, and the statement that began then keeps it for seconds.
///
/// Signals that end it are blocked and looked at between statements: until then they are pending.
static inline int csqlite_is_in_the_way(void *begun) {
    sigset_t pending;
    if (sigpending(&pending) != 0 || (sigismember(&pending, SIGTERM) != 1 && sigismember(&pending, SIGINT) != 1)) return 0;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - *(const int64_t *)begun > 2;
}

/// Ends statements that are in the way of a signal; `begun` is when the last one began, in seconds.
static inline void csqlite_heed_signals(sqlite3 *database, int64_t *begun) {
    sqlite3_progress_handler(database, 1000000, csqlite_is_in_the_way, begun);
}

static inline void csqlite_begin(int64_t *begun) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    *begun = now.tv_sec;
}
