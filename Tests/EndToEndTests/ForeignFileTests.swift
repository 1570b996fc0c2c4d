// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan never changes or removes a file that it didn't write.

import DocScan
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Files that docscan didn't write")
struct ForeignFileTests {
  /// A working folder with a fast pipeline.
  private let space: PictureSpace

  init() throws { space = try PictureSpace() }

  @Test("Keeps a folder of photographs when its document has the same name")
  func folderOfPhotographs() throws {
    try space.pipeline(group: "folder")
    try space.draw(1, "trip/a.pbm")
    try space.draw(2, "trip/b.pbm")
    let before = try Snapshot(space.folder / "trip")
    let result = try space.run(["trip", "-o", "."])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try Snapshot(space.folder / "trip") == before)
    #expect(try space.record("trip-2", in: ".").pageCount == 2)
    #expect(result.output.contains("trip-2: trip is not a result of docscan, so it was left as it is."))

    let again = try space.run(["trip", "-o", "."])
    #expect(again.errors.contains("trip-2: unchanged"), "\(again.summary)")
    #expect(try Snapshot(space.folder / "trip") == before)
  }

  @Test(
    "Keeps anything that has a document's name, and renames the result", arguments: ForeignThing.allCases,
    [[], ["--overwrite"]])
  func nameInTheWay(thing: ForeignThing, options: [String]) throws {
    try space.draw(1, "scan.pbm")
    _ = try space.folder.makeFolder("out")
    try thing.make(at: space.folder / "out/scan")
    let before = try Snapshot(space.folder / "out/scan")
    for _ in 1...2 {
      let result = try space.run(["scan.pbm", "-o", "out"] + options)
      #expect(result.exitCode == 0, "\(result.summary)")
      #expect(try Snapshot(space.folder / "out/scan") == before)
      #expect(try space.names() == ["scan-2"])
    }
  }

  @Test("Keeps files that the user added to a document's folder when it is rebuilt")
  func addedFiles() throws {
    try space.draw(1, "scan.pbm")
    try space.run(["scan.pbm", "-o", "out"])
    try space.folder.write("buy stamps", to: "out/scan/note.txt")
    _ = try space.folder.makeFolder("out/scan/letters/old")
    try space.folder.write("Dear Ada", to: "out/scan/letters/old/ada.txt")
    _ = unsafe symlink("/nowhere", space.folder / "out/scan/link")
    _ = unsafe chmod(space.folder / "out/scan/letters/old/ada.txt", 0o400)
    let before = try ["note.txt", "letters", "link"].map { try Snapshot(space.folder / "out/scan/\($0)") }

    let result = try space.run(["scan.pbm", "-o", "out", "--overwrite"])
    #expect(result.output.contains("1 complete"), "\(result.summary)")
    #expect(try ["note.txt", "letters", "link"].map { try Snapshot(space.folder / "out/scan/\($0)") } == before)
    #expect(try space.names() == ["scan"])
    #expect(space.folder.contains("out/scan/scan.json"))
  }

  @Test("Keeps a result that the user changed, and renames the new one")
  func changedResult() throws {
    try space.draw(1, "scan.pbm")
    try space.run(["scan.pbm", "-o", "out"])
    try space.folder.write("corrected by hand", to: "out/scan/scan.txt")
    let before = try Snapshot(space.folder / "out/scan")
    let result = try space.run(["scan.pbm", "-o", "out", "--overwrite"])
    #expect(result.output.contains("scan-2: scan was changed since docscan wrote it"), "\(result.summary)")
    #expect(try Snapshot(space.folder / "out/scan") == before)
    #expect(try space.names() == ["scan", "scan-2"])
  }

  @Test("Keeps a report.json that docscan didn't write, and names the new report's path")
  func foreignReport() throws {
    try space.draw(1, "scan.pbm")
    _ = try space.folder.makeFolder("out")
    try space.folder.write(#"{"sales": 12}"#, to: "out/report.json")
    let result = try space.run(["scan.pbm", "-o", "out"])
    #expect(result.exitCode == 0)
    #expect(try space.folder.text("out/report.json") == #"{"sales": 12}"#)
    #expect(space.folder.contains("out/.docscan/report.json"))
    #expect(result.errors.contains("report.json, so it isn't replaced"), "\(result.summary)")
    #expect(result.output.contains("out/.docscan/report.json)"), "\(result.summary)")

    // docscan replaces its own report in each run until someone else writes to it.
    try space.run(["scan.pbm", "-o", "out2"])
    let first = try space.folder.text("out2/report.json")
    try space.run(["scan.pbm", "-o", "out2"])
    #expect(try space.folder.text("out2/report.json") != first)
    try space.folder.write("mine", to: "out2/report.json")
    try space.run(["scan.pbm", "-o", "out2"])
    #expect(try space.folder.text("out2/report.json") == "mine")
  }

  @Test("Recognizes its own results without the journal")
  func journalRemoved() throws {
    try space.draw(1, "jan/scan.pbm")
    try space.draw(2, "feb/scan.pbm")
    try space.run(["jan", "feb", "-o", "out"])
    try space.folder.remove("out/.docscan")
    let result = try space.run(["jan", "feb", "-o", "out"])
    #expect(result.output.contains("2 unchanged"), "\(result.summary)")
    try space.folder.remove("out/.docscan")
    try space.run(["jan", "feb", "-o", "out", "--overwrite"])
    #expect(try space.names() == ["scan", "scan-2"])
  }

  @Test("Skips results among the inputs, and leaves inputs among the results alone")
  func inputIsOutput() throws {
    try space.draw(1, "scan.pbm")
    try space.draw(2, "more/scan.pbm")
    let before = try ["scan.pbm", "more/scan.pbm"].map { try Snapshot(space.folder / $0) }
    for _ in 1...2 {
      let result = try space.run([".", "-o", "."])
      #expect(result.exitCode == 0, "\(result.summary)")
      #expect(try space.names(in: ".") == ["more/scan", "scan"])
    }
    // Output folders in an input: this run's and another run's.
    try space.run([".", "-o", "results"])
    #expect(try space.names(in: "results") == ["more/scan", "scan"])
    let other = try space.run([".", "-o", "others"])
    #expect(try space.names(in: "others") == ["more/scan", "scan"])
    #expect(other.output.contains("It is a docscan result"), "\(other.summary)")
    #expect(try ["scan.pbm", "more/scan.pbm"].map { try Snapshot(space.folder / $0) } == before)
  }

  @Test("Keeps files that appear under a document's name while docscan watch processes it")
  func watching() throws {
    let watched = try WatchSpace()
    _ = try watched.folder.makeFolder("out/scan")
    try watched.folder.write("mine", to: "out/scan/scan.json")
    let before = try Snapshot(watched.folder / "out/scan")
    try watched.whileWatching { running in
      try watched.drop(1, "scan.pbm")
      _ = try running.wait { watched.isProcessed("scan.pbm") }
    }
    #expect(try Snapshot(watched.folder / "out/scan") == before)
    #expect(watched.folder.contains("out/scan-2/scan-2.json"))
  }
}

