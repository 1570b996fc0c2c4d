// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tests never take a page from the record that the worker would read differently.

import DocScanFixtures
import FoundationEssentials
import Testing

@testable import PageRecords
@testable import RecordingWorker

@Suite("Recorded pages")
struct RecordedWorkerTests {
  /// A folder with a document of one page and a record that starts empty.
  private func workspace() throws -> Workspace {
    let space = try Workspace()
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: space.folder / "in/letter.png", as: .png, dpi: 100)
    return space
  }

  private func run(
    _ space: Workspace, output: String, isRecorded: Bool = true, change: (inout Command) throws -> Void = { _ in }
  ) throws {
    var command = try Command.$usesRealWorker.withValue(true) {
      try Command.product(
        "docscan", ["run", space.folder / "pipeline.json", space.folder / "in", "-o", space.folder / output, "-j", "1"])
    }
    command.environment["DOCSCAN_PAGES"] = space.folder / "pages"
    if isRecorded { command.environment["DOCSCAN_WORKER"] = try Places.product("RecordedWorker") }
    try change(&command)
    try command.check()
  }

  /// The record grows by more with each page that is read, and by less with the answers to other requests of these runs.
  private static let pageSize = 4000

  private func recordSize(_ space: Workspace) throws -> Int {
    let records = try space.folder.files(under: "pages").filter { !$0.hasPrefix("list-") }
    return try records.reduce(0) { try $0 + space.folder.data("pages/\($1)").count }
  }

  @Test("Replays a page with all its files, as the worker would read it")
  func replay() throws {
    let space = try workspace()
    try space.pipeline(stages: #"{"stage": "deskew"}, {"stage": "clean"}, {"stage": "recognize"}"#)
    try run(space, output: "real", isRecorded: false)
    #expect(!space.folder.contains("pages"))
    try run(space, output: "first")
    let size = try recordSize(space)
    #expect(size > 1000)
    try run(space, output: "second")
    #expect(try recordSize(space) < size + Self.pageSize)
    #expect(try space.results("first") == space.results("real"))
    #expect(try space.results("second") == space.results("real"))
    // A renamed file has the same page.
    try FileManager.default.moveItem(atPath: space.folder / "in/letter.png", toPath: space.folder / "in/note.png")
    try run(space, output: "third")
    #expect(try recordSize(space) < size + Self.pageSize)
    #expect(try space.folder.text("third/note/note.txt") == space.folder.text("real/letter/letter.txt"))
  }

  @Test(
    "Reads a page again after a change of its file, the settings, the environment, or the worker",
    arguments: ["nothing", "file", "settings", "environment", "worker"])
  func changes(_ change: String) throws {
    let space = try workspace()
    // RecordedWorker becomes the RecordingWorker next to it.
    let programs = try space.folder.makeFolder("programs")
    try Command("cp", ["RecordedWorker", "RecordingWorker"].map { try Places.product($0) } + [programs]).check()
    let worker = programs + "/RecordedWorker"
    try run(space, output: "first") { $0.environment["DOCSCAN_WORKER"] = worker }
    let size = try recordSize(space)
    switch change {
    case "file":
      try Documents.shortLetter()[0].raster(dpi: 101).write(to: space.folder / "in/letter.png", as: .png, dpi: 100)
    case "settings": try space.pipeline(stages: #"{"stage": "orientation"}, {"stage": "recognize"}"#)
    case "worker": try Command("bash", ["-c", "printf x >> '\(programs)/RecordingWorker'"]).check()
    case _: break
    }
    try run(space, output: "second") {
      $0.environment["DOCSCAN_WORKER"] = worker
      if change == "environment" { $0.environment["LANG"] = "tr_TR.UTF-8" }
    }
    #expect(try (recordSize(space) > size + Self.pageSize) == (change != "nothing"))
  }

  @Test("Empties the record after one number changes in any file of the worker, even if its size and time stay")
  func files() throws {
    let folder = try TemporaryFolder()
    let names = ["program", "libtesseract.so", "libopencv.so", "eng.traineddata", "network.onnx", "font.ttf"]
    for name in names { try folder.write("limit = 7", to: name) }
    func digest(_ environment: [String: String] = [:], processor: [String] = ["avx2"], more: [String] = []) -> String {
      Surroundings.digest(files: (names + more).map { folder / $0 }, environment: environment, processor: processor)
    }
    var known: Set = [digest()]
    #expect(digest(["TMPDIR": "/elsewhere"]) == digest())
    // An empty home folder is like another one, until it has a font.
    func home(_ name: String) -> String { digest(["HOME": folder / name], more: ["\(name)/.fonts"]) }
    for name in ["one", "two"] { _ = try folder.makeFolder(name) }
    let empty = home("one")
    #expect(home("two") == empty && !known.contains(empty))
    _ = try folder.makeFolder("one/.fonts")
    #expect(home("one") != empty)
    for name in names {
      let change =
        "cp -p \"$0\" time; printf 8 | dd of=\"$0\" bs=1 seek=8 conv=notrunc status=none; touch -r time \"$0\""
      var command = Command("bash", ["-c", change, name])
      command.directory = folder.path
      try command.check()
      #expect(try folder.text(name) == "limit = 8")
      #expect(known.insert(digest()).inserted, "\(name)")
    }
    #expect(known.insert(digest(["LANG": "tr_TR.UTF-8"])).inserted)
    #expect(known.insert(digest(processor: ["avx512"])).inserted)
  }

  @Test("Includes this program, every library, all packs and networks, and the fonts")
  func inclusion() throws {
    let files = try Surroundings.files()
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(files.contains(program))
    for part in [
      "libtesseract", "liblept", "libopencv_imgproc", "libpoppler", "libqpdf", "eng.traineddata", "/fonts",
      "docscan/words",
    ] {
      #expect(files.contains { $0.contains(part) }, "\(part)")
    }
  }

  @Test("Answers nothing from the record after any listed file has changed", arguments: ["worker", "library", "font"])
  func known(changed: String) throws {
    let folder = try TemporaryFolder()
    for name in ["worker", "library"] { try folder.write("1", to: name) }
    let files = ["worker", "library", "font"].map { folder / $0 }
    func record() throws -> String? { try Surroundings.knownRecord(in: folder / "pages", of: folder / "worker") }
    let name = try Surroundings.list(files, in: folder / "pages", of: folder / "worker")
    #expect(try record() == name)
    try folder.write("2", to: changed)
    #expect(try record() == nil)
  }

  @Test("Answers from the record without the libraries that read documents")
  func libraries() throws {
    let libraries = try Command("ldd", [try Places.product("RecordedWorker")]).check().output
    for name in ["tesseract", "opencv", "poppler", "qpdf"] { #expect(!libraries.contains(name), "\(name)") }
  }

  @Test("Ignores what a killed process left behind, and damaged entries")
  func damage() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    let record = try #require(RecordFile(path: folder / "record"))
    record.add(first, [1, 2, 3])
    let whole = try folder.data("record")
    // A part of an entry, as from a process that was killed, is replaced by the next one.
    try Command("bash", ["-c", "printf 'docscan-pages/1\\nbbbb' >> '\(folder / "record")'"]).check()
    let other = try #require(RecordFile(path: folder / "record"))
    #expect(other.contents(second) == nil)
    other.add(second, [4, 5])
    #expect(record.contents(first) == [1, 2, 3])
    #expect(record.contents(second) == [4, 5])
    // A damaged entry is as good as none.
    var damaged = whole
    damaged[damaged.count - 1] ^= 1
    try folder.write(damaged, to: "damaged")
    #expect(RecordFile(path: folder / "damaged")?.contents(first) == nil)
  }
}
