// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an untrusted results folder or plan can't lead docscan outside of it.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Hostile results folders and plans", .realWorker, .timeLimit(.minutes(30)))
struct HostileLibraryTests {
  private let space: Workspace
  private var folder: TemporaryFolder { space.folder }

  init() throws {
    space = try Workspace()
    try space.pipeline(stages: "")
    try space.folder.write(WatchSpace.picture(1), to: "in/letter.pbm")
  }

  /// Writes a file, and creates its folder.
  private func put(_ text: String, _ name: String) throws {
    _ = try folder.makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
    try folder.write(text, to: name)
  }

  /// Creates a folder with files that docscan would overwrite or remove if it followed the links.
  private func victim() throws {
    for name in ["precious", "main.js", "links/file", "library.js", "letter/.pages/document.js", "journal.sqlite"] {
      try put("mine\n", "victim/" + name)
    }
  }

  private func contents(_ name: String) throws -> [String: Data] {
    try folder.files(under: name).reduce(into: [:]) { $0[$1] = try folder.data("\(name)/\($1)") }
  }

  @Test(
    "Follows no links in a library's hidden folder in view, undo, and run",
    arguments: [
      ("", "victim"), ("/lock", "victim/precious"), ("/edits.lock", "victim/precious"), ("/view", "victim"),
      ("/view/app", "victim"), ("/view/data", "victim"), ("/view/documents", "victim"), ("/view/links", "victim"),
      ("/view/pictures", "victim"), ("/view/pictures/.docscan/lock", "victim/precious"),
    ])
  func links(place: String, target: String) throws {
    try space.run()
    try victim()
    let before = try contents("victim")
    let link = folder / ("out/.docscan" + place)
    if FileManager.default.fileExists(atPath: link) { try FileManager.default.removeItem(atPath: link) }
    _ = try folder.makeFolder(String("out/.docscan\(place)".dropLast(fileName(place).utf8.count + 1)))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder / target)
    for arguments in [["view", folder / "out"], ["undo", folder / "out"]] {
      _ = try Command.product("docscan", arguments).run()
      #expect(try contents("victim") == before, "\(arguments[0])")
    }
    let result = try space.command().run()
    #expect(try contents("victim") == before, "run")
    if ["", "/lock"].contains(place) {
      #expect(result.exitCode == 6 && result.errors.contains("is a link"), "\(result.summary)")
    }
  }

  private func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? ".docscan" }

  @Test("Keeps a file in place of the lock that isn't docscan's")
  func foreignLock() throws {
    try put("precious\n", "out/.docscan/lock")
    let result = try space.command().run()
    #expect(result.exitCode == 6 && result.errors.contains("lock is not a file of docscan"), "\(result.summary)")
    #expect(try folder.text("out/.docscan/lock") == "precious\n")
  }

  @Test("Renders no PDF that is a link or differs from the record", arguments: [true, false])
  func otherPDF(isLink: Bool) throws {
    try space.run()
    _ = try folder.makeFolder("secret/in")
    try folder.write(WatchSpace.picture(2), to: "secret/in/secret.pbm")
    try Command.product(
      "docscan", ["run", folder / "pipeline.json", folder / "secret/in", "-o", folder / "secret/out", "-j", "1"]
    ).check()
    let pdf = folder / "out/letter/letter.pdf"
    try FileManager.default.removeItem(atPath: pdf)
    let secret = folder / "secret/out/secret/secret.pdf"
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: pdf, withDestinationPath: secret)
    } else {
      try FileManager.default.copyItem(atPath: secret, toPath: pdf)
    }
    let result = try Command.product("docscan", ["view", folder / "out"]).check()
    #expect(try folder.files(under: "out/.docscan/view").filter { $0.hasSuffix(".jpg") } == [], "\(result.summary)")
    #expect(
      (result.output + result.errors).contains("The pictures of 1 document could not be made."), "\(result.summary)")
  }

  @Test("Gives results no more permissions than their source has, and the hidden folder only the owner's")
  func readers() throws {
    for (number, mode) in [(1, 0o600), (2, 0o640), (3, 0o644)] {
      try folder.write(WatchSpace.picture(number), to: "in/\(mode).pbm")
      unsafe chmod(folder / "in/\(mode).pbm", mode_t(mode))
    }
    try space.run()
    for (mode, rights) in [(0o600, 0o700), (0o640, 0o770), (0o644, 0o777)] {
      for name in try folder.files(under: "out/\(mode)") + ["."] {
        var entry = stat()
        #expect(unsafe stat(folder / "out/\(mode)/\(name)", &entry) == 0)
        #expect(Int(entry.st_mode) & 0o777 & ~rights == 0, "\(mode) \(name)")
      }
    }
    var entry = stat()
    #expect(unsafe stat(folder / "out/.docscan", &entry) == 0 && entry.st_mode & 0o777 == 0o700)
    #expect(unsafe stat(folder / "out/\(0o644)/\(0o644).txt", &entry) == 0 && entry.st_mode & 0o044 == 0o044)
  }

  @Test("Uses another scratch folder if another user created the default one", .enabled(if: geteuid() == 0))
  func scratch() throws {
    _ = try folder.makeFolder("out")
    let path = URL(filePath: folder / "out").resolvingSymlinksInPath().path
    var digest = SHA256()
    digest.update(Array(path.utf8), count: path.utf8.count)
    let taken = try folder.makeFolder("disk/docscan-" + digest.digest().prefix(16))
    unsafe chown(taken, 20002, 20002)
    try space.run(["--scratch", folder / "disk"])
    #expect(folder.contains("out/letter/letter.pdf"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder / "disk").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: taken).isEmpty)
  }

  @Test(
    "Refuses names in a plan that lead out of the library",
    arguments: ["../../pwned", "/pwned", "a/../../pwned", ".ssh"])
  func planNames(name: String) throws {
    try Command.product(
      "docscan", ["plan", folder / "pipeline.json", folder / "in", "-o", folder / "plan", "--shards", "1"]
    ).check()
    let shard = "plan/shards/shard-00001.jsonl"
    let before = try folder.data(shard)
    let text = String(decoding: before, as: UTF8.self).replacing("\"name\":\"letter\"", with: "\"name\":\"\(name)\"")
    #expect(text != String(decoding: before, as: UTF8.self))
    try folder.write(text, to: shard)
    try folder.write(
      folder.text("plan/plan.json").replacing(Self.digest([UInt8](before)), with: Self.digest(Array(text.utf8))),
      to: "plan/plan.json")
    let result = try Command.product(
      "docscan", ["run", "--plan", folder / "plan", "--shard", "1", "-o", folder / "a/out", "-j", "1"]
    ).run()
    #expect(result.exitCode == 2 && result.errors.contains("leads out of its folder"), "\(result.summary)")
    #expect(try folder.files(under: "").filter { $0.contains("pwned") || $0.contains(".ssh") } == [])
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes, count: bytes.count)
    return digest.digest()
  }

  @Test("Keeps files outside the prefix that an installation's manifest names")
  func uninstalling() throws {
    try folder.write("mine\n", to: "victim.txt")
    try put(
      "# What Pipelines/install.sh installed here.\n\(Self.digest(Array("mine\n".utf8))) ../victim.txt\n",
      "prefix/share/docscan/manifest")
    let result = try Command(
      "/bin/bash", [Places.package + "/Pipelines/setup/install.sh", "--uninstall", "--prefix", folder / "prefix"]
    ).run()
    #expect(result.exitCode == 1 && result.errors.contains("is not below"), "\(result.summary)")
    #expect(folder.contains("victim.txt"))
  }

  @Test(
    "Writes to nothing outside, and never blocks, with damaged libraries and plans",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
  func damaged() throws {
    let programs = try Places.product("docscan")
    var command = Command(
      "/usr/bin/python3",
      [
        Places.package + "/Tests/Tools/accept/hostile_folders.py", String(programs.dropLast("/docscan".count)),
        "--rounds", "3",
      ])
    command.timeoutSeconds = 170
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }
}
