// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import FoundationEssentials
import Glibc

/// An engine for tests, which behaves as it is told on pictures that are 500 pixels wide.
struct EngineScript {
  /// The file, beside the pipeline file.
  static let name = "engines/engine.py"

  private static let text = #"""
    import json, os, signal, sys, time
    behaviour, folder = sys.argv[1], os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "pids"), "a") as file: file.write(f"{os.getpid()}\n")
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
    for line in sys.stdin:
        request = json.loads(line)
        header = open(request["path"], "rb").read(2).decode()
        size = [request["width"], request["height"]]
        where = {"quad": [[10, 10], [210, 10], [210, 40], [10, 40]]}
        text = f"{header} {size[0]} by {size[1]} {request['languages'][0]}"
        good = {"id": request["id"], "lines": [dict(where, text=text, confidence=0.5)], "mood": "good"}
        if size[0] != 500: say(good); continue
        if behaviour == "crash":
            for number in range(100000): print(f"loading part {number}", file=sys.stderr)
            print("Segmentation \x1b[31mfault", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        elif behaviour == "hang": time.sleep(600)
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

  /// Writes the engine into a workspace, and has its pipeline read with it.
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

  /// Says that it is another version from now on.
  func setVersion(_ version: String) throws { try folder.write(version + "\n", to: "engines/version") }

  /// The processes that were started.
  func processes() throws -> [Int32] { try folder.text("engines/pids").split(separator: "\n").compactMap { Int32($0) } }

  /// Whether all of them are gone, or will be in a moment.
  func areGone() throws -> Bool {
    let processes = try processes()
    for _ in 0..<500 {
      if processes.allSatisfy({ kill($0, 0) != 0 }) { return !processes.isEmpty }
      usleep(10_000)
    }
    return false
  }
}
