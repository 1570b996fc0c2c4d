// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an inbox that attackers can write to leads docscan to no file outside.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanInput
import DocScanNative
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanWatch

@Suite("Hostile inboxes", .timeLimit(.minutes(30)))
struct HostileInboxTests {
  @Test("Reads no other file when a folder becomes a link after its file was accepted")
  func swappedFolder() throws {
    let inbox = try WatchedInbox()
    _ = try inbox.folder.makeFolder("private")
    try inbox.folder.write("%PDF-1.4\n% secret\ntrailer\n%%EOF\n", to: "private/scan.pdf")
    _ = try inbox.folder.makeFolder("in/sub")
    try inbox.put("a", as: "sub/scan.pdf")
    inbox.beforeOpening = { [folder = inbox.folder] in
      try swap(folder / "in/sub", for: folder / "private")
    }
    #expect(throws: PageFailure.self) { try inbox.next() }
  }

  @Test("Detects a swap even if the folder is swapped back before publication")
  func swappedBack() throws {
    let inbox = try WatchedInbox()
    let folder = inbox.folder
    _ = try folder.makeFolder("private")
    try folder.write("%PDF-1.4\n% secret\ntrailer\n%%EOF\n", to: "private/scan.pdf")
    _ = try folder.makeFolder("in/sub")
    try inbox.put("a", as: "sub/scan.pdf")
    let document = try #require(try inbox.next())
    try swap(folder / "in/sub", for: folder / "private")
    #expect(throws: PageFailure.self) { try document.files[0].open() }
    #expect(!document.files[0].isUnchanged && !inbox.mayPublish(document))
  }

