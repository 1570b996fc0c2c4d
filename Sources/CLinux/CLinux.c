// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// The environment with OpenMP held to one thread: libgomp reads it when it is loaded, so the worker cannot set it itself.
static char **single_threaded_environment(void) {
    static char limit[] = "OMP_THREAD_LIMIT=1";
    extern char **environ;
    size_t count = 0;
    while (environ[count] != NULL) count++;
    char **copy = calloc(count + 2, sizeof *copy);
    if (copy == NULL) return NULL;
    copy[0] = limit;
    size_t next = 1;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "OMP_THREAD_LIMIT=", 17) != 0) copy[next++] = environ[i];
    }
    return copy;
}

pid_t linux_spawn_worker(const char *path, char *const arguments[], int channel, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    // The order matters: `channel` may itself be 3, or `log` may be in the way, so both go out of reach first.
    posix_spawn_file_actions_adddup2(&actions, log, 1);
    posix_spawn_file_actions_adddup2(&actions, log, 2);
    posix_spawn_file_actions_adddup2(&actions, channel, 3);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // A group of its own: Ctrl-C on the terminal reaches the parent, which then ends the workers in order.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    char **environment = single_threaded_environment();
    int status = environment == NULL ? ENOMEM : posix_spawn(&child, path, &actions, &attributes, arguments, environment);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) {
        errno = status;
        return -1;
    }
    return child;
}

int linux_socket_pair(int descriptors[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors);
}

static int reap(pid_t child, int options, int *signal, int *status) {
    int state = 0;
    pid_t ended;
    do {
        ended = waitpid(child, &state, options);
    } while (ended < 0 && errno == EINTR);
    if (ended <= 0) return (int)ended;
    *signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    *status = WIFEXITED(state) ? WEXITSTATUS(state) : 0;
    return 1;
}

int linux_reap(pid_t child, int *signal, int *status) { return reap(child, WNOHANG, signal, status); }

int linux_reap_blocking(pid_t child, int *signal, int *status) { return reap(child, 0, signal, status); }

int linux_limit_address_space(uint64_t bytes) {
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit);
}

int linux_disable_core_files(void) {
    struct rlimit limit = {0, 0};
    return setrlimit(RLIMIT_CORE, &limit);
}

int linux_signal_descriptor(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int linux_exchange(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int linux_rename_exclusively(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

static int remove_entry(const char *path, const struct stat *state, int kind, struct FTW *place) {
    (void)state;
    (void)kind;
    (void)place;
    return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

int linux_remove_tree(const char *path) {
    // Somebody who does not know yet that the tree goes away may put a file into a folder that was just emptied.
    for (int attempt = 0; attempt < 10; attempt++) {
        if (nftw(path, remove_entry, 32, FTW_DEPTH | FTW_PHYS) == 0 || errno == ENOENT) return 0;
        if (errno != ENOTEMPTY && errno != EEXIST) return -1;
    }
    return -1;
}

const char *linux_signal_name(int number) {
    static _Thread_local char name[32];
    const char *abbreviation = sigabbrev_np(number);
    if (abbreviation != NULL) {
        snprintf(name, sizeof name, "SIG%s", abbreviation);
    } else {
        snprintf(name, sizeof name, "signal %d", number);
    }
    return name;
}

int linux_terminal_columns(int descriptor) {
    struct winsize size;
    if (!isatty(descriptor) || ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col > 0 ? size.ws_col : 80;
}

int linux_landlock_version(void) {
    // landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION): glibc has no wrapper.
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
}

int linux_has_writer(int descriptor) {
    // A read lease is granted only while nobody has the file open for writing. It is given back at once.
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

int linux_watch_descriptor(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int linux_watch_folder(int descriptor, const char *path) {
    const uint32_t events = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
    return inotify_add_watch(descriptor, path, events | IN_ONLYDIR | IN_DONT_FOLLOW);
}

int linux_unwatch_folder(int descriptor, int watch) { return inotify_rm_watch(descriptor, watch); }

int linux_notify_service(const char *message) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (path == NULL || strlen(path) >= sizeof address.sun_path) return 0;
    memcpy(address.sun_path, path, strlen(path));
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    // An abstract address is written with @ for its first byte, which is 0.
    if (path[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    ssize_t sent = sendto(descriptor, message, strlen(message), MSG_DONTWAIT | MSG_NOSIGNAL,
                          (struct sockaddr *)&address, length);
    close(descriptor);
    return sent < 0 ? -1 : 0;
}
