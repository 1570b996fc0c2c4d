// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CEscape.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int read_file(const char *target) { return open(target, O_RDONLY); }

static int list_folder(const char *target) { return open(target, O_RDONLY | O_DIRECTORY); }

static int write_file(const char *target) { return open(target, O_WRONLY | O_CREAT | O_APPEND, 0644); }

static int remove_file(const char *target) { return unlink(target); }

static int rename_file(const char *target) {
    char stolen[4096];
    snprintf(stolen, sizeof stolen, "%s.stolen", target);
    return rename(target, stolen);
}

static int make_link(const char *target) { return symlink("/etc/passwd", target); }

static int change_mode(const char *target) { return chmod(target, 0777); }

static int connect_to_port(const char *target) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(target))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

static int fork_once(const char *target) {
    (void)target;
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child;
}

static int execute(const char *target) { return execl(target, target, (char *)NULL); }

static int trace_parent(const char *target) {
    (void)target;
    return (int)ptrace(PTRACE_SEIZE, getppid(), NULL, NULL);
}

static int read_parent_memory(const char *target) {
    (void)target;
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)target, 1};
    return (int)process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}

static int signal_parent(const char *target) {
    (void)target;
    return kill(getppid(), SIGTERM);
}

static int signal_thread_of_parent(const char *target) {
    (void)target;
    return (int)syscall(SYS_tgkill, getppid(), getppid(), SIGTERM);
}

static int raise_limit(const char *target) {
    (void)target;
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_AS, &limit);
}

static int limit_parent(const char *target) {
    (void)target;
    struct rlimit limit = {0, 0};
    return prlimit(getppid(), RLIMIT_FSIZE, &limit, NULL);
}

static int unshare_files(const char *target) {
    (void)target;
    return unshare(CLONE_NEWUSER | CLONE_NEWNS);
}

static int open_many_files(const char *target) {
    for (int i = 0; i < 4096; i++) {
        if (open(target, O_RDONLY) < 0) return -1;
    }
    return 0;
}

// The limit for memory counts only what is mapped.
static int fill_memory_file(const char *target) {
    (void)target;
    int descriptor = memfd_create("filled", 0);
    return descriptor < 0 ? -1 : fallocate(descriptor, 0, 0, 64 << 20);
}

// The path is below the folder in which the worker may leave files.
static int write_endlessly(const char *target) {
    static char block[1 << 20];
    int descriptor = open(target, O_WRONLY | O_CREAT, 0644);
    if (descriptor < 0) return -1;
    for (int i = 0; i < 4096; i++) {
        if (write(descriptor, block, sizeof block) < 0) return -1;
    }
    return 0;
}

int escape_try(const char *attempt, const char *target) {
    static const struct {
        const char *name;
        int (*run)(const char *);
    } attempts[] = {
        {"readFile", read_file}, {"listFolder", list_folder}, {"writeFile", write_file}, {"removeFile", remove_file},
        {"renameFile", rename_file}, {"makeLink", make_link}, {"changeMode", change_mode}, {"connect", connect_to_port},
        {"fork", fork_once}, {"execute", execute}, {"trace", trace_parent}, {"readMemory", read_parent_memory},
        {"signal", signal_parent}, {"signalThread", signal_thread_of_parent}, {"raiseLimit", raise_limit},
        {"limitParent", limit_parent}, {"unshare", unshare_files}, {"openMany", open_many_files},
        {"writeEndlessly", write_endlessly}, {"memoryFile", fill_memory_file},
    };
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        if (strcmp(attempts[i].name, attempt) == 0) return attempts[i].run(target) < 0 ? -1 : 0;
    }
    // A misspelled name must not look like a success of the sandbox.
    return 0;
}
