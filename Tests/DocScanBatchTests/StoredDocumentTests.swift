// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an existing result counts only if it is complete and matches the request.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Whether results are current")
struct StoredDocumentTests {
  private let folder: TemporaryFolder
  private let wanted = WantedResult(sha256: "d", pipelines: ["p"], selection: "all")

  init() throws {
    folder = try TemporaryFolder()
    try place("scan")
  }

  /// Publishes a document with a text file, as a run does.
  private func place(
    _ name: String, sha256: String = "d", status: DocumentStatus = .complete, parts: [String]? = nil
  ) throws {
    let base = fileName(name)
    _ = try folder.makeFolder("library/\(name)")
    try folder.write("text", to: "library/\(name)/\(base).txt")
    var record = DocumentRecord(
      name: name, source: ["scan.pdf"], sha256: sha256,
      pipeline: DocumentRecord.PipelineIdentity(name: "", sha256: "p"), status: status, pageCount: 0, parts: parts,
      selection: "all", pages: [], quality: DocumentRecord.Quality(meanConfidence: nil, words: 0), notes: [],
      versions: [:])
    try record.write(
      into: folder / "library/\(name)",
      besides: ["\(base).txt": ResultFile(bytes: 4, sha256: String(repeating: "0", count: 64))])
  }

  private func document(_ name: String = "scan") throws -> StoredDocument {
    let root = try #require(Folder(root: folder / "library"))
    return try #require(StoredDocument.placed(name, in: root))
  }

  private func state(_ wanted: WantedResult, _ journal: Journal? = nil) throws -> StoredDocument.State {
    try document().state(wanted: wanted, in: journal)
  }

  private func entry(of document: StoredDocument) throws -> JournalEntry {
    let record = document.record
    return JournalEntry(
      name: record.name, source: "/in/scan.pdf", sha256: record.sha256, pipeline: record.pipeline.sha256,
      selection: record.selection, status: record.status, pages: 0, finished: "2026-11-01T00:00:00Z",
      files: try record.allFiles(in: try #require(document.files)), contents: ["d"])
  }

  @Test("Accepts a result with the right bytes, pipeline, and pages, with or without the journal")
  func current() throws {
    #expect(try state(wanted) == .current(isNoted: false))
    let journal = try Journal(folder: folder.path)
    try journal.remember(entry(of: document()), reading: "r")
    #expect(try state(wanted, journal) == .current(isNoted: true))
    #expect(try state(WantedResult(sha256: "d"), journal) == .current(isNoted: true))
  }

  @Test("Names the first difference")
  func differences() throws {
    let other = WantedResult(sha256: "e", pipelines: ["q"], selection: "1-3")
    #expect(try state(other) == .stale(.otherSource))
    #expect(try state(WantedResult(sha256: "d", pipelines: ["q"], selection: "1-3")) == .stale(.otherPipeline(nil)))
    #expect(try state(WantedResult(sha256: "d", pipelines: ["p", "q"], selection: "1-3")) == .stale(.otherPages))
    #expect(try state(WantedResult(sha256: "d", pipelines: ["q"], isMadeAnyway: true)) == .stale(.overwritten))
  }

  @Test("Rebuilds a failed result unless failures are accepted")
  func failures() throws {
    try place("scan", sha256: "of other bytes", status: .failed)
    #expect(try state(WantedResult(sha256: "of other bytes")) == .stale(.incomplete(.failed)))
    let record = try document().record
    #expect(WantedResult(sha256: "d", pipelines: ["p"], acceptsFailures: true).difference(of: record) == nil)
    #expect(
      WantedResult(sha256: "d", pipelines: ["q"], acceptsFailures: true).difference(of: record) == .otherPipeline(nil))
  }

  @Test("Finds the same differences in a record and in its journal entry")
  func sameForBoth() throws {
    let (record, entry) = (try document().record, try entry(of: document()))
    let all = [
      wanted, WantedResult(sha256: "e"), WantedResult(sha256: nil, pipelines: ["q"]),
      WantedResult(sha256: "d", selection: "2"),
    ]
    for wanted in all { #expect(wanted.difference(of: record) == wanted.difference(of: entry)) }
  }

  @Test("Detects a missing or truncated file, with and without a journal", arguments: [true, false])
  func files(isNoted: Bool) throws {
    let journal = isNoted ? try Journal(folder: folder.path) : nil
    try journal?.remember(entry(of: document()), reading: "r")
    try folder.write("te", to: "library/scan/scan.txt")
    #expect(try state(wanted, journal) == .stale(.filesMissing))
    try FileManager.default.removeItem(atPath: folder / "library/scan/scan.txt")
    #expect(try state(wanted, journal) == .stale(.filesMissing))
  }

  @Test("Detects a missing part of a split document")
  func parts() throws {
    try place("scan", parts: ["a", "b"])
    try place("scan/a")
    #expect(try state(wanted) == .stale(.filesMissing))
    try place("scan/b")
    #expect(try state(wanted) == .current(isNoted: false))
  }

  @Test("Treats corrections, settings, and corners made since as pending")
  func decisions() throws {
    let change = try #require(SettingChange(assignment: "stages.deskew.maximumAngle=5"))
    let chosen = try #require(ChosenSettings(PipelineChanges(settings: [change]), by: "Kim"))
    let corners = ReceivedPages(
      by: "phone", at: "2026-11-01T00:00:00Z",
      pages: [
        .init(file: "1.jpg", corners: [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)])
      ])
    #expect(try state(WantedResult(sha256: "d", received: corners)) == .stale(.choicesPending))
    #expect(try state(WantedResult(sha256: "d", chosen: chosen)) == .stale(.choicesPending))
    try EditFile.change(of: document()) { list in
      list.add(
        .text(
          Edit(
            id: list.nextID, source: "scan.pdf", sourcePage: 1, sha256: "d", quad: [], old: "recieved", new: "received",
            by: "Kim", at: "2026-11-01T00:00:00Z")))
    }
    #expect(try state(wanted) == .stale(.decisionsPending))
  }
}
