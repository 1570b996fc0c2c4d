// SPDX-License-Identifier: GPL-3.0-or-later
// Support: folders in which the real docscan runs.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials

/// A folder with inputs, a pipeline, and an output folder, in which tests run the real `docscan`.
struct Workspace {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder("in")
    try pipeline()
  }

  /// Writes the pipeline: these stages as JSON, or the fastest if there are none, and the three default writers.
  func pipeline(
    stages: String = #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#, more: String = ""
  ) throws {
    try folder.write(
      """
      {"stages": [\(stages.isEmpty ? #"{"stage": "quality"}"# : stages)], \(more)
       "output": {"verify": 1, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  /// Returns the command for a run over `in`, by default with one worker, because starting one takes longer than reading most pages of tests. Next to
  /// a faulty worker, another one continues.
  func command(
    _ arguments: [String] = [], workers: Int? = nil, faultyWorker: Bool = false
  ) throws -> Command {
    let workers = workers ?? (faultyWorker ? 2 : 1)
    var command = try Command.product(
      "docscan", ["run", folder / "pipeline.json", folder / "in", "-o", folder / "out", "-j", "\(workers)"] + arguments)
    if faultyWorker { command.environment["DOCSCAN_WORKER"] = try Places.product("FaultyWorker") }
    return command
  }

  /// Runs the pipeline over `in`.
  @discardableResult
  func run(_ arguments: [String] = [], workers: Int? = nil, faultyWorker: Bool = false) throws -> CommandResult {
    try command(arguments, workers: workers, faultyWorker: faultyWorker).run()
  }

  /// Returns a finished page.
  func page(_ document: String, _ number: Int) throws -> RecognizedPage {
    let digits = String(number)
    let name = String(repeating: "0", count: 4 - digits.count) + digits
    return try JSONDecoder().decode(RecognizedPage.self, from: folder.data("out/\(document)/pages/\(name).json"))
  }

  /// Returns a finished document.
  func record(_ document: String) throws -> DocumentRecord {
    let base = document.split(separator: "/").last ?? ""
    return try JSONDecoder().decode(DocumentRecord.self, from: folder.data("out/\(document)/\(base).json"))
  }

  /// Returns the last run's report.
  func report() throws -> BatchReport {
    try JSONDecoder().decode(BatchReport.self, from: folder.data("out/report.json"))
  }

  /// Returns the text of a finished PDF, as `pdftotext` reads it.
  func pdfText(_ document: String) throws -> String {
    try Command("pdftotext", ["-enc", "UTF-8", folder / "out/\(document)/\(document).pdf", "-"]).check().output
  }

  /// Returns the contents of all results that only depend on the input: everything except the report.
  func results(_ name: String = "out") throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in try folder.files(under: name) where file != "report.json" && !file.hasPrefix(".docscan") {
      contents[file] = try folder.data("\(name)/\(file)")
    }
    return contents
  }
}

/// Returns the words of a text, split at any white space.
func words(_ text: String) -> [String] { text.split { $0.isWhitespace }.map(String.init) }
