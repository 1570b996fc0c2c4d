// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

// The allowed system calls: memory, time, the process itself, open descriptors, and files by path, which Landlock
// restricts further.
static const int allowed[] = {
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(munmap),
    // Open descriptors.
    SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(fadvise64),
    SCMP_SYS(fallocate), SCMP_SYS(fdatasync), SCMP_SYS(fstat), SCMP_SYS(fstatfs), SCMP_SYS(fsync), SCMP_SYS(ftruncate),
    SCMP_SYS(getdents64), SCMP_SYS(lseek), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(pread64), SCMP_SYS(preadv),
    SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(recvmsg), SCMP_SYS(write),
    SCMP_SYS(writev),
    // Files by path.
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(getcwd), SCMP_SYS(lstat),
    SCMP_SYS(newfstatat), SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(stat),
    SCMP_SYS(statfs), SCMP_SYS(statx), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
    // Time.
    SCMP_SYS(clock_getres), SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep), SCMP_SYS(time), SCMP_SYS(times),
    // The process and its threads.
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(futex), SCMP_SYS(getegid), SCMP_SYS(geteuid), SCMP_SYS(getgid),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getrandom), SCMP_SYS(getrlimit), SCMP_SYS(getrusage),
    SCMP_SYS(gettid), SCMP_SYS(getuid), SCMP_SYS(membarrier), SCMP_SYS(restart_syscall), SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield), SCMP_SYS(set_robust_list), SCMP_SYS(sigaltstack), SCMP_SYS(sysinfo), SCMP_SYS(uname),
};

// Code that reads documents never makes these calls by accident. If they are made, an attacker controls the process.
static const int deadly[] = {
    // Sockets: the one to the parent is already open.
    SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(bind), SCMP_SYS(connect), SCMP_SYS(listen), SCMP_SYS(socket),
    SCMP_SYS(socketpair), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg),
    // Other programs and processes.
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_send_signal), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(ptrace),
    SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(tkill),
    // The process's limits, privileges, and view of the system.
    SCMP_SYS(setrlimit), SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(mount), SCMP_SYS(chroot), SCMP_SYS(bpf),
    SCMP_SYS(keyctl), SCMP_SYS(userfaultfd), SCMP_SYS(io_uring_setup), SCMP_SYS(perf_event_open),
};

// For a 32-bit argument, only the lower half of the register counts.
static struct scmp_arg_cmp equals(unsigned int argument, unsigned int value) {
    return (struct scmp_arg_cmp){argument, SCMP_CMP_MASKED_EQ, 0xffffffff, value};
}

static int add(scmp_filter_ctx filter, unsigned int action, int call, struct scmp_arg_cmp when) {
    return seccomp_rule_add_array(filter, action, call, 1, &when);
}

// Adds the rules that depend on a call's arguments.
static int add_conditions(scmp_filter_ctx filter) {
    static const int descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK,
                                              F_SETLK, F_SETLKW};
    unsigned int kill_process = SCMP_ACT_KILL_PROCESS, allow = SCMP_ACT_ALLOW;
    unsigned int own = (unsigned int)getpid();
    struct scmp_arg_cmp unequal = {2, SCMP_CMP_NE, 0, 0};
    int result = 0;
    for (size_t i = 0; i < sizeof descriptor_commands / sizeof *descriptor_commands; i++) {
        result |= add(filter, allow, SCMP_SYS(fcntl), equals(1, (unsigned int)descriptor_commands[i]));
    }
    // The standard library makes this call for standard output.
    result |= add(filter, allow, SCMP_SYS(ioctl), equals(1, TCGETS));
    result |= add(filter, allow, SCMP_SYS(prctl), equals(0, PR_SET_NAME));
    // send() to the parent specifies no receiver.
    result |= add(filter, allow, SCMP_SYS(sendto), (struct scmp_arg_cmp){4, SCMP_CMP_EQ, 0, 0});
    result |= add(filter, kill_process, SCMP_SYS(sendto), (struct scmp_arg_cmp){4, SCMP_CMP_NE, 0, 0});
    // Reading limits is harmless, and getrlimit() is implemented with this call.
    result |= add(filter, allow, SCMP_SYS(prlimit64), (struct scmp_arg_cmp){2, SCMP_CMP_EQ, 0, 0});
    result |= add(filter, kill_process, SCMP_SYS(prlimit64), unequal);
    // abort() and raise() send a signal to the process itself.
    result |= add(filter, allow, SCMP_SYS(kill), equals(0, own));
    result |= add(filter, kill_process, SCMP_SYS(kill), (struct scmp_arg_cmp){0, SCMP_CMP_NE, own, 0});
    result |= add(filter, allow, SCMP_SYS(tgkill), equals(0, own));
    result |= add(filter, kill_process, SCMP_SYS(tgkill), (struct scmp_arg_cmp){0, SCMP_CMP_NE, own, 0});
    // Threads are allowed, processes aren't. clone3 hides its flags from the filter, so it is reported as missing, and
    // glibc uses clone instead.
    struct scmp_arg_cmp thread = {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD};
    struct scmp_arg_cmp process = {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
    result |= add(filter, allow, SCMP_SYS(clone), thread);
    result |= add(filter, kill_process, SCMP_SYS(clone), process);
    result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, NULL);
    return result;
}

