// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWriters
internal import Glibc

/// Copies bytes into new files without looking at them.
enum FileCopy {
  /// Copies a file.
  static func copy(_ source: String, to path: String) throws(OutputError) {
    let descriptor = unsafe open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw OutputError(operation: "read", path: source, code: errno) }
    defer { close(descriptor) }
    try copy(descriptor, named: source, to: path)
  }

  /// Copies what a descriptor gives until its end, or until `goesOn` says no; `name` is what errors call it.
  static func copy(
    _ descriptor: Int32, named name: String, to path: String, while goesOn: () -> Bool = { true }
  ) throws(OutputError) {
    let file = try OutputFile(path: path)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while goesOn() {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(operation: "read", path: name, code: errno) }
      try file.write(chunk[..<count])
    }
    try file.finish()
  }
}
