// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFixtures
internal import DocScanStore
internal import FoundationEssentials

/// An inspection of a run's results for anything unexpected.
struct ResultInspection {
  /// A fault, and the file that it concerns; without a file, the whole batch.
  struct Finding {
    var file: String?
    var message: String
  }

  let batch: HostileBatch
  let schemas: Schemas
  private(set) var findings: [Finding] = []

  /// The schemas that the program itself prints.
  struct Schemas {
    let page: SchemaValidator
    let document: SchemaValidator
    let report: SchemaValidator

    init(program: String) throws {
      func schema(_ name: String) throws -> SchemaValidator {
        SchemaValidator(try JSONFile.parse(Data(try Command(program, ["schema", name]).check().outputBytes)))
      }
      page = try schema("page")
      document = try schema("document")
      report = try schema("report")
    }
  }

  init(batch: HostileBatch, schemas: Schemas) {
    self.batch = batch
    self.schemas = schemas
  }

  /// Inspects the run and every file's results.
  mutating func inspect(_ outcome: HostileBatch.Outcome, files: [SampleFile]) throws {
    let result = outcome.result
    if result.exitCode != 0 && result.exitCode != 1 { note(nil, "docscan ended with \(result.summary)") }
    let text = result.errors + result.output
    if text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) }) {
      note(nil, "control characters reached the terminal")
    }
    for left in ["scratch", "partial"] where batch.folder.contains("out/.docscan/\(left)") {
      let rest = try batch.folder.files(under: "out/.docscan/\(left)")
      if !rest.isEmpty { note(nil, "left in \(left): \(rest.prefix(3).joined(separator: ", "))") }
    }
    guard let report = batch.report() else { return note(nil, "there is no report.json that can be read") }
    check(try batch.folder.data("out/report.json"), schemas.report, "report.json", nil)
    let documents = Dictionary(report.documents.map { (fileName($0.source), $0) }, uniquingKeysWith: { $1 })
    for file in files {
      guard let document = documents[file.fileName] else {
        note(file.name, "report.json does not name it")
        continue
      }
      if document.status == .ignored {
        if document.reason == nil { note(file.name, "it was ignored without a reason") }
        continue
      }
      if file.isGood, document.status != .complete {
        note(file.name, "it is \(document.status.rawValue): \(document.reason ?? "no reason")")
      }
      try inspect(document, file)
    }
    try inspectTogether(report)
    let allowed = Self.allowedSeconds(report)
    if result.seconds > allowed { note(nil, "it took \(Int(result.seconds)) s; the limits allow \(Int(allowed)) s") }
  }

  private mutating func inspect(_ document: DocumentOutcome, _ file: SampleFile) throws {
    let folder = "out/\(document.name)"
    // A name that isn't valid for a folder was changed.
    let name = fileName(document.name)
    guard batch.folder.contains("\(folder)/\(name).json") else { return note(file.name, "it has no record") }
    let json = try batch.folder.data("\(folder)/\(name).json")
    check(json, schemas.document, "\(name).json", file.name)
    let record: DocumentRecord
    do {
      record = try JSONDecoder().decode(DocumentRecord.self, from: json)
    } catch {
      return note(file.name, "its record cannot be decoded: \(error)")
    }
    let failed = record.pages.filter { $0.status == .failed }
    if failed.contains(where: { $0.failure?.message.isEmpty ?? true }) {
      note(file.name, "a page failed without a reason")
    }
    if record.status == .failed, record.failure == nil, failed.isEmpty { note(file.name, "it failed without a reason") }
    for page in record.pages {
      guard let pageFile = page.file, batch.folder.contains("\(folder)/\(pageFile)") else {
        note(file.name, "page \(page.number) has no file")
        continue
      }
      let json = try batch.folder.data("\(folder)/\(pageFile)")
      check(json, schemas.page, pageFile, file.name)
      do {
        _ = try JSONDecoder().decode(RecognizedPage.self, from: json)
      } catch {
        note(file.name, "\(pageFile) cannot be decoded: \(error)")
      }
    }
    guard record.status != .failed else { return }
    let pdf = batch.folder / "\(folder)/\(name).pdf"
    let result = try Command("qpdf", ["--check", pdf]).run()
    guard result.exitCode != 0 else { return }
    // Kept content of an original has the original's faults.
    let isOriginal = try Data(contentsOf: URL(filePath: pdf)) == Data(file.bytes)
    let known = Self.faults(try Command("qpdf", ["--check", batch.folder / "in/\(file.fileName)"]).run())
    if isOriginal || Self.faults(result).isSubset(of: known) { return }
    note(file.name, "qpdf finds fault with its PDF: \(result.summary)")
  }

  /// Returns qpdf's complaints without positions and numbers.
  private static func faults(_ result: CommandResult) -> Set<String> {
    Set(
      result.errors.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("WARNING: ") || line.hasPrefix("ERROR: ") else { return nil }
        let text = line.split(separator: "): ", maxSplits: 1).last ?? line
        return String(text.filter { !$0.isNumber })
      })
  }

  /// Checks that all XML of the batch is well-formed, and that every format has the pages' text.
  private mutating func inspectTogether(_ report: BatchReport) throws {
    let written = try report.documents.flatMap { document in
      guard batch.folder.contains("out/\(document.name)"), !document.name.isEmpty else { return [String]() }
      return try batch.folder.files(under: "out/\(document.name)").map { "out/\(document.name)/\($0)" }
    }
    let files = written.filter { $0.hasSuffix(".hocr") || $0.hasSuffix(".xml") }.map { batch.folder / $0 }
    guard !files.isEmpty else { return }
    let result = try Command("xmllint", ["--noout", "--huge", "--nonet"] + files).run()
    if result.exitCode != 0 { note(nil, "XML that is not well-formed: \(result.errors.prefix(1000))") }
    let read = try Command("python3", [Places.package + "/Tests/Tools/measure/readback.py", batch.folder / "out"]).run()
    if read.exitCode != 0 || !read.errors.isEmpty {
      for line in (read.output + read.errors.suffix(500)).split(separator: "\n") { note(nil, "read back: \(line)") }
    }
  }

  /// Returns the time for trying each page twice and drawing it once, and for opening, assembling, and comparing.
  private static func allowedSeconds(_ report: BatchReport) -> Double {
    let pages = report.documents.reduce(0) { $0 + $1.pages }
    let attempts = 5 * report.documents.count + 5 * pages
    return 60 + Double(attempts * BatchPipeline.secondsPerPage) / 2
  }

  private mutating func check(_ json: Data, _ schema: SchemaValidator, _ name: String, _ file: String?) {
    do {
      let complaints = schema.complaints(try JSONFile.parse(json))
      if let first = complaints.first { note(file, "\(name) is not as its schema says: \(first.prefix(300))") }
    } catch {
      note(file, "\(name) is not JSON: \(error)")
    }
  }

  private mutating func note(_ file: String?, _ message: String) {
    findings.append(Finding(file: file, message: message))
  }

  private func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
