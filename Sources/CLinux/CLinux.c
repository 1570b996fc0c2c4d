// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// Returns whether workers and engines inherit a variable. They inherit only those that locate files, languages, and
// libraries. A list of forbidden variables would never be complete, since new services add new keys.
static int is_for_workers(const char *variable) {
    static const char *const names[] = {"PATH=", "HOME=", "USER=", "LOGNAME=", "LANG=", "LANGUAGE=", "TZ=", "TZDIR=", "TMPDIR=",
                                        "TESSDATA_PREFIX=", "HF_HOME=", "HF_HUB_CACHE=", "HF_HUB_OFFLINE=", "TRANSFORMERS_OFFLINE=", "TORCH_HOME=", "VIRTUAL_ENV=", "ICU_DATA=", "TERM="};
    static const char *const beginnings[] = {"LC_", "LD_", "OMP_", "OPENBLAS_", "MKL_", "ORT_", "XDG_", "PYTHON", "SWIFT_", "DOCSCAN_",
                                             "FONTCONFIG_", "SANE_", "MALLOC_", "GLIBC_", "ASAN_", "UBSAN_", "TSAN_", "LSAN_", "LLVM_", "CUDA_",
                                             "NVIDIA_", "JAVA_HOME", "NODE_PATH"};
    if (strncmp(variable, "DOCSCAN_SECRET_", 15) == 0) return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(variable, names[i], strlen(names[i])) == 0) return 1;
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(variable, beginnings[i], strlen(beginnings[i])) == 0) return 1;
    }
    return 0;
}

// Creates the environment for workers. Computing libraries are limited to one thread, and Swift's backtraces, which are
// slow and never shown, are disabled. Libraries read these variables when they are loaded, so the worker can't set them
// itself.
static char **worker_environment(void) {
    static char settings[][32] = {"OMP_THREAD_LIMIT=1", "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                                  "SWIFT_BACKTRACE=enable=no"};
    const size_t own = sizeof settings / sizeof *settings;
    extern char **environ;
    size_t count = 0;
    while (environ[count] != NULL) count++;
    char **copy = calloc(count + own + 1, sizeof *copy);
    if (copy == NULL) return NULL;
    size_t next = 0;
    for (; next < own; next++) copy[next] = settings[next];
    for (size_t i = 0; i < count; i++) {
        int is_replaced = !is_for_workers(environ[i]);
        for (size_t k = 0; k < own; k++) {
            size_t name = (size_t)(strchr(settings[k], '=') - settings[k]) + 1;
            if (strncmp(environ[i], settings[k], name) == 0) is_replaced = 1;
        }
        if (!is_replaced) copy[next++] = environ[i];
    }
    return copy;
}

// Sets attributes for a program in its own session, and therefore its own process group: Ctrl-C on the terminal reaches
// only the parent, which ends its children in order. Signals have their default actions.
static void begin_session(posix_spawnattr_t *attributes) {
    posix_spawnattr_init(attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
}

// Starts a program in its own session. Returns 0 or an error number.
static int spawn(int (*start)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                              char *const[], char *const[]),
                 pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, char *const arguments[]) {
    posix_spawnattr_t attributes;
    begin_session(&attributes);
    char **environment = worker_environment();
    int status = environment == NULL ? ENOMEM : start(child, path, actions, &attributes, arguments, environment);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    return status;
}

pid_t linux_spawn_worker(const char *path, char *const arguments[], int channel, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // The order matters: `log` may be 3, and either may be 0, so these numbers are replaced last.
    posix_spawn_file_actions_adddup2(&actions, log, 1);
    posix_spawn_file_actions_adddup2(&actions, log, 2);
    posix_spawn_file_actions_adddup2(&actions, channel, 3);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    pid_t child = -1;
    int status = spawn(posix_spawn, &child, path, &actions, arguments);
    posix_spawn_file_actions_destroy(&actions);
    if (status == 0) return child;
    errno = status;
    return -1;
}

// Opens a pipe whose descriptors don't collide with the numbers that a child uses.
static int high_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0) return -1;
    for (int i = 0; i < 2; i++) ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 4);
    int error = errno;
    close(low[0]);
    close(low[1]);
    errno = error;
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

