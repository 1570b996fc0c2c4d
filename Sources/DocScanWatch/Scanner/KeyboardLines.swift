// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A reader of typed lines that never blocks.
final class KeyboardLines {
  enum Line: Hashable {
    /// A line, from which all white space was removed.
    case text(String)
    case end
  }

  let descriptor: Int32 = STDIN_FILENO
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  func next() -> Line? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeFirst(end + 1) }
        return .text(String(decoding: bytes[..<end], as: UTF8.self).filter { !$0.isWhitespace })
      }
      // An upper bound for one typed line.
      if bytes.count > 4096 { bytes = [] }
      if isAtEnd { return .end }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, 0) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { isAtEnd = true } else { bytes += chunk.prefix(count) }
    }
  }
}