// Loads a filter if all of its rules were added.
static int load(scmp_filter_ctx filter, int result) {
    if (result == 0) result = seccomp_load(filter);
    seccomp_release(filter);
    if (result == 0) return 0;
    errno = result < 0 ? -result : EINVAL;
    return -1;
}

int sandbox_filter_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) {
        errno = ENOMEM;
        return -1;
    }
    // Other architectures, such as 32-bit x86, use other call numbers.
    int result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    result |= seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        result |= seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
    }
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        result |= seccomp_rule_add_array(filter, SCMP_ACT_KILL_PROCESS, deadly[i], 0, NULL);
    }
    result |= add_conditions(filter);
    return load(filter, result);
}

// The calls that engines and the scanner process may not make: those that circumvent restrictions (io_uring, other
// processes, which may have sockets), and those that change a file without writing to it, which Landlock doesn't cover.
static const int refused[] = {
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(bpf), SCMP_SYS(userfaultfd), SCMP_SYS(perf_event_open), SCMP_SYS(add_key), SCMP_SYS(keyctl),
    SCMP_SYS(request_key), SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(mount), SCMP_SYS(open_by_handle_at),
    SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown), SCMP_SYS(lchown),
    SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(utimensat), SCMP_SYS(futimesat),
    SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr), SCMP_SYS(lremovexattr),
    SCMP_SYS(fremovexattr),
    // Objects that outlive the process, and calls that affect the scheduling of others.
    SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl), SCMP_SYS(semget), SCMP_SYS(semop), SCMP_SYS(semtimedop),
    SCMP_SYS(semctl), SCMP_SYS(msgget), SCMP_SYS(msgsnd), SCMP_SYS(msgrcv), SCMP_SYS(msgctl), SCMP_SYS(mq_open),
    SCMP_SYS(setpriority), SCMP_SYS(ioprio_set),
    // fchmodat2, setxattrat, removexattrat, and file_setattr are newer than the header. Their numbers are the same on
    // all architectures.
    452, 463, 466, 469,
};

// Refuses other processes, but not threads, see `add_conditions`.
static int refuse_processes(scmp_filter_ctx filter) {
    struct scmp_arg_cmp process = {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0};
    int result = add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(clone), process);
    result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, NULL);
    result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(fork), 0, NULL);
    return result | seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(vfork), 0, NULL);
}

// Loads a filter that refuses these calls and some others, and with `is_alone` other processes.
static int refuse(const int others[], size_t count, int is_alone) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) {
        errno = ENOMEM;
        return -1;
    }
    int result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), refused[i], 0, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), others[i], 0, NULL);
    }
    if (is_alone) result |= refuse_processes(filter);
    // The process may change its own limits and processors. 0 means the caller.
    struct scmp_arg_cmp other[2] = {{0, SCMP_CMP_NE, 0, 0}, {2, SCMP_CMP_NE, 0, 0}};
    result |= seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(prlimit64), 2, other);
    static const int scheduling[] = {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setattr), SCMP_SYS(sched_setparam),
                                     SCMP_SYS(sched_setscheduler)};
    for (size_t i = 0; i < sizeof scheduling / sizeof *scheduling; i++) {
        result |= add(filter, SCMP_ACT_ERRNO(EACCES), scheduling[i], other[0]);
    }
    // Injecting input into the terminal from which docscan was started.
    result |= add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(ioctl), equals(1, TIOCSTI));
    result |= add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(ioctl), equals(1, TIOCLINUX));
    return load(filter, result);
}

int sandbox_refuse_network(void) {
    static const int sockets[] = {SCMP_SYS(socket)};
    return refuse(sockets, 1, 0);
}

int sandbox_refuse_programs(void) {
    static const int programs[] = {SCMP_SYS(execve), SCMP_SYS(execveat)};
    // A process would outlive the scanner's.
    return refuse(programs, 2, 1);
}