pid_t linux_spawn_engine(char *const arguments[], const char *folder, int ends[4]) {
    // Standard input, output, and error, and the lifeline. The table shows which pipes the child reads from.
    int pipes[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    static const int child_reads[4] = {1, 0, 0, 1};
    pid_t child = -1;
    int status = 0;
    for (int i = 0; i < 4 && status == 0; i++) status = high_pipe(pipes[i]) == 0 ? 0 : errno;
    if (status == 0) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        for (int i = 0; i < 4; i++) {
            posix_spawn_file_actions_adddup2(&actions, pipes[i][child_reads[i] ? 0 : 1], i);
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 4);
        if (folder != NULL) posix_spawn_file_actions_addchdir_np(&actions, folder);
        status = spawn(posix_spawnp, &child, arguments[0], &actions, arguments);
        posix_spawn_file_actions_destroy(&actions);
    }
    if (status == 0) {
        // Nothing is ever written to the lifeline, so the only possible event is that its last writer has closed it.
        int lifeline = pipes[3][0];
        fcntl(lifeline, F_SETOWN, -child);
        fcntl(lifeline, F_SETSIG, SIGKILL);
        fcntl(lifeline, F_SETFL, fcntl(lifeline, F_GETFL) | O_ASYNC);
    }
    for (int i = 0; i < 4; i++) {
        int own = pipes[i][child_reads[i] ? 1 : 0], other = pipes[i][child_reads[i] ? 0 : 1];
        if (other >= 0) close(other);
        if (status != 0 && own >= 0) close(own);
        ends[i] = status == 0 ? own : -1;
    }
    if (status == 0) return child;
    errno = status;
    return -1;
}

pid_t linux_spawn_apart(char *const arguments[]) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    begin_session(&attributes);
    pid_t child = -1;
    int status = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (status == 0) return child;
    errno = status;
    return -1;
}

int linux_kill_group(pid_t group) { return killpg(group, SIGKILL); }

int linux_socket_pair(int descriptors[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors) != 0) return -1;
    // A peer that doesn't read must not block this process indefinitely.
    struct timeval patience = {.tv_sec = 10, .tv_usec = 0};
    return setsockopt(descriptors[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

static int reap(pid_t child, int options, int *signal, int *status) {
    int state = 0;
    pid_t ended = (pid_t)TEMP_FAILURE_RETRY(waitpid(child, &state, options));
    if (ended <= 0) return (int)ended;
    *signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    *status = WIFEXITED(state) ? WEXITSTATUS(state) : 0;
    return 1;
}

int linux_reap(pid_t child, int *signal, int *status) { return reap(child, WNOHANG, signal, status); }

int linux_reap_blocking(pid_t child, int *signal, int *status) { return reap(child, 0, signal, status); }

// The kernel's limit for one message.
enum { most_descriptors = 253 };

union ancillary {
    char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
    struct cmsghdr alignment;
};

ssize_t linux_send(int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
    union ancillary ancillary = {{0}};
    struct iovec piece = {(void *)bytes, size};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (count > most_descriptors) {
        errno = EMSGSIZE;
        return -1;
    }
    if (count > 0) {
        message.msg_control = ancillary.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
    }
    return TEMP_FAILURE_RETRY(sendmsg(socket, &message, MSG_NOSIGNAL));
}

ssize_t linux_receive(int socket, void *bytes, size_t size, int *descriptors, size_t *count) {
    union ancillary ancillary;
    struct iovec piece = {bytes, size};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = ancillary.bytes, .msg_controllen = sizeof ancillary};
    size_t room = *count;
    *count = 0;
    ssize_t got = TEMP_FAILURE_RETRY(recvmsg(socket, &message, MSG_CMSG_CLOEXEC));
    if (got < 0) return -1;
    int is_complete = (message.msg_flags & MSG_CTRUNC) == 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t arrived = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < arrived; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (*count < room) {
                descriptors[(*count)++] = descriptor;
            } else {
                close(descriptor);
                is_complete = 0;
            }
        }
    }
    if (is_complete) return got;
    for (size_t i = 0; i < *count; i++) close(descriptors[i]);
    *count = 0;
    errno = EMSGSIZE;
    return -1;
}

