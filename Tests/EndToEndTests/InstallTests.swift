// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: installing and removing docscan leaves every other file as it was.

import DocScan
import DocScanFixtures
import DocScanNative
import DocScanVision
import DocScanWorkers
import FoundationEssentials
import Glibc
import Testing

@Suite("Installation")
struct InstallTests {
  private let folder: TemporaryFolder
  private var prefix: String { folder / "prefix" }

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder("home")
    _ = try folder.makeFolder("prefix/bin")
    try folder.write("mine", to: "prefix/bin/other")
  }

  /// Runs the script from another folder with an empty home folder.
  ///
  /// `data` is a folder for programs' data that contains the networks; without it, they are skipped.
  private func install(_ arguments: [String], data: String? = nil) throws -> CommandResult {
    let isWithout = !arguments.contains("--uninstall") && data == nil
    let script = Places.package + "/Pipelines/setup/install.sh"
    var command = Command(
      "bash", [script, "--prefix", prefix] + (isWithout ? ["--no-models"] : []) + arguments)
    command.environment["HOME"] = folder / "home"
    command.environment["XDG_DATA_HOME"] = data
    command.directory = folder.path
    return try command.run()
  }

  /// Returns a folder with programs that only start the real ones, which take seconds to copy and hash.
  private func starters() throws -> String {
    let programs = try folder.makeFolder("programs")
    for name in ["docscan", "docscan-worker"] {
      try folder.writeProgram("#!/bin/sh\nexec '\(try Places.product(name))' \"$@\"\n", to: "programs/\(name)")
    }
    return programs
  }

  /// Returns all folders and files below the prefix, with the files' contents.
  private func contents() throws -> [String: Data?] {
    var contents: [String: Data?] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: prefix) {
      contents[path] = .some(FileManager.default.contents(atPath: prefix + "/" + path))
    }
    return contents
  }

  /// Returns the installed program, as PATH finds it.
  private func docscan(_ arguments: [String]) -> Command {
    var command = Command("docscan", arguments)
    command.environment = ["HOME": folder / "home", "PATH": prefix + "/bin:/usr/bin:/bin"]
    command.directory = folder.path
    return command
  }

  @Test("Runs from PATH in an empty home folder, and leaves no trace when removed")
  func installs() throws {
    let before = try contents()
    let result = try install(["--from", Places.products])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("export PATH=\"\(prefix)/bin:$PATH\""), "\(result.output)")
    try Documents.shortMinutes().raster(dpi: 100).write(to: folder / "page.png", as: .png, dpi: 100)
    for arguments in [["page.png"], ["run", "archive", "page.png", "-o", "out"]] {
      let run = try docscan(arguments).run()
      #expect(run.exitCode == 0, "\(run.summary)")
    }
    #expect(folder.contains("docscan-out/page/page.pdf") && folder.contains("out/page/page.pdf"))
    for file in [
      "bash-completion/completions/docscan", "zsh/site-functions/_docscan", "fish/vendor_completions.d/docscan.fish",
      "docscan/presets/engines/rapidocr.py", "docscan/plugins/docscan_plugins/ocrmypdf_engine.py",
    ] {
      #expect(folder.contains("prefix/share/" + file), "\(file)")
    }
    let unit = try folder.text("prefix/lib/systemd/system/docscan-watch@.service")
    #expect(unit.contains("ExecStart=\(prefix)/bin/docscan watch ") && unit.contains(" --no-webhooks\n"))
    #expect(unit.contains("PrivateNetwork=yes\n") && unit.contains("RestrictAddressFamilies=AF_UNIX\n"))
    let delivery = try folder.text("prefix/lib/systemd/system/docscan-deliver@.service")
    #expect(delivery.contains("ExecStart=\(prefix)/bin/docscan deliver ") && !delivery.contains("PrivateNetwork"))
    let removed = try install(["--uninstall"])
    #expect(removed.exitCode == 0, "\(removed.summary)")
    #expect(try contents() == before)
    #expect(try install(["--uninstall"]).exitCode == 1)
  }

  @Test("Adopts models that install.sh models installed, unless they were changed")
  func modelsFirst() throws {
    let models = "prefix/share/docscan/models"
    _ = try folder.makeFolder(models)
    try folder.write("network", to: models + "/reader.onnx")
    let digest = try Command("sha256sum", [folder / models + "/reader.onnx"]).check().output.prefix(64)
    try folder.write(
      "# What Pipelines/models.sh installed here.\n# from x\n\(digest) reader.onnx\n", to: models + "/manifest")
    try folder.write("changed", to: models + "/other.onnx")
    let programs = try starters()
    let refused = try install(["--from", programs])
    #expect(refused.exitCode == 1 && refused.errors.contains("other.onnx") && !refused.errors.contains("reader.onnx"))
    try folder.remove(models + "/other.onnx")
    let result = try install(["--from", programs])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try folder.text(models + "/reader.onnx") == "network")
  }

  @Test("Installs and removes networks with docscan", .enabled(if: dataFolder != nil))
  func networks() throws {
    let before = try contents()
    let result = try install(["--from", Places.products], data: Self.dataFolder)
    #expect(result.exitCode == 0, "\(result.summary)")
    let doctor = try docscan(["doctor"]).run()
    #expect(doctor.output.contains("ONNX Runtime 1."), "\(doctor.summary)")
    #expect(try install(["--uninstall"]).exitCode == 0)
    #expect(try contents() == before)
  }

  /// The folder for programs' data that contains the networks, or nil if they aren't installed.
  private static var dataFolder: String? {
    guard let folder = InstalledModels.find()?.folder, folder.hasSuffix("/docscan/models") else { return nil }
    return String(folder.dropLast("/docscan/models".count))
  }

  @Test("Installs a user service below a home folder")
  func userService() throws {
    let result = try install(["--prefix", folder / "home/.local", "--from", starters()])
    #expect(result.exitCode == 0, "\(result.summary)")
    let unit = try folder.text("home/.local/share/systemd/user/docscan-watch@.service")
    #expect(unit.contains("ExecStart=\(folder / "home/.local")/bin/docscan watch ") && !unit.contains("User="))
    #expect(folder.contains("home/.local/share/systemd/user/docscan-deliver@.service"))
    #expect(try install(["--uninstall", "--prefix", folder / "home/.local"]).exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder / "home").isEmpty)
  }

  @Test("Names another program's file or link in the way, and changes nothing", arguments: [false, true])
  func foreign(isLink: Bool) throws {
    let path = prefix + "/bin/docscan-worker"
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other")
    } else {
      try folder.write("mine, too", to: "prefix/bin/docscan-worker")
    }
    let before = try contents()
    let result = try install(["--from", starters()])
    #expect(result.exitCode == 1 && result.errors.contains(path), "\(result.summary)")
    #expect(try contents() == before)
  }

  @Test("Upgrades while a service runs, and keeps presets that the user changed")
  func upgrade() throws {
    #expect(try install(["--from", Places.products]).exitCode == 0)
    let space = try WatchSpace()
    let running = try docscan(["watch", space.folder / "pipeline.json", space.folder / "inbox"]).start()
    #expect(try running.wait { running.errorsSoFar.contains("Watching") })
    let upgrade = try install(["--from", Places.products])
    #expect(upgrade.exitCode == 0, "\(upgrade.summary)")
    try space.drop(1, "a.pbm")
    #expect(try running.wait { space.isProcessed("a.pbm") }, "\(running.errorsSoFar)")
    running.send(signal: SIGTERM)
    #expect(try running.wait().exitCode == 130)

    try folder.write("{}", to: "prefix/share/docscan/presets/photos.json")
    let refused = try install(["--from", Places.products])
    #expect(refused.exitCode == 1 && refused.errors.contains("presets/photos.json"), "\(refused.summary)")
    let removed = try install(["--uninstall"])
    #expect(removed.exitCode == 0 && removed.errors.contains("presets/photos.json was changed"), "\(removed.summary)")
    #expect(try folder.files(under: "prefix") == ["bin/other", "share/docscan/presets/photos.json"])
  }
}
