// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no document ever replaces a different one, whatever their names.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Names of different documents")
struct SourceNameTests {
  private let space: PictureSpace

  init() throws { space = try PictureSpace() }

  /// Returns the results' names by the numbers of their pictures.
  private func names(_ numbers: Int..., in output: String = "out") throws -> [String?] {
    let all = try space.names(in: output).map { ($0, try space.record($0, in: output).sha256) }
    return try numbers.map { number in
      try space.draw(number, "probe/scan.pbm")
      try space.run(["probe/scan.pbm", "-o", "probed\(number)"])
      let digest = try space.record("scan", in: "probed\(number)").sha256
      return all.first { $0.1 == digest }?.0
    }
  }

  @Test("Keeps a result when another document with the same name is processed")
  func twoRuns() throws {
    try space.draw(1, "jan/scan.pbm")
    try space.draw(2, "feb/scan.pbm")
    try space.run(["jan/scan.pbm", "-o", "out"])
    let result = try space.run(["feb/scan.pbm", "-o", "out"])
    #expect(result.output.contains("scan-2: Another document is called scan."), "\(result.summary)")
    #expect(try names(1, 2) == ["scan", "scan-2"])
    let again = try space.run(["feb/scan.pbm", "jan/scan.pbm", "-o", "out"])
    #expect(again.output.contains("2 unchanged"), "\(again.summary)")
  }

  @Test("Names documents independently of the order of arguments")
  func order() throws {
    try space.draw(1, "jan/scan.pbm")
    try space.draw(2, "feb/scan.pbm")
    try space.run(["jan", "feb", "-o", "one"])
    try space.run(["feb", "jan", "-o", "other"])
    #expect(try names(1, 2, in: "one") == ["scan-2", "scan"])
    #expect(try names(1, 2, in: "other") == ["scan-2", "scan"])
  }

