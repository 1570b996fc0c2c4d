// SPDX-License-Identifier: GPL-3.0-or-later

internal import CONNX
internal import DocScanCore

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
