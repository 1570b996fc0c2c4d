// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: large files are hashed and copied in order without delaying the loop.

import CLinux
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanStore
import Foundation
import Testing

@testable import DocScanBatch

@Suite("The thread for whole files")
struct FileThreadTests {
  /// Returns the answers to some tasks, in order.
  private func answers(to tasks: [FileThread.Task]) throws -> [FileThread.Answer] {
    let thread = try FileThread()
    for task in tasks { thread.begin(task) }
    var answers: [FileThread.Answer] = []
    while answers.count < tasks.count {
      var watched = pollfd(fd: thread.descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&watched, 1, 60_000)
      try #require(ready == 1)
      answers += thread.take().map(\.answer)
    }
    return answers
  }

  @Test("Answers in the order of requests, regardless of file sizes")
  func order() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(repeating: 7, count: 8 << 20), to: "large")
    try folder.write("abc", to: "small")
    let digests = try answers(to: ["large", "small", "large"].map { .digest([folder / $0]) }).map { answer in
      guard case .digest(let content) = answer else { return "" }
      return try content.digest.get().sha256
    }
    #expect(digests[0] == digests[2])
    #expect(digests[1] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("Copies byte by byte, and returns the digest without reading again")
  func copy() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }), to: "from")
    let answers = try answers(to: [
      .copy(try FileCopy.open(folder / "from"), name: "from", to: folder / "to"), .digest([folder / "from"]),
    ])
    guard case .copy(let copied) = answers[0], case .digest(let content) = answers[1] else {
      Issue.record("The answers are not in order.")
      return
    }
    #expect(try copied.get().sha256 == content.digest.get().sha256)
    #expect(try folder.data("to") == folder.data("from"))
  }

  @Test("Fails with a reason for a missing file or an unwritable folder")
  func failures() throws {
    let folder = try TemporaryFolder()
    try folder.write("abc", to: "file")
    let answers = try answers(to: [
      .digest([folder / "gone"]), .copy(try FileCopy.open(folder / "file"), name: "file", to: folder / "none/file"),
    ])
    guard case .digest(let content) = answers[0], case .failure(let unread) = content.digest,
      case .copy(.failure(let unwritten)) = answers[1]
    else {
      Issue.record("What cannot be done has to fail.")
      return
    }
    #expect(unread.message.contains("cannot be opened"))
    #expect("\(unwritten)".contains("the file or its folder does not exist"))
  }

  @Test("Drops unfinished work when stopped")
  func stopping() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(repeating: 1, count: 64 << 20), to: "large")
    let thread = try FileThread()
    for _ in 0..<1000 { thread.begin(.digest([folder / "large"])) }
    thread.stop()
    // Hashing every file would take minutes.
    #expect(thread.take().count < 1000)
  }
}