  @Test("Makes one document of two files with the same content")
  func sameContent() throws {
    try space.draw(1, "a.pbm")
    try space.draw(1, "copy/b.pbm")
    let result = try space.run(["a.pbm", "copy/b.pbm", "./a.pbm", "-o", "out"])
    #expect(try space.names() == ["a"])
    let report = try JSONDecoder().decode(BatchReport.self, from: space.folder.data("out/report.json"))
    #expect(report.totals.complete == 1 && report.totals.ignored == 2, "\(result.summary)")
    #expect(report.documents.contains { $0.reason?.contains("same content as a.pbm") ?? false })
    // Each empty file is a scan that failed.
    for file in ["c.pdf", "d.pdf"] { try space.folder.write("", to: file) }
    let empty = try space.run(["c.pdf", "d.pdf", "-o", "other"])
    #expect(
      ["c.pdf: the file is empty", "d.pdf: the file is empty"].allSatisfy(empty.errors.contains), "\(empty.summary)")
    // Another run from another folder gives the same result.
    try space.run(["copy/b.pbm", "-o", "out"])
    #expect(try space.names() == ["a"])
  }

  @Test("Treats an overwritten file as another document unless --overwrite is given")
  func changedFile() throws {
    try space.draw(1, "scan.pbm")
    try space.run(["scan.pbm", "-o", "out"])
    try space.draw(2, "scan.pbm")
    try space.run(["scan.pbm", "-o", "out"])
    #expect(try names(1, 2) == ["scan", "scan-2"])

    try space.draw(3, "scan.pbm")
    try space.run(["scan.pbm", "-o", "out", "--overwrite"])
    #expect(try names(2, 3) == ["scan-2", "scan"])
  }

  @Test("Rebuilds the document of a folder with one more photograph")
  func growingFolder() throws {
    try space.pipeline(group: "folder")
    try space.draw(1, "trip/a.pbm")
    try space.run(["trip", "-o", "out"])
    try space.draw(2, "trip/b.pbm")
    try space.run(["trip", "-o", "out"])
    #expect(try space.names() == ["trip"])
    #expect(try space.record("trip").pageCount == 2)
    // Without the first photograph, the folder is another document; replacing the first one would lose results.
    try space.folder.remove("trip/a.pbm")
    try space.run(["trip", "-o", "out"])
    #expect(try space.names() == ["trip", "trip-2"])
  }

  @Test("Makes a separate document of selected pages")
  func somePages() throws {
    try space.pipeline(group: "folder")
    for page in 1...3 { try space.draw(page, "trip/\(page).pbm") }
    try space.run(["trip", "-o", "out"])
    try space.run(["trip", "-o", "out", "--pages", "1,3"])
    #expect(try space.names() == ["trip", "trip.p1,3"])
    #expect(try space.record("trip").pages.count == 3)
    #expect(try space.record("trip.p1,3").pages.map(\.number) == [1, 3])
  }

  @Test("Distinguishes documents from standard input, and names them with --name")
  func standardInput() throws {
    let pictures = (1...3).map { [UInt8](WatchSpace.picture($0)) }
    try space.run(["-", "-o", "out"], input: pictures[0])
    try space.run(["-", "-o", "out", "--overwrite"], input: pictures[1])
    #expect(try space.names() == ["stdin", "stdin-2"])
    try space.run(["-", "-o", "out", "--name", "letter"], input: pictures[2])
    #expect(try space.names() == ["letter", "stdin", "stdin-2"])
    let again = try space.run(["-", "-o", "out"], input: pictures[1])
    #expect(again.errors.contains("stdin-2: unchanged"), "\(again.summary)")
  }

  @Test("Merges the given files into one document in their order with --merge")
  func merge() throws {
    for page in 1...3 { try space.draw(page, "\(page).pbm") }
    let result = try space.run(["3.pbm", "1.pbm", "2.pbm", "--merge", "--name", "letter", "-o", "out"])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try space.names() == ["letter"])
    #expect(try space.record("letter").source == ["3.pbm", "1.pbm", "2.pbm"])
    let wrong = try space.run(["1.pbm", "2.pbm", "--name", "letter", "-o", "out"])
    #expect(wrong.exitCode == 2)
    #expect(wrong.errors.contains("--merge"))
  }

  @Test("Suggests the command that renames if --name is given for existing results")
  func nameOfEarlierResults() throws {
    try space.draw(1, "1.pbm")
    try space.run(["1.pbm", "--name", "letter", "-o", "out"])
    let again = try space.run(["1.pbm", "--name", "bill", "-o", "out"])
    #expect(again.exitCode == 0)
    #expect(again.summary.contains("docscan review out --rename 'letter=bill'"), "\(again.summary)")
    #expect(try space.names() == ["letter"])
    let rename = try Command.product(
      "docscan", ["review", space.folder / "out", "--rename", "letter=bill"]
    ).run()
    #expect(rename.exitCode == 0, "\(rename.summary)")
    #expect(try space.names() == ["bill"])
    let same = try space.run(["1.pbm", "--name", "bill", "-o", "out"])
    #expect(same.exitCode == 0 && !same.summary.contains("--rename"), "\(same.summary)")
  }

  @Test("Says that a new name gets a number if another document has it")
  func taken() throws {
    for number in [1, 2] {
      try space.draw(number, "\(number).pbm")
      #expect(try space.run(["\(number).pbm", "--name", "letter\(number)", "-o", "out"]).exitCode == 0)
    }
    let rename = try Command.product(
      "docscan", ["review", space.folder / "out", "--rename", "letter2=letter1"]
    ).run()
    #expect(
      rename.output.contains("will be renamed letter1, with a number, because another document has this name."),
      "\(rename.summary)")
    #expect(try space.names() == ["letter1", "letter1-2"])
  }

  @Test("Fails only the missing input")
  func missing() throws {
    try space.draw(1, "there.pbm")
    let result = try space.run(["gone.pbm", "there.pbm", "-o", "out"])
    #expect(result.exitCode == 1)
    #expect(try space.names() == ["there"])
    #expect(result.errors.contains("gone.pbm: failed: The file or folder doesn't exist."), "\(result.summary)")
    let none = try space.run(["gone.pbm", "lost.pbm", "-o", "new"])
    #expect(none.exitCode == 4)
    #expect(none.errors.contains("gone.pbm") && none.errors.contains("lost.pbm"))
    #expect(!space.folder.contains("new"))
  }
}

