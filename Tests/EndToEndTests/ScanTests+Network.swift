// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a scanner in the network, or a hostile one, costs no page and reaches nothing else.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

extension ScanTests {
  // MARK: A scanner in the network

  private func numbers(_ range: some Sequence<Int>) -> [String] { range.map(String.init) }

  @Test("Keeps all pages of duplex scans in order, however often docscan is killed")
  func killed() throws {
    let sheets = Int(ProcessInfo.processInfo.environment["DOCSCAN_SHEETS"] ?? "") ?? 12
    let kills = Int(ProcessInfo.processInfo.environment["DOCSCAN_KILLS"] ?? "") ?? 3
    let total = 2 * sheets
    let space = try ScanSpace(feeder: numbers(1...total), delay: 0.02)
    var more: [String] = []
    for kill in 1...kills {
      let running = try space.scan(["--duplex"] + more).start()
      let goal = total * kill / (kills + 1)
      #expect(try running.wait { try space.pages().count >= goal }, "\(running.errorsSoFar)")
      let before = try space.pages()
      try space.kill(running)
      let kept = try space.pages()
      #expect(Set(kept).isSuperset(of: before))
      for (index, page) in kept.enumerated() { #expect(try ScanSpace.number(of: page) == index + 1) }
      // As a user would, refills the feeder with the missing sheets, some of which the scanner may have pulled.
      let pages = kept.count + (try space.hasWholeMovingPage ? 1 : 0)
      try space.fill(numbers((pages / 2 * 2 + 1)...total))
      more = ["--continue"]
    }
    let run = try space.scan(["--duplex", "--continue"]).run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try space.documentPages() == Array(1...total))
    let name = try space.documentName()
    #expect(try space.work.record(name).status == .complete)
    // docscan run gives the same document for the same files.
    let again = try space.command([
      "run", space.folder / "pipeline.json", space.folder / "out/scans/\(name)", "--merge", "--name", name, "-o",
      space.folder / "again",
    ]).run()
    #expect(again.exitCode == 0, "\(again.summary)")
    let results = try space.work.results("out").filter { $0.key.hasPrefix(name + "/") }
    #expect(try space.work.results("again") == results)
  }

  @Test("Makes the document of all pages without a scanner after docscan was killed")
  func killedAtTheEnd() throws {
    let space = try ScanSpace(feeder: numbers(1...6))
    let running = try space.scan(["--feeder"]).start()
    #expect(try running.wait { running.errorsSoFar.contains("All pages are scanned") }, "\(running.errorsSoFar)")
    running.send(signal: SIGKILL)
    _ = try running.wait()
    let kept = try space.pages()
    #expect(try kept.map { try ScanSpace.number(of: $0) } == Array(1...6))
    let pile = try #require(kept.first).split(separator: "/").dropLast().last.map(String.init) ?? ""
    try space.folder.write("", to: "sane/dll.conf")
    // Killed once part of the document is built, and once it is published.
    for isPlaced in [false, true] {
      let going = try space.scan(["--continue"]).start()
      // A finished run has already ended.
      _ = try going.wait {
        space.folder.contains(isPlaced ? "out/\(pile)/\(pile).pdf" : "out/.docscan/partial")
      }
      going.send(signal: SIGKILL)
      _ = try going.wait()
      #expect(try space.pages() == kept)
    }
    let run = try space.scan(["--continue"]).run()
    #expect(run.exitCode == 0 || run.errors.contains("No unfinished pile"), "\(run.summary)")
    #expect(try space.documentPages() == Array(1...6))
    let name = try space.documentName()
    #expect(try space.work.record(name).status == .complete && space.folder.contains("out/\(name)/\(name).pdf"))
    // Nothing is left to continue, and the scanned pages stay.
    #expect(try space.scan(["--continue"]).run().exitCode == 2)
    #expect(try space.pages() == kept)
    let check = try Command.product("docscan", ["verify", space.folder / "out"]).run()
    #expect(check.exitCode == 0, "\(check.summary)")
  }

  @Test(
    "Keeps pages and continues after a jam, an open cover, or a lost scanner",
    arguments: [("jam", "Paper is stuck"), ("open", "cover is open"), ("vanish", "The scanner stopped")])
  func trouble(kind: String, words: String) throws {
    var space = try ScanSpace(feeder: numbers(1...7) + [kind] + numbers(8...10))
    let run = try space.scan(["--feeder"]).run()
    #expect(run.exitCode == 4 && run.errors.contains(words) && run.errors.contains("--continue"), "\(run.summary)")
    let kept = try space.pages()
    #expect(run.errors.contains("\(kept.count) pages are kept"), "\(run.summary)")
    // All delivered pages were kept.
    let delivered = try space.folder.text("delivered").split(separator: "\n").count
    #expect(kept.count == delivered, "\(run.summary)")
    try space.fill(numbers((kept.count + 1)...10))
    if kind == "vanish" { try space.startServer() }
    let rest = try space.scan(["--continue"]).run()
    #expect(rest.exitCode == 0, "\(rest.summary)")
    #expect(try space.documentPages() == Array(1...10))
  }

