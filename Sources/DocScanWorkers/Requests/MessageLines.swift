// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanStore
internal import Glibc

/// A message that another program wrote to a stream, on a line of its own.
package enum MessageLines {
  /// What came.
  package enum Message {
    case line([UInt8])
    case tooLong
  }

  /// Longer messages are not kept in memory.
  package static let longest = 1 << 20

  /// Hands over one message after the other, without empty lines, until the stream ends or the interruption comes.
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
