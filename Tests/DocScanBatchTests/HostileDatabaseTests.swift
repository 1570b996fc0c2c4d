// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an untrusted database runs no code of its own and touches no other file.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanFiles
@testable import DocScanStore

@Suite("Hostile databases") struct HostileDatabaseTests {
  private func journal(adding sql: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    do { _ = try Journal(folder: folder.path) }
    try Command("sqlite3", [folder / "journal.sqlite", sql]).check()
    return folder
  }

  @Test(
    "Sets aside a database with foreign triggers, views, or tables, and runs none of them",
    arguments: [
      "CREATE TRIGGER t AFTER UPDATE ON attempt BEGIN INSERT INTO own VALUES('ran', 'ran'); END",
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE other(x)", "CREATE INDEX other ON own(hex(name))",
      "DROP TABLE own; CREATE TABLE own(name TEXT, sha256 TEXT, more AS (hex(zeroblob(100000000))) STORED)",
    ])
  func foreignSchema(sql: String) throws {
    let folder = try journal(
      adding: "INSERT INTO attempt VALUES('f', 1, 'd', 1, 0, ''); " + sql)
    #expect(Journal(reading: Folder(root: folder.path)) == nil)
    let journal = try Journal(folder: folder.path)
    #expect(journal.notice?.contains("is kept as") == true)
    #expect(try Command("sqlite3", [folder / "journal.sqlite", "SELECT count(*) FROM own"]).check().output == "0\n")
    let aside = try Command("sqlite3", [folder / "journal.sqlite.damaged", "SELECT count(*) FROM own"]).run().output
    #expect(aside == "0\n")
  }

  @Test("Runs no triggers or views in any database") func nothingRuns() throws {
    let folder = try TemporaryFolder()
    try Command(
      "sqlite3",
      [
        folder / "a.sqlite",
        "CREATE TABLE a(x); CREATE TABLE b(x); CREATE VIEW v AS SELECT 1; "
          + "CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO b VALUES(1); END",
      ]
    ).check()
    let database = try Database(path: folder / "a.sqlite")
    try database.run("INSERT INTO a VALUES(1)")
    #expect(try database.run("SELECT * FROM b").isEmpty)
    #expect(throws: OutputError.self) { try database.run("SELECT * FROM v") }
    #expect(throws: OutputError.self) { try database.run("UPDATE sqlite_schema SET sql = ''") }
  }

  @Test("Keeps a file that a planted rollback journal names")
  func foreignJournal() throws {
    let folder = try TemporaryFolder()
    try Command("sqlite3", [folder / "a.sqlite", "CREATE TABLE a(x)"]).check()
    let victim = try folder.write("mine", to: "precious")
    // SQLite leaves this when a change of several databases is interrupted:
    // https://www.sqlite.org/fileformat.html#the_rollback_journal
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let size = try folder.data("a.sqlite").count
    var header = magic + [0, 1, size / 4096, 512, 4096].flatMap(number)
    header += [UInt8](repeating: 0, count: 512 - header.count)
    let name = Array(victim.utf8)
    let sum = name.reduce(0) { $0 + Int($1) }
    try folder.write(
      Data(header + number((1 << 30) / 4096 + 1) + name + number(name.count) + number(sum) + magic),
      to: "a.sqlite-journal")
    do {
      let database = try Database(path: folder / "a.sqlite")
      try database.run("INSERT INTO a VALUES(1)")
    }
    #expect(folder.contains("precious"))
  }

  @Test("Opens a database in its open folder, never through a link")
  func hiddenLink() throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("library")
    _ = try folder.makeFolder("other")
    try FileManager.default.createSymbolicLink(
      atPath: folder / "library/.docscan", withDestinationPath: folder / "other")
    #expect(throws: OutputError.self) { try Database(path: folder / "library/.docscan/a.sqlite") }
    try FileManager.default.removeItem(atPath: folder / "library/.docscan")
    _ = try folder.makeFolder("library/.docscan")
    let database = try Database(path: folder / "library/.docscan/a.sqlite")
    try database.run("PRAGMA journal_mode = WAL")
    try FileManager.default.moveItem(atPath: folder / "library/.docscan", toPath: folder / "moved")
    try FileManager.default.createSymbolicLink(
      atPath: folder / "library/.docscan", withDestinationPath: folder / "other")
    try database.runAll("CREATE TABLE a(x); INSERT INTO a VALUES(1); PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try folder.files(under: "other") == [] && folder.data("moved/a.sqlite").count > 4096)
  }

  @Test("Interrupts a statement when the process should end") func signals() throws {
    let database = try Database(path: ":memory:")
    var ending = sigset_t()
    unsafe sigemptyset(&ending)
    unsafe sigaddset(&ending, SIGTERM)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    pthread_kill(pthread_self(), SIGTERM)
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    #expect(throws: OutputError.self) { try database.run(endless) }
    var number: Int32 = 0
    unsafe sigwait(&ending, &number)
    #expect(number == SIGTERM)
    // Later statements work as before.
    #expect(try database.run("SELECT 1") == [[.integer(1)]])
  }
}
