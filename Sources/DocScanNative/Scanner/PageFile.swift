// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
internal import DocScanWire
internal import Glibc

/// A PNG file written row by row during a scan (ISO/IEC 15948). The end is written after the rest is on disk, so a file with an end is complete.
@safe
final class PageFile {
  struct Format: Hashable {
    let width: Int
    let channels: Int
    /// The number of bits per sample: 1, 8 or 16.
    let depth: Int
    let dpi: Double?

    /// The number of bytes per row, without the scanner's padding.
    var rowBytes: Int { (width * channels * depth + 7) / 8 }
  }

  /// The size of the output buffer, in bytes, which is more than zlib's window.
  private static let chunkSize = 256 << 10

  private let descriptor: Int32
  let format: Format
  private(set) var rows = 0
  private var stream = unsafe z_stream()
  private var previous: [UInt8]
  private var line: [UInt8]
  private var output: [UInt8]
  private var offset = 0

  init(descriptor: Int32, format: Format) throws(ScannerTrouble) {
    (self.descriptor, self.format) = (descriptor, format)
    previous = [UInt8](repeating: 0, count: format.rowBytes)
    line = [UInt8](repeating: 0, count: format.rowBytes + 1)
    output = [UInt8](repeating: 0, count: Self.chunkSize)
    guard
      unsafe deflateInit_(&stream, Z_BEST_SPEED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ScannerTrouble(.storage, "out of memory") }
    try put([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try put(header)
    if let dpi = format.dpi {
      let perMeter = UInt32(min(max(dpi / 0.0254, 1), 1e8).rounded())
      try put(Self.chunk("pHYs", Self.bytes(perMeter) + Self.bytes(perMeter) + [1]))
    }
  }

  deinit { unsafe deflateEnd(&stream) }

  private var header: [UInt8] {
    let sizes = Self.bytes(UInt32(format.width)) + Self.bytes(UInt32(max(1, rows)))
    return Self.chunk("IHDR", sizes + [UInt8(format.depth), format.channels == 1 ? 0 : 2, 0, 0, 0])
  }

  /// Appends a row of `format.rowBytes` bytes, compressed as its difference from the previous row.
  func append(row: ArraySlice<UInt8>) throws(ScannerTrouble) {
    let row = Array(row)
    // Black and white compresses best without a filter.
    let isFiltered = format.depth > 1
    line[0] = isFiltered ? 2 : 0
    line.replaceSubrange(1..., with: isFiltered ? zip(row, previous).map { $0 &- $1 } : row)
    previous = row
    rows += 1
    try deflate(line, Z_NO_FLUSH)
  }

  /// Completes the page and syncs it to disk.
  func finish() throws(ScannerTrouble) {
    guard rows > 0 else { throw ScannerTrouble(.invalid, "a page without rows") }
    try deflate([], Z_FINISH)
    try write(header, at: 8)
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
    try put(Self.chunk("IEND", []))
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure() }
  }

  private func deflate(_ bytes: [UInt8], _ flush: Int32) throws(ScannerTrouble) {
    try unsafe bytes.withUnsafeBufferPointer { (input) throws(ScannerTrouble) in
      unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.avail_in = UInt32(input.count)
      var isDone = false
      repeat {
        let filled = unsafe output.withUnsafeMutableBufferPointer { buffer in
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          let status = unsafe CZlib.deflate(&stream, flush)
          isDone = unsafe flush == Z_FINISH ? status != Z_OK : stream.avail_out > 0
          return unsafe buffer.count - Int(stream.avail_out)
        }
        if filled > 0 { try put(Self.chunk("IDAT", output[..<filled])) }
      } while !isDone
    }
  }

  private func put(_ bytes: [UInt8]) throws(ScannerTrouble) {
    try write(bytes, at: offset)
    offset += bytes.count
  }

  private func write(_ bytes: [UInt8], at start: Int) throws(ScannerTrouble) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written, off_t(start + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
  }

  private func failure() -> ScannerTrouble {
    ScannerTrouble(.storage, unsafe String(cString: strerror(errno)))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func chunk(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
    let named = Array(type.utf8) + content
    let check = unsafe crc32(0, named, UInt32(named.count))
    return bytes(UInt32(content.count)) + named + bytes(UInt32(truncatingIfNeeded: check))
  }
}