  @Test("Orders the pages of two passes over one-sided sheets", arguments: [true, false])
  func backs(isReversed: Bool) throws {
    let space = try ScanSpace(feeder: numbers(stride(from: 1, through: 9, by: 2)))
    let option = isReversed ? "--backs-reversed" : "--backs"
    for page in stride(from: 2, through: 10, by: 2) { try space.draw(page) }
    // No one turns the stack over.
    let fronts = try space.scan([option]).run()
    #expect(fronts.exitCode == 130 && fronts.errors.contains("5 fronts"), "\(fronts.summary)")
    let backs = Array(stride(from: 2, through: 10, by: 2))
    try space.fill(numbers(isReversed ? backs.reversed() : backs))
    let run = try space.scan(["--continue"], typing: "\n").run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try space.documentPages() == Array(1...10))
  }

  @Test("Refuses different numbers of fronts and backs")
  func unevenBacks() throws {
    let space = try ScanSpace(feeder: ["1", "3", "5"])
    for page in [2, 4, 6] { try space.draw(page) }
    _ = try space.scan(["--backs"]).run()
    try space.fill(["2", "4"])
    let run = try space.scan(["--continue"], typing: "\n").run()
    #expect(run.exitCode == 4 && run.errors.contains("3 fronts and 2 backs"), "\(run.summary)")
    #expect(try space.pages().count == 3)
    try space.fill(["2", "4", "6"])
    #expect(try space.scan(["--continue"], typing: "\n").run().exitCode == 0)
    #expect(try space.documentPages() == Array(1...6))
  }

  @Test("Omits blank backs from the PDF")
  func blankBacks() throws {
    let space = try ScanSpace(feeder: [])
    try space.draw(1023)
    try space.draw(0)
    try space.fill(["1023", "0"])
    let run = try space.scan(["--duplex", "--drop-blank", "--name", "pile"]).run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try space.work.record("pile").pages.map { $0.status } == [.corrected, .blank])
  }

  @Test("Contacts no other computer that the file of a pile names")
  func forgedPile() throws {
    let space = try ScanSpace(backend: [])
    try space.folder.write("test\nnet\n", to: "sane/dll.conf")
    try space.folder.write("", to: "sane/net.conf")
    for device in ["net:127.0.0.1:test:0", "test:9", "airscan:e0:x", "net:[::1]:x"] {
      let state = #"{"schema": "docscan-pile/1", "step": "scanning", "settings": {"device": "\#(device)"}}"#
      _ = try space.folder.makeFolder("out/scans/pile")
      try space.folder.write(state, to: "out/scans/pile/.pile.json")
      let run = try space.scan(["--continue"], typing: "q\n").run()
      #expect(run.exitCode == 5 && run.errors.contains("The pile's scanner \(device) was not found"), "\(run.summary)")
    }
    // The user may name a scanner that isn't listed.
    let run = try space.scan(["--continue", "--device", "test:9"], typing: "q\n").run()
    #expect(!run.errors.contains("The pile's scanner"), "\(run.summary)")
  }

  @Test("Lets a driver that was taken over start no processes or programs, write no files, and reach no disks")
  func hostileDriver() throws {
    let space = try ScanSpace()
    try space.folder.write(Self.driver, to: "driver.c")
    try Command(
      "clang",
      [
        "-shared", "-fPIC", "-Wno-deprecated-declarations", "-o", space.folder / "sane/libsane.so.1",
        space.folder / "driver.c",
      ]
    ).check()
    var command = try space.command(["scanners"])
    command.environment["LD_LIBRARY_PATH"] = space.folder / "sane"
    command.environment["DOCSCAN_TEST_FILE"] = space.folder / "sane/written"
    let list = try command.run()
    for attempt in ["fork", "vfork", "clone", "clone3", "spawn", "execute", "write", "disk", "signal", "trace", "mode"]
    {
      #expect(list.output.contains("\(attempt) refused"), "\(attempt): \(list.summary)")
    }
    #expect(list.output.contains("thread works"), "\(list.summary)")
    #expect(!space.folder.contains("sane/written"))
  }

  /// A SANE library whose scanners are named by the results of attempts.
  private static let driver = #"""
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <linux/sched.h>
    #include <pthread.h>
    #include <sane/sane.h>
    #include <signal.h>
    #include <spawn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/ptrace.h>
    #include <sys/stat.h>
    #include <sys/sysmacros.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static SANE_Device devices[16];
    static const SANE_Device *list[17];
    static char names[16][64];
    static int count;

    static void note(const char *attempt, int works) {
        snprintf(names[count], sizeof names[count], "%s %s", attempt, works ? "works" : "refused");
        devices[count] = (SANE_Device){names[count], "v", "m", "t"};
        list[count] = &devices[count];
        count++;
    }

    // A child ends at once, so that only the parent reports.
    static void child(const char *attempt, long process) {
        if (process == 0) { setsid(); _exit(0); }
        note(attempt, process > 0);
    }

    static void *idle(void *nothing) { return nothing; }

    SANE_Status sane_init(SANE_Int *version, SANE_Auth_Callback callback) { (void)callback; *version = 0x1000000; return SANE_STATUS_GOOD; }

    SANE_Status sane_get_devices(const SANE_Device ***found, SANE_Bool local) {
        (void)local;
        count = 0;
        child("fork", syscall(SYS_fork));
        child("vfork", syscall(SYS_vfork));
        child("clone", syscall(SYS_clone, (long)(CLONE_PARENT | SIGCHLD), 0, 0, 0, 0));
        struct clone_args arguments = {.exit_signal = SIGCHLD};
        child("clone3", syscall(SYS_clone3, &arguments, sizeof arguments));
        char *words[] = {"true", NULL}, *none[] = {NULL};
        pid_t process = 0;
        note("spawn", posix_spawn(&process, "/bin/true", NULL, NULL, words, none) == 0);
        // If this works, nothing is listed.
        execve("/bin/true", words, none);
        note("execute", 0);
        int file = open(getenv("DOCSCAN_TEST_FILE") ? getenv("DOCSCAN_TEST_FILE") : "/tmp/docscan-escaped", O_WRONLY | O_CREAT, 0600);
        note("write", file >= 0);
        int reaches = 0;
        const char *disks[] = {"/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/loop0", "/dev/mem", "/dev/kmsg", "/dev/zero", "/dev/tty"};
        for (int i = 0; i < 8; i++) reaches |= open(disks[i], O_RDWR) >= 0 || open(disks[i], O_RDONLY) >= 0;
        note("disk", reaches || mknod("/tmp/docscan-disk", S_IFBLK | 0600, makedev(8, 0)) == 0);
        note("signal", kill(getppid(), 0) == 0);
        note("trace", ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0);
        note("mode", chmod(getenv("SANE_CONFIG_DIR"), 0777) == 0);
        pthread_t thread;
        note("thread", pthread_create(&thread, NULL, idle, NULL) == 0 && pthread_join(thread, NULL) == 0);
        *found = list;
        return SANE_STATUS_GOOD;
    }

    SANE_Status sane_open(SANE_String_Const name, SANE_Handle *handle) { (void)name, (void)handle; return SANE_STATUS_INVAL; }
    void sane_close(SANE_Handle handle) { (void)handle; }
    const SANE_Option_Descriptor *sane_get_option_descriptor(SANE_Handle h, SANE_Int n) { (void)h, (void)n; return NULL; }
    SANE_Status sane_control_option(SANE_Handle h, SANE_Int n, SANE_Action a, void *v, SANE_Int *i) { (void)h, (void)n, (void)a, (void)v, (void)i; return SANE_STATUS_INVAL; }
    SANE_Status sane_get_parameters(SANE_Handle h, SANE_Parameters *p) { (void)h, (void)p; return SANE_STATUS_INVAL; }
    SANE_Status sane_start(SANE_Handle h) { (void)h; return SANE_STATUS_INVAL; }
    SANE_Status sane_read(SANE_Handle h, SANE_Byte *b, SANE_Int m, SANE_Int *l) { (void)h, (void)b, (void)m, (void)l; return SANE_STATUS_INVAL; }
    void sane_cancel(SANE_Handle h) { (void)h; }
    SANE_String_Const sane_strstatus(SANE_Status s) { (void)s; return "status"; }
    """#

  @Test("Rejects a hostile scanner's pages and escapes its name")
  func hostile() throws {
    let space = try ScanSpace(feeder: ["1"])
    let configuration = try space.folder.text("sane/airscan.conf")
    try space.folder.write(
      configuration.replacing("Loopback", with: "Evil\u{1B}[31m\u{202E}"), to: "sane/airscan.conf")
    let list = try space.command(["scanners"]).run()
    #expect(list.exitCode == 0 && list.output.contains("Evil\\u{1B}[31m\\u{202E}"), "\(list.summary)")
    #expect(!list.output.contains("\u{1B}") && !list.output.contains("\u{202E}"))
    try space.folder.write(configuration, to: "sane/airscan.conf")
    // A PNG with the size of a gigapixel, and garbage.
    var huge = try space.folder.data("1")
    huge.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    for bytes in [huge, Data("rubbish".utf8), Data()] {
      try space.folder.write(bytes, to: "hostile")
      let run = try space.scan(["--feeder"]).run()
      #expect(run.exitCode == 4, "\(run.summary)")
    }
    #expect(try space.pages().isEmpty)
  }
}
