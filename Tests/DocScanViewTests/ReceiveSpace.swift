// SPDX-License-Identifier: GPL-3.0-or-later
// Support: an inbox with the real server.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import FoundationEssentials
import Glibc

/// An inbox with the real `docscan receive`, its list of devices, and an optional `docscan watch`.
final class ReceiveSpace {
  let folder: TemporaryFolder
  private(set) var program: RunningCommand?
  private(set) var port = 0
  /// Variables for the programs, in addition to the state folder.
  var environment: [String: String] = [:]

  var inbox: String { folder / "inbox" }
  var url: String { "http://127.0.0.1:\(port)" }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["inbox", "state"] { _ = try folder.makeFolder(name) }
    // The chosen corners appear in the page JSON; without recognition, the pipeline is fast.
    try folder.write(
      """
      {"stages": [{"stage": "perspective"}, {"stage": "clean"}], "pages": {"dpi": 72}, "watch": {"settle": 0.2},
       "output": {"verify": 0, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  deinit { program?.send(signal: SIGTERM) }

  func command(_ words: [String]) throws -> Command {
    var command = try Command.product("docscan", ["receive"] + words)
    command.environment.merge(environment) { $1 }
    command.environment["XDG_STATE_HOME"] = folder / "state"
    return command
  }

  /// Starts the server, on the previous port if there was one.
  func start(watching: Bool = false, _ options: [String] = []) throws {
    let watch = watching ? ["--watch", folder / "pipeline.json"] : []
    let program = try command([inbox, "-o", folder / "out", "--port", "\(port)"] + watch + options).start()
    self.program = program
    guard
      try program.wait(until: { program.outputSoFar.hasSuffix("\n") && program.errorsSoFar.contains("Ctrl-C ends") })
    else { throw FixtureError("Nothing is received: \(program.outputSoFar) \(program.errorsSoFar)") }
    port = Int(invitation.split(separator: "/")[1].split(separator: ":")[1]) ?? 0
  }

  /// Kills the server in the middle of its work.
  func kill() throws {
    program?.send(signal: SIGKILL)
    _ = try program?.wait()
    program = nil
  }

  /// The most recent address; each works for one browser.
  var invitation: String { program?.outputSoFar.split(separator: "\n").last.map(String.init) ?? "" }

  /// Returns a new device's token.
  func token(_ name: String) throws -> String { try command(["--add", name]).check().output.trimmed }

  // MARK: Requests

  /// Returns the real curl's result of a request: the status and the body.
  func curl(_ token: String?, _ path: String, _ words: [String] = []) throws -> (status: Int, text: String) {
    let known = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
    let result = try Command(
      "curl", ["-s", "--max-time", "120", "-w", "\n%{http_code}"] + known + words + [url + path]
    ).run()
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
  }

  /// Returns the result of a request as JSON.
  func json(_ token: String, _ path: String, _ words: [String] = []) throws -> JSONValue {
    let (status, text) = try curl(token, path, words)
    guard (200..<300).contains(status) else { throw FixtureError("\(path): \(status) \(text)") }
    return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// Sends part of a picture.
  func put(_ token: String, _ page: String, _ bytes: Data, at offset: Int = 0, of size: Int? = nil) throws -> (
    status: Int, text: String
  ) {
    try folder.write(bytes, to: "piece")
    let range = "Content-Range: bytes \(offset)-\(offset + bytes.count - 1)/\(size ?? bytes.count)"
    return try curl(token, page, ["-T", folder / "piece", "-H", range])
  }

  /// Waits until a document is in a state.
  func wait(for state: String, of id: String, _ token: String) throws -> JSONValue {
    for _ in 0..<2400 {
      let document = try json(token, "/documents/\(id)")
      if document["state"]?.text == state { return document }
      usleep(50_000)
    }
    throw FixtureError("\(id) is never \(state): \(try json(token, "/documents/\(id)"))")
  }

  // MARK: Contents

  /// Returns the visible names in the inbox.
  func visible() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: inbox).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns the sheet's corners in a finished page.
  func corners(_ document: String, page: Int) throws -> [Point]? {
    try correction("perspective", document, page: page)?.quad
  }

  func correction(_ kind: String, _ document: String, page: Int) throws -> Correction? {
    let json = try folder.data("out/\(document)/pages/000\(page).json")
    return try JSONDecoder().decode(RecognizedPage.self, from: json).corrections.first { $0.kind == kind }
  }
}
