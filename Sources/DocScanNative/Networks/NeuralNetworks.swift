// SPDX-License-Identifier: GPL-3.0-or-later

internal import CONNX
package import DocScanCore
internal import Glibc

/// The networks of a process: loaded before it gives up its rights, and shared by its stages.
public final class NeuralNetworks {
  private let installed: InstalledModels?
  private var runtime: NeuralRuntime?
  private var networks: [NeuralModel: NeuralNetwork] = [:]
  /// What was loaded, with its version: results depend on it.
  package private(set) var versions: [String: String] = [:]

  /// None yet; they come from the folder that is found, or from another one.
  package init(_ installed: InstalledModels? = InstalledModels.find()) { self.installed = installed }

  /// Loads a network where it is installed; fails when it is damaged.
  package func load(_ model: NeuralModel) throws(PipelineError) {
    guard networks[model] == nil, let installed, let library = installed.entry(InstalledModels.runtime),
      let entry = installed.entry(model.rawValue)
    else { return }
    let runtime: NeuralRuntime
    if let opened = self.runtime { runtime = opened } else { runtime = try open(library, installed) }
    networks[model] = try NeuralNetwork(model, bytes: try installed.bytes(of: entry), runtime: runtime)
    note(model.rawValue, installed)
  }

  /// The network, if it is loaded.
  package subscript(model: NeuralModel) -> NeuralNetwork? { networks[model] }

  private func open(
    _ library: InstalledModels.Entry, _ installed: InstalledModels
  ) throws(PipelineError) -> NeuralRuntime {
    let file = try installed.checked(library).file
    let runtime = try NeuralRuntime(file, path: installed.path(of: library), version: library.version)
    self.runtime = runtime
    note(InstalledModels.runtime, installed)
    return runtime
  }

  private func note(_ name: String, _ installed: InstalledModels) {
    guard let version = installed.version(of: name) else { return }
    versions[version.name] = version.text
  }
}

/// A network that stages use where it is installed. The name is the one that `Pipelines/models/files.txt` has for it.
public enum NeuralModel: String, CaseIterable, Sendable {
  /// Which way up a page is: pictures of 224 by 224 pixels, for four probabilities.
  case orientation
  /// Where lines of text are: a picture, for the probability of each pixel.
  case textDetection = "text-detection"
  /// What a line of text says: pictures 48 pixels high, for the probabilities of characters along the line.
  case textRecognition = "text-recognition"
}

/// A network that runs on the caller's thread. ``NeuralNetworks`` has those that are loaded.
@safe
package final class NeuralNetwork {
  private let handle: OpaquePointer
  /// Must outlive the network.
  private let runtime: NeuralRuntime
  private let model: NeuralModel

  /// Makes a network of a model's bytes.
  init(_ model: NeuralModel, bytes: [UInt8], runtime: NeuralRuntime) throws(PipelineError) {
    var error = ONNXError()
    guard let handle = unsafe onnx_load(runtime.handle, bytes, bytes.count, &error) else {
      throw .missingPart(message: "The model \(model.rawValue) cannot be used: \(text(of: error.message))")
    }
    (self.runtime, self.model) = (runtime, model)
    unsafe self.handle = handle
  }

  deinit { unsafe onnx_unload(handle) }

  /// What the network gives for an input; fails where the input's shape is not one that it takes.
  package func run(_ input: Tensor) throws(PageFailure) -> Tensor {
    guard input.values.count == input.shape.reduce(1, *) else {
      throw failure("\(input.values.count) values for the shape \(input.shape)")
    }
    var error = ONNXError()
    var output = unsafe ONNXOutput()
    let shape = input.shape.map(Int64.init)
    let status = unsafe onnx_run(handle, input.values, input.values.count, shape, shape.count, &output, &error)
    guard status == 0 else { throw failure(text(of: error.message)) }
    defer { unsafe onnx_release_output(handle, &output) }
    let sizes = unsafe withUnsafeBytes(of: output.shape) { bytes in
      unsafe bytes.bindMemory(to: Int64.self).prefix(output.dimensions).map { Int($0) }
    }
    return Tensor(values: unsafe Array(UnsafeBufferPointer(start: output.values, count: output.count)), shape: sizes)
  }

  /// What the model says of itself under a key; nil for nothing.
  package func metadata(_ key: String) -> String? {
    guard let value = unsafe onnx_metadata(handle, key) else { return nil }
    defer { unsafe free(value) }
    return unsafe String(cString: value)
  }

  private func failure(_ reason: String) -> PageFailure {
    PageFailure(kind: .library, message: "The model \(model.rawValue) could not be run: \(reason)")
  }
}

/// ONNX Runtime, opened where it is installed.
@safe
final class NeuralRuntime {
  let handle: OpaquePointer

  /// Loads the library from the file that was checked, whatever has its path by now; its version must be the one that the manifest names.
  init(_ file: OpenFile, path: String, version: String) throws(PipelineError) {
    var error = ONNXError()
    let opened = unsafe withExtendedLifetime(file) { unsafe onnx_open("/proc/self/fd/\(file.descriptor)", &error) }
    guard let handle = unsafe opened else {
      throw InstalledModels.damaged(path, "cannot be opened (\(text(of: error.message)))")
    }
    unsafe self.handle = handle
    let found = unsafe String(cString: onnx_version(handle))
    guard found == version else { throw InstalledModels.damaged(path, "is version \(found), not \(version)") }
  }

  deinit { unsafe onnx_close(handle) }
}
