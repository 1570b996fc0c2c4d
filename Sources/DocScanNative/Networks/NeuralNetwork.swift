// SPDX-License-Identifier: GPL-3.0-or-later

internal import CONNX
package import DocScanCore
internal import Glibc

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
