// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanNative
import Glibc
import Testing

/// The networks of `Pipelines/install.sh models`; where they are not installed, their tests are skipped.
@Suite("Networks")
struct NetworkTests {
  private static let installed = InstalledModels.find()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A folder without a manifest has no networks, and nothing is loaded")
  func nothing() throws {
    #expect(InstalledModels(folder: folder.path) == nil)
    let networks = NeuralNetworks(nil)
    try networks.load(.orientation)
    #expect(networks[.orientation] == nil && networks.versions.isEmpty)
  }

  @Test("A library that is not as it was installed is not opened; the message says how to get it again")
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
    // One that is not listed is not installed.
    try networks.load(.textRecognition)
    #expect(networks[.textRecognition] == nil)
  }

  @Test("Models in a folder that others may change are not loaded, and it is said why")
  func shared() throws {
    let models = try folder.makeFolder("models")
    let digest = String(repeating: "0", count: 64)
    try folder.write("no library", to: "models/library.so")
    try folder.write("\(digest) library.so runtime 1.22.1\n\(digest) turn.onnx orientation 3\n", to: "models/manifest")
    unsafe chmod(models, 0o777)
    let networks = NeuralNetworks(InstalledModels(folder: models))
    let error = try #require(throws: (any Error).self) { try networks.load(.orientation) }
    #expect("\(error)".contains("others may change what is in it"), "\(error)")
  }

  @Test("A network gives a tensor for a picture, and a failure for one of another size", .enabled(if: installed != nil))
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
    #expect(network.metadata("no such key") == nil)
  }
}