/// Something of the user's that may exist at a result's path.
enum ForeignThing: String, CaseIterable, Sendable {
  case file, folder, emptyFolder, link, linkToFolder, danglingLink, readOnlyFolder, folderLikeAResult, pipe

  func make(at path: String) throws {
    let files = FileManager.default
    func text(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: URL(filePath: path + name)) }
    switch self {
    case .file: try text("a file", "")
    case .emptyFolder: try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    case .folder, .readOnlyFolder, .folderLikeAResult:
      try files.createDirectory(atPath: path + "/pages", withIntermediateDirectories: true)
      try text("a letter", "/scan.txt")
      try text("a page", "/pages/0001.json")
      if self == .folderLikeAResult { try text(#"{"schema": "docscan-document/1", "name": "scan"}"#, "/scan.json") }
      if self == .readOnlyFolder { _ = unsafe chmod(path, 0o555) }
    case .link:
      try Data("elsewhere".utf8).write(to: URL(filePath: path + ".target"))
      _ = unsafe symlink(path + ".target", path)
    case .linkToFolder:
      try files.createDirectory(atPath: path + ".target", withIntermediateDirectories: true)
      _ = unsafe symlink(path + ".target", path)
    case .danglingLink: _ = unsafe symlink("/nowhere", path)
    case .pipe: _ = unsafe mkfifo(path, 0o600)
    }
  }
}
