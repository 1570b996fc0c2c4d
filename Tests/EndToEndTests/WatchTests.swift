// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each complete file in a watched folder is processed exactly once.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Watching a folder")
struct WatchTests {
  @Test("Processes a dropped file, and moves it to processed", arguments: [[], ["--poll", "0.3"]])
  func dropped(arguments: [String]) throws {
    let space = try WatchSpace()
    try space.drop(1, "early.pbm")
    let result = try space.whileWatching(arguments) { running in
      #expect(try running.wait { space.isProcessed("early.pbm") })
      try space.drop(2, "late.pbm")
      _ = try space.folder.makeFolder("inbox/a/b")
      try space.drop(3, "a/b/deep.pbm")
      #expect(try running.wait { space.isProcessed("late.pbm") && space.isProcessed("a/b/deep.pbm") })
    }
    #expect(result.exitCode == 130, "\(result.summary)")
    #expect(try space.work.record("early").status == .complete)
    #expect(try space.work.record("a/b/deep").status == .complete)
    #expect(try space.work.report().totals.complete == 3)
    #expect(try space.left().isEmpty)
  }

  @Test("Waits until a file is complete after slow writes, uploads, and overwriting")
  func arriving() throws {
    let space = try WatchSpace()
    try space.pipeline(patience: 3600)
    let inbox = space.folder / "inbox"
    try space.whileWatching { running in
      let picture = WatchSpace.picture(5)
      // Written in parts with pauses longer than the settle time, closed in between.
      var slow = Data()
      for piece in [picture.prefix(100), picture.dropFirst(100).prefix(200), picture.dropFirst(300)] {
        slow.append(piece)
        try space.folder.write(slow, to: "inbox/slow.pbm")
        if slow.count < picture.count { usleep(500_000) }
      }
      // A program still has the file open, so more may come even though all bytes are there.
      let opened: UnsafeMutablePointer<FILE>? = unsafe fopen(inbox + "/open.pbm", "w")
      let open = try unsafe #require(opened)
      unsafe WatchSpace.picture(6).withUnsafeBytes { _ = unsafe fwrite($0.baseAddress, 1, $0.count, open) }
      unsafe fflush(open)
      try space.drop(7, "upload.pbm.part")
      try space.drop(8, ".hidden.pbm")
      #expect(try running.wait { space.isProcessed("slow.pbm") })
      #expect(!space.folder.contains("out/open") && !space.folder.contains("out/upload.pbm"))
      unsafe fclose(open)
      try FileManager.default.moveItem(atPath: inbox + "/upload.pbm.part", toPath: inbox + "/upload.pbm")
      #expect(try running.wait { space.isProcessed("open.pbm") && space.isProcessed("upload.pbm") })
    }
    #expect(try space.left() == [".hidden.pbm"])
    #expect(try space.namesByDigest().values.map { $0 }.sorted { $0[0] < $1[0] } == [["open"], ["slow"], ["upload"]])
  }

  @Test("Reports an empty or truncated file once, and immediately")
  func incomplete() throws {
    let space = try WatchSpace()
    try space.pipeline(patience: 3600)
    let result = try space.whileWatching { running in
      try space.folder.write("", to: "inbox/empty.pdf")
      try space.folder.write(Data(WatchSpace.picture(5).prefix(100)), to: "inbox/cut.pbm")
      let isTold = try running.wait {
        ["empty.pdf", "cut.pbm"].allSatisfy {
          running.errorsSoFar.contains("\($0) is empty, or the end of it is missing")
        }
      }
      #expect(isTold, "\(running.errorsSoFar)")
      // A later event causes another look, but not another message.
      try space.drop(7, "other.pbm")
      #expect(try running.wait { space.isProcessed("other.pbm") })
      try space.folder.write(WatchSpace.picture(5), to: "inbox/cut.pbm")
      #expect(try running.wait { space.isProcessed("cut.pbm") })
    }
    #expect(result.errors.ranges(of: "empty.pdf is empty").count == 1, "\(result.summary)")
    #expect(result.errors.contains("60 minutes"), "\(result.summary)")
  }

