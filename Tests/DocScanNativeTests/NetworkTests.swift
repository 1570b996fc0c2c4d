// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: only unchanged, protected networks are loaded, and they run on tensors of the right shape.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Glibc
import Testing

/// The networks of `Pipelines/setup/install.sh models`; without them, tests that need them are skipped.
@Suite("Networks")
struct NetworkTests {
  private static let installed = InstalledModels.find()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Loads nothing from a folder without a manifest")
  func nothing() throws {
    #expect(InstalledModels(folder: folder.path) == nil)
    let networks = NeuralNetworks(nil)
    try networks.load(.orientation)
    #expect(networks[.orientation] == nil && networks.versions.isEmpty)
  }

  @Test("Refuses a changed library, and names the command that reinstalls it")
  func damaged() throws {
    let digest = String(repeating: "0", count: 64)
    try folder.write("no library", to: "library.so")
    try folder.write(
      "# networks\n\(digest) licence.txt\n\(digest) library.so runtime 1.22.1\n\(digest) turn.onnx orientation 3\n",
      to: "manifest")
    let models = try #require(InstalledModels(folder: folder.path))
    #expect(models.versions == ["ONNX Runtime": "1.22.1", "network orientation": "3 (000000000000)"])
    let networks = NeuralNetworks(models)
    #expect {
      try networks.load(.orientation)
    } throws: { error in
      let message = "\(error)"
      return message.contains("library.so is not the file that was installed")
        && message.contains(InstalledModels.command)
    }
    // An unlisted network isn't installed.
    try networks.load(.textRecognition)
    #expect(networks[.textRecognition] == nil)
  }

  @Test("Refuses models in a folder that others can change, with the reason")
  func shared() throws {
    let models = try folder.makeFolder("models")
    let digest = String(repeating: "0", count: 64)
    try folder.write("no library", to: "models/library.so")
    try folder.write("\(digest) library.so runtime 1.22.1\n\(digest) turn.onnx orientation 3\n", to: "models/manifest")
    unsafe chmod(models, 0o777)
    let networks = NeuralNetworks(InstalledModels(folder: models))
    let error = try #require(throws: (any Error).self) { try networks.load(.orientation) }
    #expect("\(error)".contains("others may change its content"), "\(error)")
  }

  @Test("Runs a network on a tensor, and fails for one of another shape", .enabled(if: installed != nil))
  func runs() throws {
    let networks = NeuralNetworks(Self.installed)
    try networks.load(.orientation)
    let network = try #require(networks[.orientation])
    #expect(networks.versions.keys.sorted() == ["ONNX Runtime", "network orientation"])
    let answer = try network.run(
      Tensor(values: Array(repeating: 0, count: 2 * 3 * 224 * 224), shape: [2, 3, 224, 224]))
    #expect(answer.shape == [2, 4])
    #expect(abs(answer.values[..<4].reduce(0, +) - 1) < 0.001)
    #expect(throws: PageFailure.self) {
      try network.run(Tensor(values: Array(repeating: 0, count: 3 * 100 * 100), shape: [1, 3, 100, 100]))
    }
    #expect(throws: PageFailure.self) { try network.run(Tensor(values: [0, 1], shape: [1, 3, 224, 224])) }
    #expect(try network.metadata("no such key") == nil)
  }
}
