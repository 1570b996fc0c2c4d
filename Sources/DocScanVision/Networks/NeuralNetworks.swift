// SPDX-License-Identifier: GPL-3.0-or-later

internal import CONNX
package import DocScanCore
internal import DocScanFiles
internal import Glibc

/// The networks of a process, whose files are read and verified before it enters the sandbox, and which its stages share.
public final class NeuralNetworks {
  private let installed: InstalledModels?
  private var runtime: NeuralRuntime?
  private var networks: [NeuralModel: NeuralNetwork] = [:]
  /// The recognizers that the user has added for the pipeline's languages.
  package private(set) var added: [(recognizer: AddedRecognizer, reader: LineReader)] = []
  /// The versions of the loaded networks and of their runtime, because results depend on them.
  package private(set) var versions: [String: String] = [:]

  /// Creates an empty collection, which loads networks from the default folder or from the given installation.
  package init(_ installed: InstalledModels? = InstalledModels.find()) { self.installed = installed }

  /// Reads and verifies a network if it is installed. Throws an error if it is damaged.
  package func load(_ model: NeuralModel) throws(PipelineError) {
    guard networks[model] == nil, let installed, let library = installed.entry(InstalledModels.runtime),
      let entry = installed.entry(model.rawValue)
    else { return }
    let runtime: NeuralRuntime
    if let opened = self.runtime { runtime = opened } else { runtime = try open(library, installed) }
    networks[model] = NeuralNetwork(model.rawValue, bytes: try installed.bytes(of: entry), runtime: runtime)
    note(model.rawValue, installed)
  }

  /// Loads the recognizers that the user has added for languages, or all if `packs` is `nil`. Throws an error if one is damaged or unsuitable.
  package func loadRecognizers(for packs: [String]?) throws(PipelineError) {
    guard let runtime, networks[.textRecognition] != nil else { return }
    for recognizer in try AddedRecognizer.all() where !added.contains(where: { $0.recognizer == recognizer }) {
      guard packs?.contains(where: recognizer.languages.contains) ?? true,
        let bytes = try recognizer.bytes(of: .network)
      else { continue }
      let network = NeuralNetwork(recognizer.name, bytes: bytes, runtime: runtime)
      added.append((recognizer, try LineReader(network, of: recognizer)))
      versions["recognizer \(recognizer.name)"] = String(SHA256.digest(of: bytes).prefix(12))
    }
  }

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

/// The networks that stages use if they are installed. The raw values are the names in `Pipelines/setup/models/files.txt`.
public enum NeuralModel: String, CaseIterable, Sendable {
  /// Detects the rotation of a page. Input: pictures of 224 by 224 pixels. Output: four probabilities.
  case orientation
  /// Detects text lines. Input: a picture. Output: a probability for each pixel.
  case textDetection = "text-detection"
  /// Recognizes the text of a line. Input: pictures with a height of 48 pixels. Output: probabilities of characters along the line.
  case textRecognition = "text-recognition"
  /// Finds the regions of a page. Input: a picture of 608 by 800 pixels. Output: classes and edges of regions on four grids.
  case pageLayout = "page-layout"
  /// Recognizes the cells of a table. Input: a picture of 488 by 488 pixels. Output: corners of cells, and tags.
  case tableCells = "table-cells"
}

/// A network that runs on the caller's thread. ``NeuralNetworks`` contains the loaded ones.
@safe
package final class NeuralNetwork {
  /// A network is prepared when it is first used, because most pages need none, and preparing takes longer than verifying.
  @safe
  private enum State {
    case verified([UInt8])
    case prepared(OpaquePointer)
  }

  private var state: State
  // The runtime must outlive the network.
  private let runtime: NeuralRuntime
  let name: String

  init(_ name: String, bytes: [UInt8], runtime: NeuralRuntime) {
    (self.runtime, self.name) = (runtime, name)
    state = .verified(bytes)
  }

  deinit {
    if case .prepared(let handle) = state { unsafe onnx_unload(handle) }
  }

  private func handle() throws(PageFailure) -> OpaquePointer {
    switch state {
    case .prepared(let handle): return unsafe handle
    case .verified(let bytes):
      var error = ONNXError()
      guard let handle = unsafe onnx_load(runtime.handle, bytes, bytes.count, &error) else {
        throw PageFailure(
          kind: .library, message: "The model \(name) cannot be used: \(text(of: error.message))")
      }
      state = unsafe .prepared(handle)
      return unsafe handle
    }
  }

  package func run(_ input: Tensor) throws(PageFailure) -> Tensor {
    let outputs = try outputs(of: input)
    guard outputs.count == 1 else { throw failure("\(outputs.count) outputs instead of one") }
    return outputs[0]
  }

  /// Runs the network, and returns all its outputs in the order of the model.
  package func outputs(of input: Tensor) throws(PageFailure) -> [Tensor] {
    guard input.values.count == input.shape.reduce(1, *) else {
      throw failure("\(input.values.count) values for the shape \(input.shape)")
    }
    let handle = unsafe try handle()
    var error = ONNXError()
    var outputs = unsafe [ONNXOutput](repeating: ONNXOutput(), count: onnx_output_count(handle))
    let shape = input.shape.map(Int64.init)
    let status = unsafe onnx_run(handle, input.values, input.values.count, shape, shape.count, &outputs, &error)
    guard status == 0 else { throw failure(text(of: error.message)) }
    defer { for index in unsafe outputs.indices { unsafe onnx_release_output(handle, &outputs[index]) } }
    return unsafe outputs.map { output in
      let sizes = unsafe withUnsafeBytes(of: output.shape) { bytes in
        unsafe bytes.bindMemory(to: Int64.self).prefix(output.dimensions).map { Int($0) }
      }
      return Tensor(values: unsafe Array(UnsafeBufferPointer(start: output.values, count: output.count)), shape: sizes)
    }
  }

  package func metadata(_ key: String) throws(PageFailure) -> String? {
    guard let value = unsafe onnx_metadata(try handle(), key) else { return nil }
    defer { unsafe free(value) }
    return unsafe String(cString: value)
  }

  private func failure(_ reason: String) -> PageFailure {
    PageFailure(kind: .library, message: "The model \(name) could not be run: \(reason)")
  }
}

@safe
final class NeuralRuntime {
  let handle: OpaquePointer

  /// Loads the library from a verified file, even if its path has been replaced since. The version must match the manifest.
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
