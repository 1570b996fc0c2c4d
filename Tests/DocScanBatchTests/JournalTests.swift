// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the journal returns exactly what was recorded, survives damage, and forgets nothing needed.

import DocScanFixtures
import DocScanWire
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanFiles
@testable import DocScanStore

@Suite("The journal")
struct JournalTests {
  private static let page = CachedPage(
    stages: [ResolvedComponent(name: "deskew", settings: ResolvedSettings(values: ["maximumAngle": 15]))],
    pictureNeed: .always, checkpoint: PageCheckpoint(), results: [])

  private static func key(_ number: Int = 1, file: String = "f", reading: String = "r") -> PageKey {
    PageKey(file: file, number: number, reading: reading)
  }

  private static func entry(_ name: String, sha256: String = "d", contents: [String] = ["f"]) -> JournalEntry {
    JournalEntry(
      name: name, source: "/in/\(name).pdf", sha256: sha256, pipeline: "p", selection: "all", status: .complete,
      pages: 1,
      finished: "2026-11-01T00:00:00Z", files: ["\(name).txt": ResultFile(bytes: 3, sha256: "t")], contents: contents)
  }

  @Test("Finds a page by file, number, and settings, even in a later run")
  func pages() throws {
    let folder = try TemporaryFolder()
    try Journal(folder: folder.path).remember(Self.page, key: Self.key(), document: "scan")
    let journal = try Journal(folder: folder.path)
    #expect(try journal.page(Self.key())?.stages == Self.page.stages)
    for other in [Self.key(2), Self.key(file: "g"), Self.key(reading: "s")] {
      #expect(try journal.page(other) == nil)
    }
  }

  @Test("Reads a page again whose row is damaged")
  func damagedRow() throws {
    let folder = try TemporaryFolder()
    try Journal(folder: folder.path).remember(Self.page, key: Self.key(), document: "scan")
    do {
      let database = try Database(path: folder / "journal.sqlite")
      try database.runAll("UPDATE page SET result = x'00FF00'")
    }
    #expect(try Journal(folder: folder.path).page(Self.key()) == nil)
  }

  @Test("Forgets a finished document's outdated pages, but no other document's")
  func forgetting() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(folder: folder.path)
    try journal.remember(Self.page, key: Self.key(), document: "scan")
    try journal.remember(Self.page, key: Self.key(reading: "old"), document: "scan")
    try journal.remember(Self.page, key: Self.key(file: "gone"), document: "scan")
    try journal.remember(Self.page, key: Self.key(file: "other", reading: "old"), document: "letter")
    try journal.remember(Self.entry("scan"), reading: "r")
    #expect(try journal.page(Self.key()) != nil)
    #expect(try journal.page(Self.key(reading: "old")) == nil)
    #expect(try journal.page(Self.key(file: "gone")) == nil)
    #expect(try journal.page(Self.key(file: "other", reading: "old")) != nil)
  }

  @Test("Counts how often a run was killed during a page")
  func attempts() throws {
    let folder = try TemporaryFolder()
    func begin() throws -> Int { try Journal(folder: folder.path).begin(file: "f", number: 3, document: "scan") }
    #expect(try begin() == 0)
    // Each opening finds the page in progress in a run that no longer exists.
    #expect(try begin() == 1)
    #expect(try begin() == 2)
    do {
      let journal = try Journal(folder: folder.path)
      #expect(try journal.begin(file: "f", number: 3, document: "scan") == 3)
      // An interrupted run ends in an orderly way.
      try journal.endAll()
    }
    do {
      let journal = try Journal(folder: folder.path)
      #expect(try journal.begin(file: "f", number: 3, document: "scan") == 3)
      try journal.end(file: "f", number: 3, outcome: "recognized")
    }
    #expect(try begin() == 0)
    #expect(try Journal(folder: folder.path).begin(file: "f", number: 4, document: "scan") == 0)
  }

  @Test("Finds documents by name, digest, and source")
  func documents() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(folder: folder.path)
    for name in ["b", "a"] { try journal.remember(Self.entry(name), reading: "r") }
    try journal.remember(Self.entry("other", sha256: "e"), reading: "r")
    #expect(try journal.document(named: "a") == Self.entry("a"))
    #expect(try journal.documents(sha256: "d").map(\.name) == ["a", "b"])
    #expect(try journal.documents(source: "/in/other.pdf").map(\.name) == ["other"])
    #expect(try journal.document(named: "A") == nil)
    #expect(try journal.names(like: "A") == ["a"])
  }

  @Test("Knows content from a watched folder, or from a run over all its pages")
  func contents() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(folder: folder.path)
    #expect(try journal.content(sha256: "d") == nil)
    try journal.remember(Self.entry("scan"), reading: "r")
    #expect(try journal.content(sha256: "d")?.name == "scan")
    let begun = ContentEntry(sha256: "d", name: "scan-2", status: .begun, source: "/in/x.pdf", version: "1")
    try journal.remember(begun)
    #expect(try journal.content(sha256: "d") == begun)
    var part = Self.entry("part", sha256: "e")
    part.selection = "1-3"
    try journal.remember(part, reading: "r")
    #expect(try journal.content(sha256: "e") == nil)
  }

  @Test("Sets a damaged journal aside, and starts a new one")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let bytes = String(repeating: "This is no database. ", count: 100)
    try folder.write(bytes, to: "journal.sqlite")
    let journal = try Journal(folder: folder.path)
    #expect(try #require(journal.notice).contains("journal.sqlite.damaged"))
    #expect(try folder.text("journal.sqlite.damaged") == bytes)
    try journal.remember(Self.entry("scan"), reading: "r")
    #expect(try Journal(folder: folder.path).notice == nil)
  }

  @Test("Leaves a journal of a later version unchanged")
  func later() throws {
    let folder = try TemporaryFolder()
    do {
      let database = try Database(path: folder / "journal.sqlite")
      try database.runAll("PRAGMA user_version = 99")
    }
    let error = #expect(throws: (any Error).self) { try Journal(folder: folder.path) }
    #expect("\(try #require(error))".contains("another version of docscan wrote it (layout 99)"))
    #expect(Journal(reading: Folder(root: folder.path)) == nil && !folder.contains("journal.sqlite.damaged"))
  }
}

extension Journal {
  convenience init(folder: String) throws { try self.init(in: #require(Folder(root: folder))) }
}
