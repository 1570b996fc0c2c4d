// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a worker that hostile bytes control can do nothing but fail its page.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Confinement of workers", .realWorker)
struct SandboxTests {
  /// Returns a workspace with a three-page document; on page 2, the worker makes an attempt.
  private func workspace(
    _ attempt: String, target: String = "", sandbox: String = "require"
  ) throws -> Workspace {
    let work = try Workspace()
    let target = target.replacing("{}", with: work.folder.path)
    let fault = #"{"stage": "fault", "page": 2, "kind": "escape", "attempt": "\#(attempt)", "target": "\#(target)"}"#
    try work.pipeline(
      stages: fault, more: #""limits": {"secondsPerPage": 30, "megapixelsPerPage": 4, "sandbox": "\#(sandbox)"},"#)
    let page = try Documents.shortMinutes().raster(dpi: 60)
    try ImagePDF([page, page, page], dpi: 60).write(to: work.folder / "in/scan.pdf")
    try work.folder.write("secret", to: "secret.txt")
    return work
  }

  /// Runs, and checks that page 2 failed and nothing else changed; returns the failure.
  private func failure(_ work: Workspace) throws -> PageFailure? {
    let input = try work.folder.data("in/scan.pdf")
    let before = try Set(work.folder.files())
    let result = try work.command(workers: 1, faultyWorker: true).run()
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(try work.record("scan").pages.map(\.status) == [.corrected, .failed, .corrected])
    let after = try Set(work.folder.files()).filter { !$0.contains("out/") }
    #expect(after == before.filter { !$0.contains("out/") })
    #expect(try work.folder.data("in/scan.pdf") == input)
    #expect(try work.folder.data("secret.txt") == Data("secret".utf8))
    return try work.page("scan", 2).failure
  }

  @Test(
    "Denies files other than the document's",
    arguments: [
      ("readFile", "/etc/passwd"), ("readFile", "{}/secret.txt"), ("readFile", "{}/in/scan.pdf"),
      ("readFile", "/proc/self/environ"), ("readFile", "/proc/1/cmdline"), ("listFolder", "/"), ("listFolder", "{}/in"),
      ("writeFile", "{}/new.txt"), ("writeFile", "{}/secret.txt"), ("writeFile", "/tmp/docscan-escaped"),
      ("writeFile", "/usr/lib/docscan-escaped"), ("removeFile", "{}/in/scan.pdf"), ("renameFile", "{}/in/scan.pdf"),
      ("makeLink", "{}/link"), ("changeMode", "{}/secret.txt"),
      ("changeMode", "{}/out/.docscan/scratch/{parent}/worker-0"),
      ("makeLink", "{}/out/.docscan/scratch/{parent}/worker-0/link"), ("openMany", "/usr/share/fonts"),
      ("openMany", "/dev/null"), ("memoryFile", ""),
    ])
  func files(attempt: String, target: String) throws {
    let failure = try failure(workspace(attempt, target: target))
    #expect(failure?.kind == .library)
    let reasons = ["Permission denied", "Operation not permitted", "Too many open files"]
    #expect(reasons.contains { failure?.message == "Denied: \($0)." }, "\(failure?.message ?? "")")
    for path in ["/tmp/docscan-escaped", "/usr/lib/docscan-escaped"] {
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(
    "Ends a worker that uses the network, other processes, or its own limits",
    arguments: [
      ("connect", "80"), ("fork", ""), ("execute", "/bin/true"), ("trace", ""), ("readMemory", ""), ("signal", ""),
      ("signalThread", ""), ("raiseLimit", ""), ("limitParent", ""), ("unshare", ""),
    ])
  func calls(attempt: String, target: String) throws {
    let failure = try failure(workspace(attempt, target: target))
    #expect(failure?.kind == .crash)
    #expect(failure?.signal == "SIGSYS")
    #expect(failure?.message.contains("tried something that its sandbox forbids") == true)
  }

  @Test("Truncates an endless file before the disk is full")
  func endlessFile() throws {
    let work = try workspace("writeEndlessly", target: "{}/out/.docscan/scratch/{parent}/worker-0/picture")
    let failure = try failure(work)
    // The second attempt has its own folder, and the first one's was removed.
    #expect(failure?.signal == "SIGXFSZ" || failure?.message.hasPrefix("Denied: ") == true)
    #expect(!work.folder.contains("out/.docscan/scratch"))
  }

  /// Runs on four documents with one worker at a time, and returns the number of workers that were started.
  private func startedWorkers(owners: [Int], sharing: String) throws -> Int {
    let work = try Workspace()
    try work.pipeline(stages: "", more: #""limits": {"workerSharing": "\#(sharing)"},"#)
    for (number, owner) in zip(1..., owners) {
      // Equal files are read once.
      let page = try Documents.shortMinutes().raster(dpi: 60 + Double(number))
      try ImagePDF([page, page], dpi: 60).write(to: work.folder / "in/\(number).pdf")
      try Command("chown", ["\(owner)", work.folder / "in/\(number).pdf"]).check()
    }
    let worker = try Places.product("docscan-worker")
    let started = work.folder / "started"
    try work.folder.writeProgram("#!/bin/sh\necho >> '\(started)'\nexec '\(worker)' \"$@\"\n", to: "worker.sh")
    var command = try work.command(workers: 1)
    command.environment["DOCSCAN_WORKER"] = work.folder / "worker.sh"
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return try work.folder.text("started").count
  }

  @Test("Reads documents of different users in different workers", .enabled(if: geteuid() == 0))
  func owners() throws {
    #expect(try startedWorkers(owners: [0, 0, 0, 0], sharing: "owner") == 1)
    #expect((2...4).contains(try startedWorkers(owners: [0, 0, 65534, 65534], sharing: "owner")))
    #expect(try startedWorkers(owners: [0, 0, 0, 0], sharing: "document") >= 4)
  }

  @Test("Succeeds at the same attempts without a sandbox")
  func unconfined() throws {
    for (attempt, target) in [("readFile", "/etc/passwd"), ("writeFile", "{}/new.txt"), ("fork", "")] {
      let work = try workspace(attempt, target: target, sandbox: "off")
      let result = try work.run(faultyWorker: true)
      #expect(result.exitCode == 0, "\(attempt): \(result.summary)")
      #expect(try work.report().confinement == Confinement())
    }
  }

  @Test("Reports the confinement of workers, and gives the same results with every setting")
  func required() throws {
    let work = try Workspace()
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/photo.jpg", as: .jpeg, dpi: 100)
    var results: [[String: Data]] = []
    for sandbox in ["require", "auto", "off"] {
      try work.pipeline(more: #""limits": {"sandbox": "\#(sandbox)"},"#)
      #expect(try work.run(["--overwrite"]).exitCode == 0)
      results.append(try work.results())
      let confinement = try work.report().confinement
      #expect(confinement.missing.isEmpty)
      #expect(confinement.seccomp == (sandbox != "off"))
      #expect((confinement.landlock ?? 0 > 0) == (sandbox != "off"))
    }
    #expect(results[0] == results[1] && results[0] == results[2])
  }

  @Test("Finds a font that the PDF doesn't embed, even in a confined worker")
  func fonts() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "force", "dpi": 200},"#)
    try work.folder.write(HandmadePDF.pages().data, to: "in/font.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("font", 1).text.lowercased().hasPrefix("original"))
  }

  @Test("Shows the confinement of workers in docscan doctor")
  func doctor() throws {
    let text = try Command.product("docscan", ["doctor"]).check().output
    #expect(text.contains("workers are confined by Landlock"))
    let json = try Command.product("docscan", ["doctor", "--json"]).check().output
    #expect(json.contains("\"confinement\""))
  }

  @Test("Fails a document that changes while it is processed, with the reason")
  func changed() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "fault", "page": 1, "kind": "hang"}"#,
      more: #""limits": {"secondsPerPage": 8},"#)
    let page = try Documents.shortMinutes().raster(dpi: 60)
    try ImagePDF([page, page], dpi: 60).write(to: work.folder / "in/scan.pdf")
    let running = try work.command(["--progress", "json"], workers: 1, faultyWorker: true).start()
    _ = try running.wait { running.outputSoFar.contains("document-opened") }
    try ImagePDF([page], dpi: 60).write(to: work.folder / "in/scan.pdf")
    #expect(try running.wait().exitCode == 1)
    let record = try work.record("scan")
    #expect(record.status == .failed)
    #expect(record.failure?.message.hasPrefix("scan.pdf: it changed while it was processed.") == true)
  }

  @Test("Makes one document of more photos than one request can carry")
  func manyFiles() throws {
    let work = try Workspace()
    try work.pipeline(stages: "", more: #""input": {"group": "folder"},"#)
    let picture = try PageDrawing().raster(dpi: 20)
    for number in 1...150 { try picture.write(to: work.folder / "in/\(number).png", as: .png, dpi: 20) }
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.record("in").pages.count == 150)
    #expect(try work.record("in").pages.last?.source == "150.png")
  }
}
