// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib

/// Compresses with zlib, which is FlateDecode in PDF (ISO 32000-1, 7.4.4).
package enum Deflate {
  /// The compression effort.
  package enum Level: Sendable {
    case fast
    case best
  }

  /// Compresses bytes as a zlib stream. Returns `nil` if memory is insufficient.
  package static func compressed(_ bytes: [UInt8], level: Level = .best) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let effort = level == .fast ? Z_BEST_SPEED : Z_BEST_COMPRESSION
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = unsafe compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), effort)
      count = status == Z_OK ? Int(length) : 0
    }
    return output.isEmpty ? nil : output
  }

  /// Decompresses a zlib stream. Returns `nil` if the stream is damaged or doesn't have exactly `length` decompressed bytes.
  package static func expanded(_ bytes: [UInt8], length: Int) -> [UInt8]? {
    var expanded = uLong(length)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let status = unsafe uncompress(buffer.baseAddress, &expanded, bytes, uLong(bytes.count))
      count = status == Z_OK ? Int(expanded) : 0
    }
    return output.count == length ? output : nil
  }
}