extension SourceNameTests {
  @Test("Finds a result that a run couldn't record under its number")
  func unnoted() throws {
    try space.draw(1, "a/scan.pbm")
    try space.draw(2, "b/scan.pbm")
    try space.draw(3, "c/scan.pbm")
    try space.run(["a", "b", "c", "-o", "out"])
    let forget = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    try Command(
      "python3",
      ["-c", forget, space.folder / "out/.docscan/journal.sqlite", "DELETE FROM document WHERE name = 'scan-2'"]
    ).check()
    let result = try space.run(["b", "-o", "out"])
    #expect(result.errors.contains("scan-2: unchanged"), "\(result.summary)")
    #expect(try space.names() == ["scan", "scan-2", "scan-3"])
  }

  @Test("Fails an unreadable folder with its reason, and processes the other inputs")
  func unreadableFolder() throws {
    try space.draw(1, "in/there.pbm")
    try space.draw(2, "in/locked/hidden.pbm")
    _ = unsafe chmod(space.folder / "in/locked", 0)
    defer { _ = unsafe chmod(space.folder / "in/locked", 0o755) }
    var command = try Command.product("docscan", ["run", "pipeline.json", "in", "-o", "out"])
    // Root may read everything, so another user must run this.
    if geteuid() == 0 {
      _ = unsafe chmod(space.folder.path, 0o777)
      command = Command(
        "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", command.program] + command.arguments)
    }
    command.directory = space.folder.path
    let result = try command.run()
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(result.errors.contains("in/locked: failed: The folder cannot be read: Permission denied."))
    #expect(try space.names() == ["there"])
  }
}

@Suite("Dry runs")
struct DryRunTests {
  @Test("Reports its plan and writes nothing")
  func plan() throws {
    let space = try PictureSpace()
    try space.draw(1, "jan/scan.pbm")
    let empty = try space.run(["jan/scan.pbm", "-o", "out", "--dry-run"])
    #expect(empty.exitCode == 0, "\(empty.summary)")
    #expect(empty.output.contains("scan: 1 page, new, from jan/scan.pbm"))
    #expect(!space.folder.contains("out"))

    try space.run(["jan/scan.pbm", "-o", "out"])
    try space.draw(2, "feb/scan.pbm")
    try space.draw(1, "feb/copy.pbm")
    try space.folder.write("no picture", to: "feb/bad.pdf")
    let before = try Snapshot(space.folder.path)
    let result = try space.run(["jan", "feb", "gone.pdf", "-o", "out", "--dry-run"])
    #expect(try Snapshot(space.folder.path) == before)
    #expect(result.exitCode == 1, "\(result.summary)")
    for line in [
      "bad: number of pages unknown, new, from feb/bad.pdf", "scan: 1 page, unchanged, from feb/copy.pbm",
      "scan-2: 1 page, new, from feb/scan.pbm",
      "Another document is called scan.", "gone.pdf: failed: The file or folder doesn't exist.", "same content",
      "nothing was written",
    ] { #expect(result.output.contains(line), "\(line)\n\(result.output)") }

    let again = try space.run(["feb/scan.pbm", "jan/scan.pbm", "-o", "out", "--dry-run", "--overwrite"])
    #expect(again.output.contains("scan: 1 page, to be redone (--overwrite), from jan/scan.pbm"), "\(again.summary)")
  }
}