int linux_limit(pid_t process, enum linux_resource resource, uint64_t limit, int is_fixed) {
    static const int kinds[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_CORE};
    struct rlimit limits;
    if (prlimit(process, kinds[resource], NULL, &limits) != 0) return -1;
    rlim_t new = limit < limits.rlim_max ? limit : limits.rlim_max;
    limits.rlim_cur = new;
    if (is_fixed) limits.rlim_max = new;
    return prlimit(process, kinds[resource], &limits, NULL);
}

double linux_processor_seconds(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The state of a process or thread, from `/proc/…/stat`.
struct process_state {
    char state;
    pid_t group;
    double seconds;
};

// Reads a file such as /proc/1/stat, whose fields proc_pid_stat(5) describes.
static int read_state(const char *path, struct process_state *result) {
    char text[1024];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0) return -1;
    text[size] = 0;
    // The program's name may contain any character, so the fields begin after the last parenthesis.
    const char *rest = strrchr(text, ')');
    unsigned long user, system;
    long user_of_children, system_of_children;
    int parent;
    if (rest == NULL ||
        sscanf(rest + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &result->state, &parent,
               &result->group, &user, &system, &user_of_children, &system_of_children) != 7) {
        errno = EINVAL;
        return -1;
    }
    result->seconds = (double)(user + system + (unsigned long)user_of_children + (unsigned long)system_of_children) /
                      (double)sysconf(_SC_CLK_TCK);
    return 0;
}

int linux_is_runnable(pid_t process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *threads = opendir(path);
    if (threads == NULL) return -1;
    int found = 0;
    for (struct dirent *entry; !found && (entry = readdir(threads)) != NULL;) {
        struct process_state thread;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", process, entry->d_name);
        if (read_state(path, &thread) == 0 && thread.state == 'R') found = 1;
    }
    closedir(threads);
    return found;
}

double linux_group_seconds(pid_t group, int *is_runnable) {
    *is_runnable = 0;
    DIR *processes = opendir("/proc");
    if (processes == NULL) return -1;
    double seconds = 0;
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[64];
        struct process_state process;
        pid_t number = (pid_t)strtol(entry->d_name, NULL, 10);
        if (number <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/stat", number);
        if (read_state(path, &process) != 0 || process.group != group) continue;
        seconds += process.seconds;
        if (linux_is_runnable(number) > 0) *is_runnable = 1;
    }
    closedir(processes);
    return seconds;
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

int linux_set_attribute(const char *path, const char *name, const char *value, size_t length) {
    return setxattr(path, name, value, length, 0);
}

ssize_t linux_attribute(const char *path, const char *name, char *value, size_t size) {
    return getxattr(path, name, value, size);
}

int linux_sync_disk(int descriptor) { return syncfs(descriptor); }

// The argument of openat2 (linux/openat2.h), which older system headers lack.
struct way {
    uint64_t flags, mode, resolve;
};
enum { no_magic_links = 0x02, no_links = 0x04, beneath = 0x08 };

// Returns whether a path consists only of names, without "." and "..".
static int is_plain(const char *path) {
    while (1) {
        size_t length = strcspn(path, "/");
        if (length == 0 || (length == 1 && path[0] == '.') || (length == 2 && path[0] == '.' && path[1] == '.')) return 0;
        if (path[length] == 0) return 1;
        path += length + 1;
    }
}

static int open_below(int folder, const char *path, int flags) {
    static _Atomic int is_unknown = 0;
    flags |= O_NOFOLLOW | O_CLOEXEC;
    if (!is_plain(path)) {
        errno = EINVAL;
        return -1;
    }
    if (strchr(path, '/') == NULL) return openat(folder, path, flags);
    if (!is_unknown) {
        struct way way = {(uint64_t)flags, 0, no_magic_links | no_links | beneath};
        int found = (int)syscall(437, folder, path, &way, sizeof way);
        if (found >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAGAIN)) return found;
        // Old kernels lack openat2, and some containers forbid it.
        if (errno != EAGAIN) is_unknown = 1;
    }
    // Fall back to opening folder by folder, which every kernel supports.
    int place = -1;
    while (1) {
        char name[NAME_MAX + 1];
        const char *rest = strchr(path, '/');
        size_t length = rest != NULL ? (size_t)(rest - path) : strlen(path);
        int found = -1;
        if (length > NAME_MAX) {
            errno = ENAMETOOLONG;
        } else {
            memcpy(name, path, length);
            name[length] = 0;
            found = openat(place >= 0 ? place : folder, name,
                           rest != NULL ? O_NOFOLLOW | O_CLOEXEC | O_PATH | O_DIRECTORY : flags);
        }
        int reason = errno;
        if (place >= 0) close(place);
        errno = reason;
        if (found < 0 || rest == NULL) return found;
        place = found;
        path = rest + 1;
    }
}

