// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
internal import DocScanFixtures

/// Compressed data that becomes much larger when it is unpacked, made without unpacking it.
enum Bomb {
  /// Returns a zlib stream of this many megabytes, which all repeat the same piece of text.
  static func flate(megabytes: Int, of piece: [UInt8] = [0]) -> [UInt8] {
    let megabyte = Array(repeatElement(piece, count: (1 << 20) / piece.count).joined())
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe deflateInit_(&stream, Z_BEST_COMPRESSION, ZLIB_VERSION, size) == Z_OK else { return [] }
    defer { unsafe deflateEnd(&stream) }
    // After a full flush, the next megabyte compresses to exactly the same bytes.
    let head = unsafe compressed(megabyte, &stream, Z_FULL_FLUSH)
    let repeated = unsafe compressed(megabyte, &stream, Z_FULL_FLUSH)
    let end: [UInt8] = [0x03, 0x00] + checksum(of: megabyte, times: megabytes)
    return head + repeatElement(repeated, count: max(0, megabytes - 1)).joined() + end
  }

  /// Returns a zlib stream of some bytes.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(uLong(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      count = unsafe compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), 9) == Z_OK ? Int(length) : 0
    }
  }

  /// Returns an LZW stream of zeros as in PDF and TIFF: each table gives seven megabytes from five kilobytes.
  static func lzw(tables: Int) -> [UInt8] {
    var bits = BitWriter()
    for _ in 0..<tables {
      bits.write(256, width: 9)
      for index in 0..<3836 {
        let next = 258 + max(0, index - 1)
        bits.write(
          index == 0 ? 0 : 257 + index, width: next + 1 < 512 ? 9 : next + 1 < 1024 ? 10 : next + 1 < 2048 ? 11 : 12)
      }
    }
    return bits.finished
  }

  @unsafe
  private static func compressed(_ bytes: [UInt8], _ stream: inout z_stream, _ flush: Int32) -> [UInt8] {
    var bytes = bytes
    return unsafe bytes.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(input.count)
      return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 21) { buffer, count in
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        _ = unsafe deflate(&stream, flush)
        count = unsafe buffer.count - Int(stream.avail_out)
      }
    }
  }

  /// Returns the Adler-32 checksum of the repeated bytes, combined from that of one piece.
  private static func checksum(of bytes: [UInt8], times: Int) -> [UInt8] {
    let one = unsafe adler32(1, bytes, UInt32(bytes.count))
    let sum = (1..<max(1, times)).reduce(one) { sum, _ in adler32_combine(sum, one, bytes.count) }
    return (0..<4).map { UInt8(sum >> UInt(8 * (3 - $0)) & 255) }
  }
}

/// A writer of numbers of any width, the highest bit first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var held: UInt64 = 0
  private var count = 0

  mutating func write(_ value: Int, width: Int) {
    held = held << UInt64(width) | UInt64(value)
    count += width
    while count >= 8 {
      count -= 8
      bytes.append(UInt8(held >> UInt64(count) & 255))
    }
    held &= 0xFFFF
  }

  var finished: [UInt8] { count > 0 ? bytes + [UInt8(held << UInt64(8 - count) & 255)] : bytes }
}