  @Test("Moves no originals through a link in place of their folder", arguments: ["done", "failed"])
  func linkForOriginals(name: String) throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "profile.pdf")
    let document = try #require(try inbox.next())
    _ = try inbox.folder.makeFolder("home")
    try FileManager.default.createSymbolicLink(
      atPath: inbox.folder / name, withDestinationPath: inbox.folder / "home")
    try inbox.finish(document, name == "done" ? .complete : .failed)
    #expect(try inbox.folder.files(under: "home") == [] && inbox.folder.files(under: "in") == ["profile.pdf"])
    #expect(inbox.notices.contains { $0.contains("stays in the inbox for now") && $0.contains("is a link") })
  }

  @Test("Doesn't wait for a pipe among the reasons of failed originals")
  func pipeForReason() throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "bad.pdf")
    try inbox.finish(try #require(try inbox.next()), .failed)
    // The state if the earlier reason's original had never arrived.
    try FileManager.default.removeItem(atPath: inbox.folder / "failed/bad.pdf")
    try FileManager.default.removeItem(atPath: inbox.folder / "failed/bad.pdf.reason.txt")
    #expect(unsafe mkfifo(inbox.folder / "failed/bad.pdf.reason.txt", 0o666) == 0)
    try inbox.put("b", as: "bad.pdf")
    try inbox.finish(try #require(try inbox.next()), .failed)
    #expect(try inbox.folder.text("failed/bad.pdf.reason.txt").contains("The file is damaged."))
    #expect(inbox.folder.contains("failed/bad.pdf"))
  }

  @Test("Refuses a folder for originals that other users can change, with the reason")
  func writableForOthers() throws {
    let folder = try TemporaryFolder()
    let inbox = try folder.makeFolder("in")
    let shelf = try folder.makeFolder("in/processed")
    let root = try #require(Folder(root: inbox))
    #expect(OriginalsFolder.problem(of: shelf, inbox: root) == nil)
    unsafe chmod(shelf, 0o777)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root)?.contains("Everybody can write to it") == true)
    unsafe chmod(shelf, 0o1777)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root) == nil)
    unsafe chmod(shelf, 0o775)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root) == nil, "a group of the user's own")
    guard geteuid() == 0 else { return }
    unsafe chown(shelf, 0, 20002)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root)?.contains("group 20002") == true)
    // A group that can write to the inbox may write there, too, as on a share for scanners with its setgid bit.
    unsafe chown(inbox, 0, 20002)
    unsafe chmod(inbox, 0o2775)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root) == nil)
    unsafe chown(shelf, 20002, 20002)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root)?.contains("another user (20002)") == true)
    // In a container, root works for the inbox's owner.
    unsafe chown(inbox, 20002, 20002)
    #expect(OriginalsFolder.problem(of: shelf, inbox: root) == nil)
  }

  @Test("Places originals next to the inbox, or inside it if they are there already and it is safe")
  func layouts() throws {
    let folder = try TemporaryFolder()
    let inbox = try realPath(#require(folder.makeFolder("in") as String?))
    let path = try #require(inbox)
    func places(_ json: String = "{}") throws -> WatchPlaces {
      let pipeline = try Pipeline(json: Data(#"{"watch": \#(json)}"#.utf8), stages: [], writers: [])
      return WatchPlaces(pipeline.watch, inbox: path, output: folder / "out")
    }
    #expect(try places().processed == path + "-processed" && places().failed == path + "-failed")
    _ = try folder.makeFolder("in/processed")
    #expect(try places().processed == path + "/processed" && places().notes == [])
    try swap(path + "/processed", for: folder / "home")
    #expect(try places().processed == path + "-processed")
    #expect(try places().notes.first?.contains("It is a link") == true)
    #expect(try places().isOwn(path + "/processed"))
    let named = try places(#"{"processed": "processed"}"#)
    #expect(named.processed == path + "/processed")
    #expect(throws: BatchError.self) { try named.check(originals: .move) }
    // A document of a phone doesn't become the folder for everybody's originals.
    _ = try folder.makeFolder("in/failed")
    try folder.write("{}", to: "in/failed/.docscan-pages.json")
    #expect(try places().failed == path + "-failed" && !places().isOwn(path + "/failed"))
    #expect(throws: BatchError.self) { try places(#"{"failed": "failed"}"#).check(originals: .move) }
  }

  @Test("Gives documents no names that docscan, the system, or a program understands in another way")
  func reservedNames() {
    let wishes = [
      "processed", "failed", "Processed", "FAILED", "-rf", "--output", ".docscan-receive", ".hidden", "~$x", "@eaDir",
      "lost+found", "a.part",
    ]
    for wish in wishes {
      let name = InboxDelivery.name(like: wish)
      #expect(name != wish && !InboxName.isReserved(name), "\(wish): \(name)")
    }
    for wish in ["scan", "processed.pdf", "a-b", "failed tests"] { #expect(InboxDelivery.name(like: wish) == wish) }
  }

  @Test("Keeps documents of different devices, and with a setting all documents, out of each other's workers")
  func workers() throws {
    func document(_ name: String, by device: String?) -> ScheduledDocument {
      ScheduledDocument(
        of: InputDocument(
          name: name, source: name, identity: "/in/\(name)", paths: ["/in/\(name)"],
          received: device.map { ReceivedPages(by: $0, at: "2026-01-02T03:04:05Z", pages: []) }))
    }
    let (one, same, other) = (document("1", by: "Kim"), document("2", by: "Kim"), document("3", by: "Lee"))
    #expect(one.workerKey(.owner) == same.workerKey(.owner) && one.workerKey(.owner) != other.workerKey(.owner))
    #expect(document("4", by: nil).workerKey(.owner) != one.workerKey(.owner))
    #expect(one.workerKey(.document) != same.workerKey(.document))
    #expect(one.workerKey(.document) == document("1", by: "Lee").workerKey(.document))
  }

  @Test("Takes from an inbox only corners of its own pages, and marks their author")
  func forgedPages() throws {
    let folder = try TemporaryFolder()
    let inbox = try #require(Folder(root: folder.makeFolder("in")))
    _ = try folder.makeFolder("in/doc")
    try folder.write("x", to: "in/doc/0001.png")
    let corners = ##""corners": [[0, 0], [9, 0], [9, 9], [0, 9]]"##
    func pages(by: String, at: String) throws -> ReceivedPages? {
      let files = ["0001.png", "../../svc/priv/s.png", "/etc/passwd", "0002.png", "..", ""]
      let list = files.map { #"{"file": "\#($0)", \#(corners)}"# }.joined(separator: ", ")
      try folder.write(
        #"{"schema": "docscan-pages/1", "by": "\#(by)", "at": "\#(at)", "pages": [\#(list)]}"#,
        to: "in/doc/.docscan-pages.json")
      return ReceivedPages(in: "doc", of: inbox)
    }
    let forged = try #require(try pages(by: #"\u001b[31mAnna\u202e"#, at: "2026-11-01T00:00:00Z"))
    #expect(forged.pages.map(\.file) == ["0001.png"] && forged.by == "[31mAnna (in the inbox)", "\(forged)")
    #expect(try pages(by: "", at: "2026-11-01T00:00:00Z")?.by == "unknown (in the inbox)")
    #expect(try pages(by: String(repeating: "a", count: 1000), at: "2026-11-01T00:00:00Z")?.by.count ?? 99 < 80)
    for time in ["y", "", #"2026\u001b[2J"#, "9999", "2026-11-01"] {
      #expect(try pages(by: "Anna", at: time) == nil, "\(time)")
    }
  }

  @Test("Opens no other file when a folder becomes a link after an agent named a file in it")
  func namedFile() throws {
    let folder = try TemporaryFolder()
    for name in ["in/sub", "private"] { _ = try folder.makeFolder(name) }
    for name in ["in/sub", "private"] { try folder.write("%PDF-1.4\n% \(name)\n%%EOF\n", to: "\(name)/scan.pdf") }
    let inputs = try #require(Folder(root: folder / "in"))
    let listing = try GivenFile("sub/scan.pdf", below: inputs, formats: builtInFormats).listing()
    let document = try #require(listing.documents.first)
    #expect(document.name == "scan" && document.format != nil)
    let before = try SourceFile(path: document.paths[0], below: document.root)
    try swap(folder / "in/sub", for: folder / "private")
    #expect(throws: PageFailure.self) { try before.open() }
    #expect(throws: PageFailure.self) { try SourceFile(path: document.paths[0], below: document.root) }
  }
}

/// Replaces a folder with a link, as an attacker with write access to the parent folder would.
private func swap(_ folder: String, for other: String) throws {
  try FileManager.default.moveItem(atPath: folder, toPath: folder + "-old")
  try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: other)
}
