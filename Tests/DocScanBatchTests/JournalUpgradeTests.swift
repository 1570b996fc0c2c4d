// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an upgrade keeps everything in an old journal.

import DocScanCore
import DocScanFixtures
import Testing

@testable import DocScanBatch
@testable import DocScanFiles
@testable import DocScanStore

@Suite("Upgrading journals")
struct JournalUpgradeTests {
  @Test("Keeps all entries of an old journal")
  func firstLayout() throws {
    let folder = try TemporaryFolder()
    do {
      let database = try Database(path: folder / "journal.sqlite")
      try database.runAll(
        """
        CREATE TABLE document(
          name TEXT PRIMARY KEY, source TEXT NOT NULL, sha256 TEXT NOT NULL, pipeline TEXT NOT NULL,
          selection TEXT NOT NULL, status TEXT NOT NULL, pages INTEGER NOT NULL, finished TEXT NOT NULL,
          files TEXT NOT NULL);
        CREATE TABLE page(
          file TEXT NOT NULL, number INTEGER NOT NULL, reading TEXT NOT NULL, document TEXT NOT NULL,
          status TEXT NOT NULL, length INTEGER NOT NULL, result BLOB NOT NULL, PRIMARY KEY(file, number, reading));
        CREATE TABLE attempt(
          file TEXT NOT NULL, number INTEGER NOT NULL, document TEXT NOT NULL,
          isInHand INTEGER NOT NULL, ends INTEGER NOT NULL, outcome TEXT NOT NULL, PRIMARY KEY(file, number));
        CREATE TABLE content(
          sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL, version TEXT NOT NULL);
        INSERT INTO document VALUES('scan', 'in/scan.pdf', 'abc', 'def', 'all', 'complete', 2, '2026-11-01T00:00:00Z',
          '{"scan.txt": {"bytes": 3, "sha256": "123"}}');
        PRAGMA user_version = 1;
        """)
    }
    let journal = try Journal(folder: folder.path)
    let entry = try #require(try journal.document(named: "scan"))
    #expect(entry.files == ["scan.txt": ResultFile(bytes: 3, sha256: "123")])
    #expect(entry.contents == [])
    #expect(try journal.names(like: "SCAN") == ["scan"])
    try journal.own("report.json", sha256: "1")
    try journal.own("report.json", sha256: "2")
    // The digest of the file that may still be there, and of the one that is about to replace it.
    #expect(try journal.ownDigests(of: "report.json").sorted() == ["1", "2"])
    try journal.own("report.json", sha256: "3")
    #expect(try journal.ownDigests(of: "report.json").sorted() == ["2", "3"])
  }
}
