// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// Functions that copy bytes between files and streams.
package enum FileCopy {
  package static func open(_ path: String) throws(OutputError) -> OpenFile {
    guard let file = OpenFile(path: path) else { throw OutputError(operation: "read", path: path, code: errno) }
    return file
  }

  /// Copies a stream to a new file. Returns the file, or `nil` if `goesOn` returned `false`. `name` is the stream's name for errors.
  @discardableResult
  package static func copy(
    _ descriptor: Int32, named name: String, to path: String, while goesOn: () -> Bool = { true }
  ) throws(OutputError) -> ResultFile? {
    let file = try OutputFile(path: path)
    guard try append(descriptor, named: name, to: file, while: goesOn) else {
      try file.close()
      return nil
    }
    return try file.finish()
  }

  package static func copy(_ source: OpenFile, named name: String, to file: OutputFile) throws(OutputError) {
    try withExtendedLifetime(source) { () throws(OutputError) in
      _ = try append(source.descriptor, named: name, to: file) { true }
    }
    try file.finish()
  }

  package static func append(_ path: String, to file: OutputFile) throws(OutputError) {
    let source = try open(path)
    try withExtendedLifetime(source) { () throws(OutputError) in
      _ = try append(source.descriptor, named: path, to: file) { true }
    }
  }

  /// Appends a stream to a file. Returns `false` if `goesOn` returned `false`.
  private static func append(
    _ descriptor: Int32, named name: String, to file: OutputFile, while goesOn: () -> Bool
  ) throws(OutputError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while goesOn() {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return true }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(operation: "read", path: name, code: errno) }
      try file.write(chunk[..<count])
    }
    return false
  }

  /// Copies a stream to another one. `name` is the target's name for errors.
  package static func send(_ source: Int32, to target: Int32, named name: String) throws(OutputError) {
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = unsafe read(source, &chunk, chunk.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(operation: "read", path: "the result", code: errno) }
      var rest = chunk[..<count]
      while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes { unsafe write(target, $0.baseAddress, $0.count) }
        if written >= 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          var waiting = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&waiting, 1, 1000)
        } else if errno != EINTR {
          throw OutputError(operation: "write", path: name, code: errno)
        }
      }
    }
  }
}
