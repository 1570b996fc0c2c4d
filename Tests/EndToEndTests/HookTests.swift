// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: commands and webhooks receive every event, signed, and can't be abused by documents' names.

import DocScan
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Commands and webhooks for events")
struct HookTests {
  static let key = "a-secret-of-the-test"

  func pipeline(_ work: Workspace, _ hooks: String) throws {
    try work.folder.write(
      """
      {"stages": [{"stage": "quality"}], "hooks": {\(hooks)}, "pages": {"dpi": 72},
       "output": {"writers": [{"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  func draw(_ names: String..., in work: Workspace) throws {
    for (number, name) in names.enumerated() {
      var page = try Documents.receipt()
      try page.line("\(name) \(number)", at: Point(x: 16, y: 400), font: .mono(8.4))
      try PageDrawing.writePDF([page], to: work.folder / "in/\(name)")
    }
  }

  func run(_ work: Workspace, _ arguments: [String] = []) throws -> CommandResult {
    try command(work, arguments).run()
  }

  /// A run with a key for webhooks, and a user's state of its own.
  func command(_ work: Workspace, _ arguments: [String] = []) throws -> Command {
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
    // The address may come from the command line, as for the watcher.
    let address = "hooks.webhook=http://127.0.0.1:\(server.port)/"
    let useless = try docscan(["deliver", "archive", "--set", "pages.dpi=200"]).run()
    #expect(useless.exitCode == 2 && useless.errors.contains("only settings of hooks"), "\(useless.summary)")
    let delivered = try docscan(["deliver", "archive", "-o", places[2], "--set", address]).run()
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
    // An event is sent again if docscan was stopped before the server's reply arrived.
    let ids = try WebhookServer.events(in: work.folder).compactMap { $0.headers["X-Docscan-Event-Id"] }
    #expect(Set(ids).count == 3)
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
}
