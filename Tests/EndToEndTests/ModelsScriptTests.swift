// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: getting the networks never leaves a folder worse than before.

import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Getting the networks")
struct ModelsScriptTests {
  /// The folder of the installed networks; without them, tests that need them are skipped.
  private static let installed = InstalledModels.find()?.folder

  private let folder: TemporaryFolder
  private var models: String { folder / "data/docscan/models" }

  init() throws { folder = try TemporaryFolder() }

  /// Runs the script for a folder with an empty home folder and no network. Without Python, it fails sooner.
  private func get(_ models: String, withPython: Bool = true) throws -> CommandResult {
    var command = Command("bash", [Places.package + "/Pipelines/setup/models.sh", models])
    command.environment["HOME"] = folder.path
    if !withPython {
      _ = try folder.makeFolder("bin")
      try folder.writeProgram("#!/bin/sh\nexit 1\n", to: "bin/python3")
      command.environment["PATH"] = folder / "bin" + ":/usr/bin:/bin"
    }
    command.environment["XDG_DATA_HOME"] = folder / "data"
    // No server listens on this port.
    command.environment["PIP_INDEX_URL"] = "http://127.0.0.1:9/"
    command.environment["PIP_CONFIG_FILE"] = "/dev/null"
    command.environment["PIP_RETRIES"] = "0"
    return try command.run()
  }

  private func copyInstalled() throws {
    try FileManager.default.createDirectory(atPath: folder / "data/docscan", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: try #require(Self.installed), toPath: models)
  }

  private func contents(_ path: String) throws -> [String: Data?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return [String: Data?](
      uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: path + "/" + $0)) })
  }

  @Test(
    "Repairs damaged, truncated, or missing files from the home folder's copies",
    .enabled(if: installed != nil))
  func repairs() throws {
    try copyInstalled()
    let (whole, other) = (try contents(models), folder / "other")
    #expect(try get(other).exitCode == 0)
    #expect(try contents(other) == whole)
    try folder.write("cut", to: "other/orientation.onnx")
    try FileManager.default.removeItem(atPath: other + "/text-detection.onnx")
    let result = try get(other)
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try contents(other) == whole)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["data", "other"])
  }

  @Test("Copies only listed regular files from the home folder", .enabled(if: installed != nil))
  func foreignFiles() throws {
    try copyInstalled()
    let whole = try contents(models)
    try folder.write("secret", to: "secret")
    for name in ["zz.txt", "hidden.onnx"] {
      try FileManager.default.createSymbolicLink(
        atPath: models + "/" + name, withDestinationPath: folder / "secret")
    }
    try Data("more".utf8).write(to: URL(filePath: models + "/more.txt"))
    #expect(try get(folder / "other").exitCode == 0)
    #expect(try contents(folder / "other") == whole)
    // A listed file that is a link isn't copied, either, and the packages can't be fetched here.
    try FileManager.default.moveItem(atPath: models + "/orientation.onnx", toPath: folder / "moved")
    try FileManager.default.createSymbolicLink(
      atPath: models + "/orientation.onnx", withDestinationPath: folder / "moved")
    #expect(try get(folder / "third", withPython: false).exitCode != 0)
    #expect(!folder.contains("third"))
  }

  @Test("Leaves files as they are if packages can't be fetched, and leaves no partial ones")
  func unreachable() throws {
    let missing = try get(models)
    #expect(missing.exitCode == 1 && missing.errors.contains("could not be fetched"), "\(missing.summary)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder / "data/docscan").isEmpty)
    guard Self.installed != nil else { return }
    try copyInstalled()
    try folder.write("cut", to: "data/docscan/models/orientation.onnx")
    let damaged = try contents(models)
    let result = try get(models, withPython: false)
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(try contents(models) == damaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder / "data/docscan") == ["models"])
  }

  @Test("Leaves a folder with other files alone, and names it")
  func foreignFolder() throws {
    _ = try folder.makeFolder("data/docscan/models")
    try folder.write("mine", to: "data/docscan/models/manifest")
    let result = try get(models)
    #expect(result.exitCode == 1 && result.errors.contains(models), "\(result.summary)")
    #expect(try contents(models) == ["manifest": Data("mine".utf8)])
  }
}