int linux_open_below(int folder, const char *path) { return open_below(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY); }

int linux_open_folder_below(int folder, const char *path, int to_list) {
    return open_below(folder, path, O_DIRECTORY | (to_list ? O_RDONLY : O_PATH));
}

int linux_rename_at(int folder, const char *from, int other, const char *to, enum linux_renaming how) {
    static const unsigned int flags[] = {0, RENAME_NOREPLACE, RENAME_EXCHANGE};
    return how == linux_replacing ? renameat(folder, from, other, to) : renameat2(folder, from, other, to, flags[how]);
}

// The maximum depth of folders that docscan removes. Deeper ones only exist in attacks.
enum { deepest = 200 };

static int remove_at(int folder, const char *name, int depth) {
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) return 0;
    // Whether the error is EISDIR or EPERM depends on the file system.
    if (errno != EISDIR && errno != EPERM) return -1;
    int reason = errno;
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) {
        if (errno == ENOTDIR || errno == ELOOP) errno = reason;
        return errno == ENOENT ? 0 : -1;
    }
    if (depth >= deepest) {
        close(inner);
        errno = ENAMETOOLONG;
        return -1;
    }
    DIR *entries = fdopendir(inner);
    if (entries == NULL) {
        close(inner);
        return -1;
    }
    int result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            result = remove_at(dirfd(entries), entry->d_name, depth + 1);
        }
    }
    reason = errno;
    closedir(entries);
    errno = reason;
    if (result != 0) return result;
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : -1;
}

int linux_remove_tree_at(int folder, const char *name) {
    // Another process may add a file to a folder that was just emptied.
    for (int attempt = 0; attempt < 10; attempt++) {
        if (remove_at(folder, name, 0) == 0) return 0;
        if (errno != ENOTEMPTY && errno != EEXIST) return -1;
    }
    return -1;
}

int linux_remove_tree(const char *path) { return linux_remove_tree_at(AT_FDCWD, path); }

int linux_lacks_permissions(int descriptor) {
    // The magic numbers of FAT, exFAT, NTFS (two drivers), SMB (two versions), FUSE, and 9P, from linux/magic.h or the
    // drivers.
    static const uint32_t kinds[] = {0x4d44, 0x2011bab0, 0x5346544e, 0x7366746e, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997};
    struct statfs disk;
    if (fstatfs(descriptor, &disk) != 0) return 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if ((uint32_t)disk.f_type == kinds[i]) return 1;
    }
    return 0;
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

int linux_contains(const void *bytes, size_t size, const void *wanted, size_t length) {
    return size > 0 && memmem(bytes, size, wanted, length) != NULL;
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
    // The kernel grants a read lease only if no process has the file open for writing. The lease is released at once.
    // A process that opens the file in between makes the kernel send a signal. SIGIO would end this process, and SIGURG is
    // ignored by default.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
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
    // An abstract address begins with a zero byte, which NOTIFY_SOCKET contains as "@".
    if (path[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    ssize_t sent = sendto(descriptor, message, strlen(message), MSG_DONTWAIT | MSG_NOSIGNAL,
                          (struct sockaddr *)&address, length);
    close(descriptor);
    return sent < 0 ? -1 : 0;
}

int linux_memory_file(const void *bytes, size_t size) {
    int file = memfd_create("docscan", MFD_CLOEXEC);
    if (file < 0) return -1;
    size_t written = 0;
    while (written < size) {
        ssize_t count = pwrite(file, (const char *)bytes + written, size - written, (off_t)written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            int reason = count < 0 ? errno : EIO;
            close(file);
            errno = reason;
            return -1;
        }
        written += (size_t)count;
    }
    return file;
}

void linux_release_freed_memory(void) { malloc_trim(0); }
