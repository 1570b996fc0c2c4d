// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// The passwords that the user gave for encrypted PDFs. A worker gets one at a time, only for an encrypted PDF, and only if the worker has read nothing
/// else, because another document could have taken it over.
package final class Passwords {
  private static let chunk = 1 << 20
  private static let mark = Array("/Encrypt".utf8)

  private let all: [String]
  private var encrypted: [FileIdentity: Bool] = [:]
  /// The password that was sent last for each file. If it fits, other workers get it first.
  private var last: [FileIdentity: String] = [:]

  package init(_ all: [String]) { self.all = all }

  /// Returns the next password to try on a file, given the number of those that don't fit, or `nil` if there is none.
  package func next(for file: OpenFile, tried: Int) -> String? {
    guard !all.isEmpty, let identity = file.identity else { return nil }
    let order = [last[identity]].compactMap(\.self) + all
    guard order.indices.contains(tried), isEncrypted(file, identity) else { return nil }
    last[identity] = order[tried]
    return order[tried]
  }

  /// Returns whether a trailer or cross-reference stream can name an encryption (ISO 32000-1, 7.6.1). A worker's word isn't enough.
  private func isEncrypted(_ file: OpenFile, _ identity: FileIdentity) -> Bool {
    if let known = encrypted[identity] { return known }
    var (isFound, offset) = (false, 0)
    while !isFound, let bytes = file.read(at: offset, count: Self.chunk), bytes.count >= Self.mark.count {
      isFound = Self.contains(bytes)
      offset += bytes.count - Self.mark.count + 1
    }
    encrypted[identity] = isFound
    return isFound
  }

  private static func contains(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return false }
      var offset = 0
      while let place = unsafe memchr(start + offset, Int32(mark[0]), buffer.count - offset) {
        offset = unsafe UnsafeRawPointer(place) - start
        guard buffer.count - offset >= mark.count else { return false }
        if unsafe memcmp(start + offset, mark, mark.count) == 0 { return true }
        offset += 1
      }
      return false
    }
  }
}
