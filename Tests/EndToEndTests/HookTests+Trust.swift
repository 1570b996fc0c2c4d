// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no hook runs or signs what another user or program wrote.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

extension HookTests {
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
