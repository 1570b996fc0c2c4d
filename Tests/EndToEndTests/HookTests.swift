// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: commands and webhooks receive every event, signed, and can't be abused by documents' names.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

/// A local server that accepts and stores events.
private final class WebhookServer {
  private static let script = #"""
    import http.server, json, sys
    folder = sys.argv[1]
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments): pass
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            with open(folder + "/events", "a") as file:
                file.write(json.dumps({"headers": dict(self.headers), "body": body, "path": self.path}) + "\n")
            status = int(open(folder + "/status").read())
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
    server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
    open(folder + "/port", "w").write(str(server.server_port))
    server.serve_forever()
    """#

  struct Event: Decodable {
    let headers: [String: String]
    let body: String
    let path: String

    var json: [String: JSONValue] {
      get throws { try JSONDecoder().decode([String: JSONValue].self, from: Data(body.utf8)) }
    }
  }

  let folder: TemporaryFolder
  let port: Int
  private let running: RunningCommand

  /// Listens on a port; 0 selects any free one.
  init(port: Int = 0, in folder: TemporaryFolder) throws {
    self.folder = folder
    try folder.write(Self.script, to: "server.py")
    try folder.write("200", to: "status")
    if folder.contains("port") { try folder.remove("port") }
    running = try Command("python3", [folder / "server.py", folder.path, "\(port)"]).start()
    let folder = folder
    _ = try running.wait(upToSeconds: 30) {
      try folder.contains("port") && !folder.text("port").isEmpty
    }
    self.port = Int(try folder.text("port")) ?? 0
  }

  func stop() throws {
    running.send(signal: SIGKILL)
    _ = try running.wait()
  }

  static func events(in folder: TemporaryFolder) throws -> [Event] {
    guard folder.contains("events") else { return [] }
    return try folder.text("events").split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }
}

@Suite("Commands and webhooks for events")
struct HookTests {
  private static let key = "a-secret-of-the-test"

  private func pipeline(_ work: Workspace, _ hooks: String) throws {
    try work.folder.write(
      """
      {"stages": [{"stage": "quality"}], "hooks": {\(hooks)}, "pages": {"dpi": 72},
       "output": {"writers": [{"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  private func draw(_ names: String..., in work: Workspace) throws {
    for (number, name) in names.enumerated() {
      var page = try Documents.receipt()
      try page.line("\(name) \(number)", at: Point(x: 16, y: 400), font: .mono(8.4))
      try PageDrawing.writePDF([page], to: work.folder / "in/\(name)")
    }
  }

  private func run(_ work: Workspace, _ arguments: [String] = []) throws -> CommandResult {
    try command(work, arguments).run()
  }

  /// A run with a key for webhooks, and a user's state of its own.
  private func command(_ work: Workspace, _ arguments: [String] = []) throws -> Command {
    var command = try work.command(arguments)
    command.environment["DOCSCAN_SECRET_WEBHOOK"] = Self.key
    command.environment["XDG_STATE_HOME"] = work.folder / "state"
    return command
  }

  @Test("Passes each document's JSON to a command on standard input, and no text of it as an argument")
  func command() throws {
    let work = try Workspace()
    try work.folder.write(
      "#!/bin/sh\ncat > \"\(work.folder.path)/got-$DOCSCAN_EVENT-$DOCSCAN_EVENT_ID\"\necho \"$@\" >> \"\(work.folder.path)/arguments\"\n",
      to: "hook.sh")
    _ = try Command("chmod", ["755", work.folder / "hook.sh"]).check()
    try pipeline(work, "\"command\": [\"\(work.folder / "hook.sh")\", \"$(touch boom)\", \"a b\"]")
    try draw("one.pdf", "$(touch boom).pdf", in: work)
    let run = try run(work)
    #expect(run.exitCode == 0 && run.errors.contains("runs a command"), "\(run.summary)")
    let got = try work.folder.files().filter { $0.hasPrefix("got-finished-") }
    #expect(got.count == 2)
    let names = try got.map { try JSONDecoder().decode(DocumentRecord.self, from: work.folder.data($0)).name }
    #expect(Set(names) == ["one", "$(touch boom)"])
    #expect(try work.folder.text("arguments").split(separator: "\n") == ["$(touch boom) a b", "$(touch boom) a b"])
    #expect(try work.folder.files().allSatisfy { !$0.hasSuffix("boom") })
    // An unchanged document causes no event.
    #expect(try self.run(work).exitCode == 0)
    #expect(try work.folder.text("arguments").split(separator: "\n").count == 2)
  }

  @Test("Ends a slow command, and logs a failed one with its exit code")
  func failing() throws {
    let work = try Workspace()
    try draw("one.pdf", in: work)
    try pipeline(work, #""command": ["sleep", "600"], "commandSeconds": 0.5"#)
    let slow = try run(work, ["--log", work.folder / "log"])
    #expect(slow.exitCode == 0, "\(slow.summary)")
    #expect(try work.folder.text("log").contains("took longer than 0.5 seconds and was ended"))
    try pipeline(work, #""command": ["sh", "-c", "echo no room >&2; exit 3"]"#)
    let failed = try run(work, ["--overwrite"])
    #expect(failed.exitCode == 0)
    #expect(failed.errors.contains("ended with exit code 3: no room for one (finished)"), "\(failed.summary)")
    try pipeline(work, #""command": ["/there/is/none"]"#)
    #expect(try run(work, ["--overwrite"]).errors.contains("for one (finished)"))
  }

  @Test("Signs webhooks, and sends them for failed documents, too")
  func webhook() throws {
    let work = try Workspace()
    let server = try WebhookServer(in: TemporaryFolder())
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:\(server.port)/in?x=1\"")
    try draw("one.pdf", in: work)
    try work.folder.write("%PDF-1.4\nnothing", to: "in/bad.pdf")
    let run = try run(work)
    #expect(run.exitCode == 1, "\(run.summary)")
    let events = try WebhookServer.events(in: server.folder)
    #expect(try Set(events.map { try $0.json["event"] }) == [.string("finished"), .string("failed")])
    for event in events {
      #expect(event.path == "/in?x=1")
      let json = try event.json
      #expect(json["id"] == .string(event.headers["X-Docscan-Event-Id"] ?? ""))
      // The signature as another program computes it.
      try work.folder.write(event.body, to: "body")
      let digest = try Command("openssl", ["dgst", "-sha256", "-hmac", Self.key, work.folder / "body"]).check().output
      let hex = digest.split(separator: " ").last.map { $0.trimmingPrefix("").split(separator: "\n")[0] } ?? ""
      #expect(event.headers["X-Docscan-Signature"] == "sha256=\(hex)")
      guard case .object(let document)? = json["document"] else { throw FixtureError("no document") }
      #expect([.string("one"), .string("bad")].contains(document["name"] ?? .null))
    }
    #expect(!run.output.contains(Self.key) && !run.errors.contains(Self.key))
    try server.stop()
  }

  @Test("Delivers all events to a server that was down, even those of a killed run")
  func down() throws {
    let place = try TemporaryFolder()
    let server = try WebhookServer(in: place)
    let port = server.port
    try server.stop()
    let work = try Workspace()
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:\(port)/\"")
    try draw("a.pdf", "b.pdf", "c.pdf", in: work)
    let first = try run(work)
    #expect(first.exitCode == 0 && first.errors.contains("3 events were not delivered"), "\(first.summary)")
    // Killed at different moments between the first and the last document.
    for (kill, name) in ["d", "e", "f"].enumerated() {
      try draw("\(name).pdf", "\(name)\(name).pdf", in: work)
      let running = try command(work).start()
      _ = try running.wait { work.folder.contains("out/\(kill == 1 ? name + name : name)") }
      running.send(signal: SIGKILL)
      _ = try running.wait()
    }
    let again = try WebhookServer(port: port, in: place)
    #expect(try run(work).exitCode == 0)
    #expect(try run(work).exitCode == 0)
    let events = try WebhookServer.events(in: place)
    let names = try events.map { event -> String in
      guard case .object(let document)? = try event.json["document"], case .string(let name)? = document["name"] else {
        return ""
      }
      return name
    }
    #expect(Set(names) == ["a", "b", "c", "d", "dd", "e", "ee", "f", "ff"])
    let ids = events.compactMap { $0.headers["X-Docscan-Event-Id"] }
    #expect(Set(ids).count == 9 && ids.count == events.count)
    #expect(try !run(work).errors.contains("not delivered"))
    try again.stop()
  }

  @Test(
    "Delivers the events of a service without network from a process that reads no documents",
    .enabled(if: geteuid() == 0))
  func delivery() throws {
    let work = try Workspace()
    let server = try WebhookServer(in: work.folder)
    try draw("one.pdf", "two.pdf", in: work)
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:\(server.port)/\"")
    _ = try work.folder.makeFolder("inbox")
    let places = [work.folder / "pipeline.json", "-o", work.folder / "out"]
    func docscan(_ arguments: [String], isIsolated: Bool = false) throws -> Command {
      var command = try Command.product("docscan", arguments)
      if isIsolated {
        // Not even the computer's own servers can be reached.
        command.arguments = ["-n", command.program] + command.arguments
        command.program = "unshare"
      }
      command.environment["DOCSCAN_SECRET_WEBHOOK"] = Self.key
      command.environment["XDG_STATE_HOME"] = work.folder / "state"
      return command
    }
    let watcher = try docscan(
      ["watch", places[0], work.folder / "inbox"] + places[1...] + ["--no-webhooks"], isIsolated: true
    ).start()
    defer { watcher.send(signal: SIGTERM) }
    for name in ["one.pdf", "two.pdf"] {
      try Command("cp", [work.folder / "in/\(name)", work.folder / "inbox/\(name)"]).check()
    }
    #expect(
      try watcher.wait {
        work.folder.contains("inbox-processed/one.pdf") && work.folder.contains("inbox-processed/two.pdf")
      })
    #expect(try WebhookServer.events(in: work.folder).isEmpty && !watcher.errorsSoFar.contains("delayed"))
    // Without a receiver, the events stay, and a refusal counts once for each attempt.
    try work.folder.write("503", to: "status")
    let refused = try docscan(["deliver"] + places).run()
    #expect(refused.exitCode == 1 && refused.errors.contains("2 events were not delivered"), "\(refused.summary)")
    try work.folder.write("200", to: "status")
    try work.folder.write("", to: "events")
    let delivered = try docscan(["deliver"] + places).run()
    #expect(delivered.exitCode == 0, "\(delivered.summary)")
    let events = try WebhookServer.events(in: work.folder)
    let names = try events.map { event -> String in
      guard case .object(let document)? = try event.json["document"], case .string(let name)? = document["name"] else {
        return ""
      }
      return name
    }
    #expect(names.sorted() == ["one", "two"])
    for event in events {
      let digest = SHA256.authentication(of: Array(event.body.utf8), key: Array(Self.key.utf8))
      #expect(event.headers["X-Docscan-Signature"] == "sha256=\(digest)")
    }
    // With --follow, later events are delivered as well, while the watcher is running.
    let follower = try docscan(["deliver"] + places + ["--follow"]).start()
    try draw("three.pdf", in: work)
    try Command("cp", [work.folder / "in/three.pdf", work.folder / "inbox/three.pdf"]).check()
    #expect(try follower.wait(upToSeconds: 60) { try WebhookServer.events(in: work.folder).count == 3 })
    follower.send(signal: SIGTERM)
    #expect(try follower.wait().exitCode == 130)
    #expect(try docscan(["deliver"] + places).run().exitCode == 0)
    #expect(try WebhookServer.events(in: work.folder).count == 3)
    try server.stop()
  }

  @Test("Delivers nothing for a pipeline without a webhook, or one that other users can change")
  func refusedDelivery() throws {
    let work = try Workspace()
    _ = try work.folder.makeFolder("out")
    func deliver() throws -> CommandResult {
      var command = try Command.product(
        "docscan", ["deliver", work.folder / "pipeline.json", "-o", work.folder / "out"])
      command.environment["XDG_STATE_HOME"] = work.folder / "state"
      return try command.run()
    }
    try pipeline(work, "\"command\": [\"true\"]")
    let none = try deliver()
    #expect(none.exitCode == 3 && none.errors.contains("hooks.webhook"), "\(none.summary)")
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:9/\"")
    _ = try Command("chmod", ["666", work.folder / "pipeline.json"]).check()
    let open = try deliver()
    #expect(open.exitCode == 3 && open.errors.contains("others can change this file"), "\(open.summary)")
  }

  @Test("Sends an event for corrections, even those that docscan review applies")
  func reviewed() throws {
    let work = try Workspace()
    let server = try WebhookServer(in: TemporaryFolder())
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:\(server.port)/\", \"events\": [\"reviewed\"]")
    try draw("one.pdf", in: work)
    #expect(try run(work).exitCode == 0)
    #expect(try WebhookServer.events(in: server.folder).isEmpty)
    var review = try Command.product("docscan", ["review", work.folder / "out", "--rename", "one=two"])
    review.environment["XDG_STATE_HOME"] = work.folder / "state"
    let rename = try review.run()
    #expect(rename.exitCode == 0, "\(rename.summary)")
    #expect(try run(work).exitCode == 0)
    let events = try WebhookServer.events(in: server.folder)
    #expect(try events.map { try $0.json["event"] } == [.string("reviewed")])
    #expect(try work.record("two").name == "two")
    try server.stop()
  }

  @Test("Runs no command from a pipeline that other users can change, or from a plan")
  func trust() throws {
    let work = try Workspace()
    try draw("one.pdf", in: work)
    try pipeline(work, "\"command\": [\"touch\", \"\(work.folder / "ran")\"]")
    _ = try Command("chmod", ["666", work.folder / "pipeline.json"]).check()
    let open = try run(work)
    #expect(open.exitCode == 3 && open.errors.contains("others can change this file"), "\(open.summary)")
    _ = try Command("chmod", ["644", work.folder / "pipeline.json"]).check()
    let plan = try Command.product(
      "docscan", ["plan", work.folder / "pipeline.json", work.folder / "in", "-o", work.folder / "plan"]
    ).run()
    #expect(plan.exitCode == 0, "\(plan.summary)")
    let shard = try Command.product(
      "docscan", ["run", "--plan", work.folder / "plan", "--shard", "1/1", "-o", work.folder / "shard"]
    ).run()
    #expect(shard.exitCode == 0, "\(shard.summary)")
    #expect(!work.folder.contains("ran"))
    let own = try run(work)
    #expect(own.exitCode == 0 && work.folder.contains("ran"), "\(own.summary)")
  }

  @Test("Gives no key to a plan that other users can change")
  func changedPlan() throws {
    let work = try Workspace()
    try draw("one.pdf", in: work)
    try work.folder.write("secret\n", to: "translate.key")
    try Command("chmod", ["600", work.folder / "translate.key"]).check()
    try work.folder.write(
      #"""
      {"stages": [{"stage": "recognize"}, {"stage": "translate", "provider": "libretranslate", "address": "http://127.0.0.1:9",
       "keyFile": "translate.key"}], "output": {"writers": [{"writer": "text"}]}}
      """#, to: "keyed.json")
    let plan = try Command.product(
      "docscan", ["plan", work.folder / "keyed.json", work.folder / "in", "-o", work.folder / "plan"]
    ).run()
    #expect(plan.exitCode == 0, "\(plan.summary)")
    for (path, mode) in [("plan", "777"), ("plan/pipeline.json", "666")] {
      try Command("chmod", [mode, work.folder / path]).check()
      let shard = try Command.product(
        "docscan", ["run", "--plan", work.folder / "plan", "--shard", "1/1", "-o", work.folder / "shard"]
      ).run()
      #expect(shard.exitCode == 3 && shard.errors.contains("others can change this file"), "\(shard.summary)")
      try Command("chmod", [mode == "777" ? "755" : "644", work.folder / path]).check()
    }
  }

  /// Runs Python in the work folder.
  private func python(_ script: String, in work: Workspace) throws {
    try work.folder.write(script, to: "forge.py")
    _ = try Command("python3", [work.folder / "forge.py", work.folder / "out"]).check()
  }

  @Test("Signs, sends, and runs nothing that a folder of results brought along")
  func forgedEvents() throws {
    let work = try Workspace()
    let server = try WebhookServer(in: TemporaryFolder())
    try pipeline(
      work,
      "\"webhook\": \"http://127.0.0.1:\(server.port)/\", \"command\": [\"tee\", \"-a\", \"\(work.folder / "ran")\"]")
    try draw("one.pdf", in: work)
    #expect(try run(work).exitCode == 0)
    let before = try WebhookServer.events(in: server.folder).count
    try work.folder.write("", to: "ran")
    // The queue of an earlier version, with events that are due, one of them with another header in its ID.
    try python(
      #"""
      import hashlib, os, sqlite3, sys
      folder = sys.argv[1]
      path = folder + "/.docscan/hooks.sqlite"
      if os.path.exists(path): os.remove(path)
      base = sqlite3.connect(path)
      base.executescript("""CREATE TABLE IF NOT EXISTS event(
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL, document TEXT NOT NULL,
            sha256 TEXT NOT NULL, record BLOB NOT NULL, isDue INTEGER NOT NULL, attempts INTEGER NOT NULL, UNIQUE(id, target));
          CREATE TABLE IF NOT EXISTS subscription(target TEXT PRIMARY KEY, events TEXT NOT NULL);""")
      forged = b'{"name": "forged", "status": "complete"}'
      for target in ["webhook", "command"]:
          base.execute("INSERT INTO event(id,target,kind,document,sha256,record,isDue,attempts) VALUES(?,?,?,?,?,?,1,0)",
                       ("x\r\nX-Injected: yes", target, "finished", "forged", hashlib.sha256(forged).hexdigest(), forged))
      # The row points to a document in place, which is somebody's as well.
      os.makedirs(folder + "/forged")
      open(folder + "/forged/forged.json", "wb").write(forged)
      base.commit()
      """#, in: work)
    try draw("one.pdf", "two.pdf", in: work)
    #expect(try run(work).exitCode == 0)
    let events = try WebhookServer.events(in: server.folder)
    #expect(events.count > before)
    #expect(events.allSatisfy { !$0.body.contains("forged") && $0.headers["X-Injected"] == nil })
    #expect(try !work.folder.text("ran").contains("forged") && work.folder.text("ran").contains("one"))
    try server.stop()
  }

  @Test("Sends no record that another program changed while its event was waiting")
  func changedRecords() throws {
    let work = try Workspace()
    let place = try TemporaryFolder()
    let server = try WebhookServer(in: place)
    try server.stop()
    try pipeline(work, "\"webhook\": \"http://127.0.0.1:\(server.port)/\"")
    try draw("one.pdf", "two.pdf", in: work)
    #expect(try run(work).errors.contains("2 events were not delivered"))
    let record = try work.folder.text("out/one/one.json")
    try work.folder.write(record.replacing("\"one\"", with: "\"invoice-4711\""), to: "out/one/one.json")
    // A document that docscan itself corrected in the meantime is still reported, with its present name.
    var review = try Command.product("docscan", ["review", work.folder / "out", "--rename", "two=three"])
    review.environment["XDG_STATE_HOME"] = work.folder / "state"
    #expect(try review.run().exitCode == 0)
    let again = try WebhookServer(port: server.port, in: place)
    let next = try run(work)
    let events = try WebhookServer.events(in: place)
    #expect(events.allSatisfy { !$0.body.contains("invoice-4711") }, "\(next.summary)")
    #expect(next.errors.contains("finished of one is dropped"), "\(next.summary)")
    #expect(
      try events.contains { event in
        guard case .object(let document)? = try event.json["document"] else { return false }
        return document["name"] == "three"
      }, "\(events)")
    try again.stop()
  }

  @Test("Runs the program next to the pipeline file, whatever is in the current folder")
  func programs() throws {
    let work = try Workspace()
    try draw("one.pdf", in: work)
    func script(_ folder: String, _ name: String) throws {
      _ = try work.folder.makeFolder(folder)
      try work.folder.write("#!/bin/sh\ntouch \"\(work.folder.path)/\(name)-$1\"\n", to: "\(folder)/filed.sh")
      _ = try Command("chmod", ["755", work.folder / "\(folder)/filed.sh"]).check()
    }
    try script("own", "own")
    try script("stranger", "stranger")
    func run(_ command: String, from folder: String = "stranger") throws -> CommandResult {
      try work.folder.write(
        #"{"stages": [{"stage": "quality"}], "hooks": {"events": ["finished"], "command": \#(command)}, "#
          + #""output": {"verify": 0, "writers": [{"writer": "json"}]}}"#, to: "own/p.json")
      var command = try self.command(work)
      command.arguments = ["run", "../own/p.json", work.folder / "in", "-o", work.folder / "out", "--overwrite"]
      command.directory = work.folder / folder
      return try command.run()
    }
    let forms = [
      (#"["./filed.sh", "a"]"#, "a"), (#"["../own/filed.sh", "b"]"#, "b"), (#"["sh", "./filed.sh", "c"]"#, "c"),
      (#"["sh", "filed.sh", "d"]"#, "d"),
    ]
    for (command, name) in forms {
      let result = try run(command)
      #expect(result.exitCode == 0 && work.folder.contains("own-\(name)"), "\(command): \(result.summary)")
    }
    // A program that exists only in the current folder is never run, not even through PATH.
    try work.folder.remove("own/filed.sh")
    for command in [#"["./filed.sh", "e"]"#, #"["sh", "./filed.sh", "f"]"#, #"["filed.sh", "g"]"#] {
      let result = try run(command)
      #expect(["own-e", "own-f", "own-g"].allSatisfy { !work.folder.contains($0) }, "\(command): \(result.summary)")
    }
    #expect(try work.folder.files().allSatisfy { !$0.hasPrefix("stranger-") })
  }

  @Test(
    "Starts nothing that other users can change: pipeline files, programs, keys, and their folders",
    arguments: [
      "chmod 777 own", "chmod 777 .", "chmod 777 bin", "chmod 666 own/p.json", "chmod 775 own; chgrp 12345 own",
      "chown 12345 own", "chown 12345 bin", "chown 12345 own/p.json", "chmod 757 bin/filed.sh; chmod 666 bin/key",
      "mkdir open; chmod 777 open; mv own open; ln -s open/own own",
    ])
  func untrusted(change: String) throws {
    guard geteuid() == 0 || !change.contains("12345") else { return }
    let recognize = #""stages": [{"stage": "recognize", "languages": ["eng"]"#
    let uses = [
      #""stages": [{"stage": "quality"}], "hooks": {"command": ["../bin/filed.sh"]}"#,
      recognize + #", "engine": {"command": ["../bin/filed.sh"]}}]"#,
      #""stages": [{"stage": "quality"}], "hooks": {"webhook": "http://127.0.0.1:1/", "keyFile": "../bin/key"}"#,
    ]
    for use in uses {
      let work = try Workspace()
      for folder in ["own", "bin"] { _ = try work.folder.makeFolder(folder) }
      try draw("one.pdf", in: work)
      try work.folder.write("#!/bin/sh\ntouch \"\(work.folder.path)/ran\"\n", to: "bin/filed.sh")
      try work.folder.write("a-key-of-the-test\n", to: "bin/key")
      try work.folder.write(
        #"{\#(use), "output": {"verify": 0, "writers": [{"writer": "json"}]}}"#, to: "own/p.json")
      let before = "chmod -R go-w . && chmod 755 bin/filed.sh && chmod 600 bin/key"
      _ = try Command("sh", ["-c", "cd \"\(work.folder.path)\" && \(before) && \(change)"]).check()
      var command = try self.command(work)
      command.arguments = ["run", work.folder / "own/p.json", work.folder / "in", "-o", work.folder / "out"]
      let result = try command.run()
      #expect([3, 5].contains(result.exitCode) && !work.folder.contains("ran"), "\(use): \(result.summary)")
      #expect(
        ["chmod go-w", "belongs to another user", "chmod 600"].contains { result.errors.contains($0) },
        "\(use): \(result.errors)")
    }
  }
}
