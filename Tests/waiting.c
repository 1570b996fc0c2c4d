// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lets tests that wait for programs run beside others. The runner has a thread for each processor, and a test that waits for a program
// keeps its thread: most of the time, processors had nothing to do. To libdispatch, which makes the threads, there are four times as
// many processors as there are; to everything else, and to the programs that tests start, there are as many as there are.
//
//   clang -shared -fPIC -o waiting.so Tests/waiting.c && LD_PRELOAD=$PWD/waiting.so swift test

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int threads_for_each = 4;

// Searching all libraries for it in each call took a quarter of the runner's time.
static long (*real_sysconf)(int);

long sysconf(int name) {
  if (!real_sysconf) real_sysconf = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  const long value = real_sysconf(name);
  if (name != _SC_NPROCESSORS_ONLN && name != _SC_NPROCESSORS_CONF) return value;
  Dl_info caller;
  const int is_known = dladdr(__builtin_return_address(0), &caller);
  return is_known && caller.dli_fname && strstr(caller.dli_fname, "libdispatch") ? value * threads_for_each : value;
}

// `swift test` hands it on to the runner, which hands it on to nobody.
__attribute__((constructor)) static void keep_to_the_runner(void) {
  char program[4096];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return;
  program[length] = 0;
  if (strstr(program, ".xctest")) unsetenv("LD_PRELOAD");
}
