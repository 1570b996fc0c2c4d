// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

/// Copies bytes without looking at them.
package enum FileCopy {
  /// Opens a file to be copied.
  package static func open(_ path: String) throws(OutputError) -> OpenFile {
    guard let file = OpenFile(path: path) else { throw OutputError(operation: "read", path: path, code: errno) }
    return file
  }

  /// Copies what a descriptor gives until its end; `name` is what errors call it.
  ///
  /// Gives what was written; nil when `goesOn` said no before.
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

  /// Copies what an open file holds to a new one.
  package static func copy(_ source: OpenFile, named name: String, to file: OutputFile) throws(OutputError) {
    try withExtendedLifetime(source) { () throws(OutputError) in
      _ = try append(source.descriptor, named: name, to: file) { true }
    }
    try file.finish()
  }

  /// Writes what a file holds to one that is being written.
  package static func append(_ path: String, to file: OutputFile) throws(OutputError) {
    let source = try open(path)
    try withExtendedLifetime(source) { () throws(OutputError) in
      _ = try append(source.descriptor, named: path, to: file) { true }
    }
  }

  /// Whether all that a descriptor gives was written; false when `goesOn` said no before.
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

  /// Writes what a descriptor gives to another one, until its end; `name` is what errors call that.
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