  @Test("Processes equal content once, and numbers other content with the same name")
  func duplicates() throws {
    let space = try WatchSpace()
    let result = try space.whileWatching { running in
      try space.drop(1, "scan.pbm")
      #expect(try running.wait { space.isProcessed("scan.pbm") })
      try space.drop(2, "scan.pbm")
      #expect(try running.wait { space.isProcessed("scan-2.pbm") })
      try space.drop(1, "again.pbm")
      #expect(try running.wait { space.isProcessed("again.pbm") })
    }
    #expect(try space.namesByDigest().values.map { $0 }.sorted { $0[0] < $1[0] } == [["scan"], ["scan-2"]])
    #expect(try space.folder.text("inbox/processed/again.pbm.note.txt").contains("same content"))
    #expect(result.errors.contains("same content"))
  }

  @Test("Shares names with runs into the same folder, and rebuilds lost results")
  func besideRuns() throws {
    let space = try WatchSpace()
    try space.drop(1, "scan.pbm")
    try space.drop(3, "whole.pbm")
    try space.whileWatching { running in
      let isThere = try running.wait { space.isProcessed("scan.pbm") && space.isProcessed("whole.pbm") }
      #expect(isThere)
    }
    _ = try space.folder.makeFolder("other")
    try space.folder.write(WatchSpace.picture(2), to: "other/scan.pbm")
    let other = try space.run(
      ["run", space.folder / "pipeline.json", space.folder / "other/scan.pbm", "-o", space.folder / "out"])
    #expect(other.exitCode == 0, "\(other.summary)")
    #expect(try space.namesByDigest().values.flatMap(\.self).sorted() == ["scan", "scan-2", "whole"])
    try FileManager.default.removeItem(atPath: space.folder / "out/whole/pages/0001.json")
    try space.drop(1, "scan.pbm")
    try space.drop(3, "whole.pbm")
    try space.whileWatching { running in
      let isThere = try running.wait { space.isProcessed("scan-2.pbm") && space.isProcessed("whole-2.pbm") }
      #expect(isThere)
    }
    let names = try space.namesByDigest().values.map { $0 }.sorted { $0[0] < $1[0] }
    #expect(names == [["scan"], ["scan-2"], ["whole"]])
    #expect(space.folder.contains("out/whole/pages/0001.json"))
  }

  @Test("Publishes next to a stray file with a folder's name")
  func strayFile() throws {
    let space = try WatchSpace()
    _ = try space.folder.makeFolder("out")
    try space.folder.write("stray\n", to: "out/2024")
    _ = try space.folder.makeFolder("inbox/2024")
    try space.drop(1, "2024/x.pbm")
    try space.whileWatching { running in
      let isThere = try running.wait { space.isProcessed("2024/x.pbm") }
      #expect(isThere)
    }
    #expect(try space.work.record("2024-x").status == .complete)
    #expect(try space.folder.text("out/2024") == "stray\n")
  }

