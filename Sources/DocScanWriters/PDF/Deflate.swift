// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib

/// Compression by zlib: what PDF calls FlateDecode (ISO 32000-1, 7.4.4).
package enum Deflate {
  /// How much effort to spend.
  package enum Level: Sendable {
    /// Little.
    case fast
    /// As much as pays.
    case best
  }

  /// The bytes as a zlib stream; nil when memory does not suffice.
  package static func compressed(_ bytes: [UInt8], level: Level = .best) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let effort = level == .fast ? Z_BEST_SPEED : Z_BEST_COMPRESSION
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = unsafe compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), effort)
      count = status == Z_OK ? Int(length) : 0
    }
    return output.isEmpty ? nil : output
  }

  /// The bytes of a zlib stream that unpacks to exactly this many; nil when it does not.
  package static func expanded(_ bytes: [UInt8], length: Int) -> [UInt8]? {
    var expanded = uLong(length)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let status = unsafe uncompress(buffer.baseAddress, &expanded, bytes, uLong(bytes.count))
      count = status == Z_OK ? Int(expanded) : 0
    }
    return output.count == length ? output : nil
  }
}
