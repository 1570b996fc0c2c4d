// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: engines get private pages, so they have no network and leave no files behind.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Confinement of engines", .realWorker)
struct EngineConfinementTests {
  /// Actions that an engine may take in every sandbox.
  private static let always = ["own-file", "own-folder", "temporary", "nothing", "own-limits"]

  /// Runs an engine that makes many attempts; returns their outcomes and the folder that the engine used as its home.
  private func outcomes(sandbox: String) throws -> (outcomes: [String: String], home: String, folder: TemporaryFolder) {
    let work = try Workspace()
    let page = try Documents.shortMinutes()
    try page.raster(dpi: 500 * 72 / page.size.width).write(to: work.folder / "in/b.png", as: .png, dpi: 60)
    let script = try EngineScript("curious", in: work, more: #""limits": {"sandbox": "\#(sandbox)"},"#)
    let server = try LocalServer()
    try work.folder.write("\(server.port)", to: "engines/port")
    try work.folder.write("secret", to: "engines/secret")
    _ = try work.folder.makeFolder("temporary")
    var command = try work.command(workers: 1)
    command.environment["TMPDIR"] = work.folder / "temporary"
    command.environment["HOME"] = try work.folder.makeFolder("home")
    command.environment["A_SERVICES_KEY"] = "secret"
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try script.areGone())
    #expect(try sandbox == "off" || work.folder.files(under: "temporary").isEmpty)
    var outcomes: [String: String] = [:]
    var home = ""
    for line in try work.page("b", 1).text.split(separator: "\n") {
      let parts = line.split(separator: line.hasPrefix("HOME=") ? "=" : ":", maxSplits: 1).map(String.init)
      if parts[0] == "HOME" { home = parts[1] } else { outcomes[parts[0]] = parts[1] }
    }
    return (outcomes, home, work.folder)
  }

  @Test("Denies engines the network, and removes their private folder afterwards", arguments: ["auto", "require"])
  func confined(sandbox: String) throws {
    let (outcomes, home, folder) = try outcomes(sandbox: sandbox)
    #expect(outcomes.count == 30)
    for (attempt, outcome) in outcomes {
      #expect(outcome == (Self.always.contains(attempt) ? "done" : "refused"), "\(attempt): \(outcome)")
    }
    #expect(home.hasPrefix(folder / "temporary/"))
    #expect(try folder.text("engines/secret") == "secret")
    #expect(try folder.files(under: "engines") == ["engine.py", "port", "secret", "version"])
    #expect(try folder.files(under: "home").allSatisfy { $0 == ".cache/docscan/worker.json" })
  }

  @Test("Succeeds at the same attempts without a sandbox")
  func unconfined() throws {
    let (outcomes, home, folder) = try outcomes(sandbox: "off")
    #expect(home == folder / "home")
    for attempt in [
      "own-file", "internet", "local", "child", "create", "folder", "mode", "times", "picture", "signal",
      "limits", "priority", "processors", "segment",
    ] {
      #expect(outcomes[attempt] == "done", "\(attempt)")
    }
    #expect(folder.contains("engines/new") && folder.contains("home/a/b/cache"))
    // The environment is an allow list in every mode.
    #expect(outcomes["environment"] == "refused" && outcomes["session"] == "refused")
    _ = unsafe unlink("/dev/shm/docscan-escaped")
  }
}