  @Test("Makes one document of a folder once it is quiet or marked as done")
  func folders() throws {
    let space = try WatchSpace(input: #""group": "folder""#)
    _ = try space.folder.makeFolder("inbox/quiet")
    _ = try space.folder.makeFolder("inbox/marked")
    try space.pipeline(quiet: 6, input: #""group": "folder""#)
    try space.whileWatching { running in
      for number in 1...3 {
        try space.drop(number, "quiet/\(number).pbm")
        usleep(300_000)
      }
      #expect(try running.wait { space.isProcessed("quiet/3.pbm") })
      #expect(try space.work.record("quiet").pageCount == 3)
    }
    try space.pipeline(quiet: 3600, input: #""group": "folder""#)
    try space.whileWatching { running in
      for number in 4...5 { try space.drop(number, "marked/\(number).pbm") }
      try space.drop(6, "loose.pbm")
      #expect(try running.wait { space.isProcessed("loose.pbm") })
      #expect(!space.folder.contains("out/marked"))
      try space.folder.write("", to: "inbox/marked/.done")
      #expect(try running.wait { space.isProcessed("marked/.done") })
    }
    #expect(try space.work.record("marked").source == ["4.pbm", "5.pbm"])
    #expect(try space.work.record("loose").pageCount == 1)
  }

  @Test("Keeps or deletes originals as set, and processes kept ones once", arguments: ["keep", "delete"])
  func originals(choice: String) throws {
    let space = try WatchSpace(watch: "\"originals\": \"\(choice)\"")
    try space.drop(1, "a.pbm")
    try space.whileWatching { running in
      let isThere = try running.wait { running.errorsSoFar.contains("a: complete") }
      #expect(isThere)
    }
    let left = try space.left()
    #expect(left == (choice == "keep" ? ["a.pbm"] : []))
    let second = try space.whileWatching { running in
      try space.drop(2, "b.pbm")
      #expect(try running.wait { running.errorsSoFar.contains("b: complete") })
    }
    #expect(!second.errors.contains("a: complete"))
  }

  @Test("Processes a file that another program never closes")
  func leakedDescriptor() throws {
    let space = try WatchSpace()
    try space.drop(1, "open.pbm")
    let leak = unsafe open(space.folder / "inbox/open.pbm", O_WRONLY | O_CLOEXEC)
    defer { close(leak) }
    let result = try space.whileWatching { running in
      #expect(try running.wait { space.isProcessed("open.pbm") })
      try space.drop(2, "next.pbm")
      #expect(try running.wait { space.isProcessed("next.pbm") })
    }
    #expect(space.isProcessed("open.pbm"), "\(result.summary)")
    #expect(try space.left().isEmpty)
  }

  @Test("Moves originals to another disk")
  func otherDisk() throws {
    let name = "/dev/shm/docscan-test-\(getpid())"
    var (here, there) = (stat(), stat())
    let space = try WatchSpace(watch: "\"processed\": \"\(name)\"", input: #""group": "folder""#)
    guard unsafe stat("/dev/shm", &there) == 0, unsafe stat(space.folder.path, &here) == 0, here.st_dev != there.st_dev
    else {
      print("skipped: there is no other disk at /dev/shm.")
      return
    }
    defer {
      do {
        try FileManager.default.removeItem(atPath: name)
      } catch {
        print("\(name) is left behind: \(error)")
      }
    }
    _ = try space.folder.makeFolder("inbox/box")
    try space.drop(1, "loose.pbm")
    try space.drop(2, "box/1.pbm")
    try space.folder.write("", to: "inbox/box/.done")
    try space.whileWatching { running in
      let isThere = try running.wait { try space.folder.files(under: "inbox").isEmpty }
      #expect(isThere)
    }
    #expect(FileManager.default.contents(atPath: name + "/loose.pbm") == WatchSpace.picture(1))
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: name).sorted() == [
        "box", "box/.done", "box/1.pbm", "loose.pbm",
      ])
  }

  @Test("Ignores links and non-documents, and reports each once")
  func refused() throws {
    let space = try WatchSpace()
    let inbox = space.folder / "inbox"
    try space.folder.write(WatchSpace.picture(9), to: "outside.pbm")
    unsafe symlink(space.folder / "outside.pbm", inbox + "/link.pbm")
    unsafe mkfifo(inbox + "/pipe.pbm", 0o600)
    try space.folder.write("buy milk\n", to: "inbox/notes.txt")
    let result = try space.whileWatching { running in
      try space.drop(1, "a.pbm")
      #expect(try running.wait { space.isProcessed("a.pbm") && running.errorsSoFar.contains("notes.txt") })
      try space.folder.write("buy milk\nand bread\n", to: "inbox/notes.txt")
      try space.drop(2, "b.pbm")
      #expect(try running.wait { space.isProcessed("b.pbm") })
    }
    for name in ["link.pbm", "pipe.pbm", "notes.txt"] {
      #expect(result.errors.components(separatedBy: "\(name) is ignored").count == 2, "\(result.summary)")
    }
    #expect(try space.namesByDigest().count == 2)
    #expect(space.folder.contains("inbox/notes.txt"))
  }

  @Test("Rejects folders that would feed results back as inputs")
  func arrangements() throws {
    let space = try WatchSpace()
    for (arguments, code) in [
      (["-o", space.folder / "inbox/out"], 6), (["-o", space.folder / "inbox"], 6), (["-o", space.folder.path], 6),
      ([space.folder / "nowhere"], 4),
    ] {
      let result = try space.command(arguments).run()
      #expect(result.exitCode == Int32(code), "\(arguments) \(result.summary)")
      #expect(result.errors.hasPrefix("docscan: "))
    }
    for watch in [#""processed": ".""#, #""failed": "..""#, #""failed": "processed""#, #""failed": "../out""#] {
      try space.pipeline(watch: watch)
      let result = try space.command().run()
      #expect(result.exitCode == 3, "\(watch) \(result.summary)")
    }
  }
}
