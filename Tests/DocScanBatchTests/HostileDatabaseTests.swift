// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import Glibc
import Testing

@testable import DocScanBatch

/// A database that came with somebody's folder does only what docscan asks of it.
@Suite("Databases of others") struct HostileDatabaseTests {
  private func journal(adding sql: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    do { _ = try Journal(folder: folder.path) }
    try Command("sqlite3", [folder / "journal.sqlite", sql]).check()
    return folder
  }

  @Test(
    "A trigger, a view or a table that docscan did not make ends the use of a file, and none of it runs",
    arguments: [
      "CREATE TRIGGER t AFTER UPDATE ON attempt BEGIN INSERT INTO own VALUES('ran', 'ran'); END",
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE other(x)", "CREATE INDEX other ON own(hex(name))",
      "DROP TABLE own; CREATE TABLE own(name TEXT, sha256 TEXT, more AS (hex(zeroblob(100000000))) STORED)",
    ])
  func foreignSchema(sql: String) throws {
    let folder = try journal(
      adding: "INSERT INTO attempt VALUES('f', 1, 'd', 1, 0, ''); " + sql)
    #expect(Journal(reading: folder.path) == nil)
    let journal = try Journal(folder: folder.path)
    #expect(journal.notice?.contains("is kept as") == true)
    #expect(try Command("sqlite3", [folder / "journal.sqlite", "SELECT count(*) FROM own"]).check().output == "0\n")
    let aside = try Command("sqlite3", [folder / "journal.sqlite.damaged", "SELECT count(*) FROM own"]).run().output
    #expect(aside == "0\n")
  }

  @Test("No trigger and no view runs, wherever a file is opened") func nothingRuns() throws {
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
    #expect(throws: DatabaseError.self) { try database.run("SELECT * FROM v") }
    #expect(throws: DatabaseError.self) { try database.run("UPDATE sqlite_schema SET sql = ''") }
  }

  @Test("A statement does not keep a process that is to end") func signals() throws {
    let database = try Database(path: ":memory:")
    var ending = sigset_t()
    unsafe sigemptyset(&ending)
    unsafe sigaddset(&ending, SIGTERM)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    pthread_kill(pthread_self(), SIGTERM)
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    #expect(throws: DatabaseError.self) { try database.run(endless) }
    var number: Int32 = 0
    unsafe sigwait(&ending, &number)
    #expect(number == SIGTERM)
    // Afterwards it works as before.
    #expect(try database.run("SELECT 1") == [[.integer(1)]])
  }
}
