// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an open folder never leads outside itself, whatever replaces its path.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Open folders", .timeLimit(.minutes(30)))
struct FolderTests {
  @Test("Follows no links and no dots below an open folder")
  func links() throws {
    let space = try TemporaryFolder()
    _ = try space.makeFolder("root/a/b")
    _ = try space.makeFolder("other")
    try space.write("mine", to: "root/a/b/file")
    try space.write("secret", to: "other/file")
    for (link, target) in [("root/out", "other"), ("root/a/out", "other"), ("root/a/file", "other/file")] {
      try FileManager.default.createSymbolicLink(atPath: space / link, withDestinationPath: space / target)
    }
    let root = try #require(Folder(root: space / "root"))
    #expect(root.contents("a/b/file") == Array("mine".utf8))
    for name in [
      "out/file", "a/out/file", "a/file", "../other/file", "a/../../other/file", "", "a//b/file", "/etc/passwd",
    ] {
      #expect(root.contents(name) == nil, "\(name)")
      #expect(root.makeFile(name + "/x") < 0, "\(name)")
      #expect(!root.rename("a/b", name + "/y"), "\(name)")
    }
    #expect(root.folder("out") == nil && root.makeFolder("out/new") == nil && root.lockFile("a/file") < 0)
    #expect(try space.files(under: "other") == ["file"])
    #expect(root.removeTree("a") && root.removeTree("a") && root.remove("out"))
    #expect(try space.text("other/file") == "secret" && root.names()?.sorted() == [])
  }

  @Test("Stays at the same folder when its path is replaced")
  func swapped() throws {
    let space = try TemporaryFolder()
    _ = try space.makeFolder("root")
    let root = try #require(Folder(root: space / "root"))
    try FileManager.default.moveItem(atPath: space / "root", toPath: space / "moved")
    _ = try space.makeFolder("root")
    close(root.makeFile("file"))
    #expect(try space.files(under: "moved") == ["file"] && space.files(under: "root") == [])
  }

  @Test("Neither waits for a pipe nor reads it as a file")
  func pipes() throws {
    let space = try TemporaryFolder()
    #expect(unsafe mkfifo(space / "pipe", 0o666) == 0)
    let root = try #require(Folder(root: space / ""))
    #expect(root.contents("pipe") == nil && root.identity("pipe") == nil && root.lockFile("pipe") < 0)
    #expect(root.file("pipe")?.identity == nil)
  }
}
