// SPDX-License-Identifier: GPL-3.0-or-later
// Support: small documents, a fast pipeline, and the real docscan.

import DocScan
import DocScanFixtures
import DocScanStore
import FoundationEssentials

/// A folder with small pictures as documents, a fast pipeline, and the real `docscan`, which runs in that folder.
struct PictureSpace {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try pipeline()
  }

  func pipeline(group: String = "file", limits: String = "") throws {
    try folder.write(
      """
      {"input": {"group": "\(group)"}, "pages": {"dpi": 72}, "limits": {\(limits)}, "stages": [{"stage": "deskew"}],
       "output": {"verify": 0, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  /// Draws a picture that is unique for its number.
  func draw(_ number: Int, _ name: String) throws {
    let parts = name.split(separator: "/").dropLast()
    if !parts.isEmpty { _ = try folder.makeFolder(parts.joined(separator: "/")) }
    try folder.write(WatchSpace.picture(number), to: name)
  }

  /// Runs the pipeline over inputs, with these arguments.
  @discardableResult
  func run(_ arguments: [String], input: [UInt8] = []) throws -> CommandResult {
    var command = try Command.product("docscan", ["run", "pipeline.json"] + arguments)
    command.directory = folder.path
    command.standardInput = input
    return try command.run()
  }

  func record(_ name: String, in output: String = "out") throws -> DocumentRecord {
    let base = name.split(separator: "/").last ?? ""
    return try JSONDecoder().decode(DocumentRecord.self, from: folder.data("\(output)/\(name)/\(base).json"))
  }

  /// Returns the names of all documents in an output folder, sorted.
  func names(in output: String = "out") throws -> [String] {
    try folder.files(under: output).compactMap { file in
      let parts = file.split(separator: "/")
      guard parts.count > 1, !file.hasPrefix("."), parts.last == parts[parts.count - 2] + ".json" else { return nil }
      do {
        return try JSONDecoder().decode(DocumentRecord.self, from: folder.data(output + "/" + file)).name
      } catch {
        // Not a record.
        return nil
      }
    }.sorted()
  }
}
