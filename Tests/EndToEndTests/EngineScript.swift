// SPDX-License-Identifier: GPL-3.0-or-later
// Support: an engine that misbehaves on request.

import DocScanFixtures
import FoundationEssentials
import Glibc

/// An engine for tests that misbehaves on pictures 500 pixels wide.
struct EngineScript {
  /// The file, next to the pipeline file.
  static let name = "engines/engine.py"

  private static let text = #"""
    import ctypes, json, os, resource, signal, socket, subprocess, sys, time
    behaviour, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
    def say(message): print(json.dumps(message), flush=True)
    version = open(os.path.join(folder, "version")).read().strip()
    hello = {"protocol": "docscan-engine/1", "name": "parrot", "version": version, "mood": "good"}
    if behaviour == "silent": time.sleep(600)
    if behaviour == "missing-package": sys.exit("No module named 'parrot'. Install it: pip install parrot")
    if behaviour == "stranger": hello["protocol"] = "smtp"
    if behaviour == "no-json": print("{hello")
    if behaviour == "german": hello["languages"] = ["deu"]
    if behaviour == "noise": print("WARNING: loading models\n\n  [1, 2]", flush=True)
    say(hello)
    def write(path):
        with open(path, "a") as file: file.write("x")
    def connect(kind, address):
        with socket.socket(kind) as client: client.connect(address)
    def need(condition):
        if not condition: raise OSError("refused")
    def segment():
        libc = ctypes.CDLL(None)
        number = libc.shmget(0, 4096, 0o1600)
        need(number >= 0)
        libc.shmctl(number, 0, None)
    def call(number, *arguments):
        if ctypes.CDLL(None, use_errno=True).syscall(number, *arguments) < 0:
            raise OSError(ctypes.get_errno(), "refused")
    def attempts(picture):
        """What an engine might do that nobody asked it for; the folder beside it is a person's."""
        mine, secret = os.environ["HOME"], folder + "/secret"
        port = int(open(folder + "/port").read())
        yield "own-file", lambda: write(mine + "/cache")
        yield "own-folder", lambda: (os.makedirs(mine + "/a/b"), os.rename(mine + "/cache", mine + "/a/b/cache"))
        yield "temporary", lambda: write(os.environ["TMPDIR"] + "/t")
        yield "nothing", lambda: write("/dev/null")
        yield "internet", lambda: connect(socket.AF_INET, ("127.0.0.1", port))
        yield "internet-6", lambda: socket.socket(socket.AF_INET6).close()
        yield "local", lambda: socket.socket(socket.AF_UNIX).close()
        yield "raw", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()
        yield "ring", lambda: call(425, 8, ctypes.create_string_buffer(120))
        yield "child", lambda: subprocess.run(
            [sys.executable, "-c", "import socket; socket.socket()"], check=True, capture_output=True)
        yield "write", lambda: write(secret)
        yield "create", lambda: write(folder + "/new")
        yield "folder", lambda: os.mkdir(folder + "/folder")
        yield "mode", lambda: os.chmod(secret, 0o777)
        yield "times", lambda: os.utime(secret, (1, 1))
        yield "remove", lambda: os.remove(secret)
        yield "rename", lambda: os.rename(secret, secret + "2")
        yield "link", lambda: os.symlink(secret, folder + "/link")
        yield "truncate", lambda: os.truncate(secret, 0)
        yield "picture", lambda: write(picture)
        yield "shared", lambda: write("/dev/shm/docscan-escaped")
        yield "signal", lambda: os.kill(os.getppid(), 0)
        yield "limits", lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE))
        yield "own-limits", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE))
        yield "priority", lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), os.getpriority(os.PRIO_PROCESS, os.getppid()))
        yield "processors", lambda: os.sched_setaffinity(os.getppid(), os.sched_getaffinity(os.getppid()))
        yield "segment", lambda: segment()
        yield "environment", lambda: os.environ["A_SERVICES_KEY"]
        yield "session", lambda: need(os.getsid(0) == os.getsid(os.getppid()))
        yield "rights", lambda: need(int(open("/proc/self/status").read().split("CapEff:")[1].split()[0], 16) != 0)
    def outcome(attempt):
        try: attempt(); return "done"
        except Exception: return "refused"
    for line in sys.stdin:
        request = json.loads(line)
        header = open(request["path"], "rb").read(2).decode()
        size = [request["width"], request["height"]]
        where = {"quad": [[10, 10], [210, 10], [210, 40], [10, 40]]}
        text = f"{header} {size[0]} by {size[1]} {request['languages'][0]}"
        good = {"id": request["id"], "lines": [dict(where, text=text, confidence=0.5)], "mood": "good"}
        if size[0] == 600: good["lines"][0]["text"] += f" request {request['id']}"
        if size[0] != 500: say(good); continue
        if behaviour == "crash":
            for number in range(100000): print(f"loading part {number}", file=sys.stderr)
            print("Segmentation \x1b[31mfault", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        elif behaviour == "hang": time.sleep(600)
        elif behaviour == "curious":
            tried = [f"{name}:{outcome(attempt)}" for name, attempt in attempts(request["path"])]
            say(dict(good, lines=[dict(where, text=text, confidence=0.5) for text in tried + ["HOME=" + os.environ["HOME"]]]))
        elif behaviour == "garbage": print('{"id": ', flush=True)
        elif behaviour == "oversize": sys.stdout.write("x" * (40 << 20)); sys.stdout.flush(); time.sleep(600)
        elif behaviour == "other-page": say(dict(good, id=request["id"] + 7))
        elif behaviour == "no-lines": say({"id": request["id"]})
        elif behaviour == "error": say({"id": request["id"], "error": "the picture is too \x07 dark"})
        elif behaviour == "noise": print("progress: 50 %\r\n", flush=True); say(good)
        elif behaviour == "confidence": say({"id": request["id"], "lines": [dict(where, text="a", confidence=7)]})
        elif behaviour == "not-a-number": print('{"id": %d, "lines": [{"text": "a", "confidence": NaN, "box": [0,0,9,9]}]}' % request["id"], flush=True)
        elif behaviour == "far": say({"id": request["id"], "lines": [{"text": "a", "confidence": 1, "box": [0, 0, 1e9, 9]}]})
        elif behaviour == "triangle": say({"id": request["id"], "lines": [dict(text="a", confidence=1, quad=[[0, 0], [1, 1], [0, 9]])]})
        elif behaviour == "odd":
            line = {"text": " Cafe\u0301\u0007 au\tlait\u2028", "confidence": 1, "box": [-5, 8, 700, 30]}
            words = [{"text": "one", "confidence": 0.9, "box": [5, 50, 40, 20]}, {"text": "two three", "confidence": 0.25, "box": [50, 50, 180, 20]}]
            say({"id": request["id"], "lines": [line, {"text": "  ", "confidence": 1, "box": [0, 0, 9, 9]}, {"text": "", "confidence": 0.8, "box": [5, 50, 225, 20], "words": words}]})
        else: say(good)
    """#

  private let folder: TemporaryFolder

  /// Writes the engine into a workspace, and a pipeline that reads with it.
  init(
    _ behaviour: String, in work: Workspace, more: String = "", combine: Bool = false
  ) throws {
    folder = work.folder
    _ = try folder.makeFolder("engines")
    try folder.write(Self.text, to: Self.name)
    try setVersion("1.0")
    let engine = #"{"command": ["python3", "\#(Self.name)", "\#(behaviour)"], "combine": \#(combine)}"#
    try work.pipeline(stages: #"{"stage": "recognize", "engine": \#(engine)}"#, more: more)
  }

  /// Makes the engine report this version from now on.
  func setVersion(_ version: String) throws { try folder.write(version + "\n", to: "engines/version") }

  /// Returns whether all processes that were started are gone, or will be in a moment.
  func areGone() throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if try runningProcesses() == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  /// Returns the number of running processes of this engine.
  func runningProcesses() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").count { entry in
      guard Int32(entry) != nil, let line = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline") else {
        return false
      }
      return String(decoding: line, as: UTF8.self).contains(folder / Self.name)
    }
  }
}
