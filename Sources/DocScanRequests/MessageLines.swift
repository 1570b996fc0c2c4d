// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// A reader of messages from another program, one per line.
package enum MessageLines {
  /// A message, or the fact that a line was too long.
  package enum Message {
    case line([UInt8])
    case tooLong
  }

  /// The maximum length of a message in bytes.
  package static let longest = 1 << 20

  /// Passes each nonempty line to `take`, until the stream ends or an interruption arrives.
  package static func read(_ input: Int32, until interruption: Interruption, take: (Message) -> Void) {
    var (line, isTooLong) = ([UInt8](), false)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !interruption.comes(before: input, milliseconds: -1) {
      let count = unsafe Glibc.read(input, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      for byte in chunk[..<count] {
        if byte == UInt8(ascii: "\n") {
          if isTooLong {
            take(.tooLong)
          } else if line.contains(where: { $0 > UInt8(ascii: " ") }) {
            take(.line(line))
          }
          (line, isTooLong) = ([], false)
        } else if line.count < longest {
          line.append(byte)
        } else {
          isTooLong = true
        }
      }
    }
  }
}
