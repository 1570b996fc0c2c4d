// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tests never take a page from the record that the worker would read differently.

import DocScanFixtures
import FoundationEssentials
import Testing

@testable import RecordedWorker

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

  /// The size of the record, which grows with each page that is read.
  private func recordSize(_ space: Workspace) throws -> Int {
    try space.folder.files(under: "pages").reduce(0) { try $0 + space.folder.data("pages/\($1)").count }
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
    #expect(try recordSize(space) == size)
    #expect(try space.results("first") == space.results("real"))
    #expect(try space.results("second") == space.results("real"))
    // A renamed file has the same page.
    try FileManager.default.moveItem(atPath: space.folder / "in/letter.png", toPath: space.folder / "in/note.png")
    try run(space, output: "third")
    #expect(try recordSize(space) == size)
    #expect(try space.folder.text("third/note/note.txt") == space.folder.text("real/letter/letter.txt"))
  }

  @Test(
    "Reads a page again after a change of its file, the settings, the environment, or the worker",
    arguments: ["nothing", "file", "settings", "environment", "worker"])
  func changes(_ change: String) throws {
    let space = try workspace()
    let worker = space.folder / "worker"
    try Command("cp", [try Places.product("RecordedWorker"), worker]).check()
    try run(space, output: "first") { $0.environment["DOCSCAN_WORKER"] = worker }
    let size = try recordSize(space)
    switch change {
    case "file":
      try Documents.shortLetter()[0].raster(dpi: 101).write(to: space.folder / "in/letter.png", as: .png, dpi: 100)
    case "settings": try space.pipeline(stages: #"{"stage": "orientation"}, {"stage": "recognize"}"#)
    case "worker": try Command("bash", ["-c", "printf x >> '\(worker)'"]).check()
    case _: break
    }
    try run(space, output: "second") {
      $0.environment["DOCSCAN_WORKER"] = worker
      if change == "environment" { $0.environment["LANG"] = "tr_TR.UTF-8" }
    }
    #expect(try (recordSize(space) > size) == (change != "nothing"))
  }

  @Test("Empties the record after one number changes in any file of the worker, even if its size and time stay")
  func files() throws {
    let folder = try TemporaryFolder()
    let names = ["program", "libtesseract.so", "libopencv.so", "eng.traineddata", "network.onnx", "font.ttf"]
    for name in names { try folder.write("limit = 7", to: name) }
    func digest(_ environment: [String: String] = ["HOME": "/root"], processor: [String] = ["avx2"]) -> String {
      Surroundings.digest(files: names.map { folder / $0 }, environment: environment, processor: processor)
    }
    var known: Set = [digest()]
    #expect(digest(["HOME": "/root", "TMPDIR": "/elsewhere"]) == digest())
    for name in names {
      let change =
        "cp -p \"$0\" time; printf 8 | dd of=\"$0\" bs=1 seek=8 conv=notrunc status=none; touch -r time \"$0\""
      var command = Command("bash", ["-c", change, name])
      command.directory = folder.path
      try command.check()
      #expect(try folder.text(name) == "limit = 8")
      #expect(known.insert(digest()).inserted, "\(name)")
    }
    #expect(known.insert(digest(["HOME": "/home/ada"])).inserted)
    #expect(known.insert(digest(processor: ["avx512"])).inserted)
  }

  @Test("Includes this program, every library, all packs and networks, and the fonts")
  func inclusion() throws {
    let files = try Surroundings.files()
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(files.contains(program))
    for part in ["libtesseract", "liblept", "libopencv_imgproc", "libpoppler", "libqpdf", "eng.traineddata", "/fonts"] {
      #expect(files.contains { $0.contains(part) }, "\(part)")
    }
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
