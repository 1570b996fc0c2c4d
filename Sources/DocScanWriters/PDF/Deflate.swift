// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib

/// Compression for FlateDecode (ISO 32000-1, 7.4.4), by zlib.
enum Deflate {
  /// The bytes as a zlib stream; nil when memory does not suffice.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      let status = unsafe compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
      count = status == Z_OK ? Int(length) : 0
    }
    return output.isEmpty ? nil : output
  }
}
