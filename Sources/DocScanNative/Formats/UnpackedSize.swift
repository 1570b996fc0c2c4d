// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
internal import Glibc

/// Measures what compressed bytes unpack to, without keeping any of it.
enum UnpackedSize {
  /// Deflate packs at most this many bytes into one.
  static let largestRatio = 1032

  /// Whether zlib data, packed this many times over, unpacks to more than `limit` bytes at any stage.
  ///
  /// Anything but zlib data unpacks to nothing.
  static func exceeds(_ limit: Int, _ bytes: UnsafeRawBufferPointer, layers: Int = 1) -> Bool {
    guard layers > 0, let first = Layer(limit: limit, inner: layers - 1) else { return false }
    return unsafe first.take(bytes) == .exceeded
  }

  /// One layer of packing; what comes out of it goes into the next.
  @safe
  private final class Layer {
    enum State {
      case wantsMore, ended, exceeded
    }

    private let limit: Int
    private let next: Layer?
    private var stream = unsafe z_stream()
    private var total = 0
    private var state = State.wantsMore

    /// Nil when there is no memory for it.
    init?(limit: Int, inner: Int) {
      self.limit = limit
      next = inner > 0 ? Layer(limit: limit, inner: inner - 1) : nil
      guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit { unsafe inflateEnd(&stream) }

    /// Unpacks some bytes.
    func take(_ bytes: UnsafeRawBufferPointer) -> State {
      var rest = unsafe bytes[...]
      while state == .wantsMore, unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
        unsafe rest = rest.dropFirst(part.count)
        unsafe unpack(part)
      }
      return state
    }

    private func unpack(_ part: UnsafeRawBufferPointer) {
      unsafe stream.next_in = UnsafeMutablePointer(
        mutating: part.baseAddress?.assumingMemoryBound(to: UInt8.self))
      unsafe stream.avail_in = UInt32(part.count)
      unsafe withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { chunk in
        repeat {
          unsafe stream.next_out = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe stream.avail_out = UInt32(chunk.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          let count = unsafe chunk.count - Int(stream.avail_out)
          total += count
          let inner = unsafe next?.take(UnsafeRawBufferPointer(rebasing: chunk.prefix(count)))
          if total > limit || inner == .exceeded {
            state = .exceeded
          } else if status != Z_OK {
            // The end, or damage; a buffer error only means that more bytes are needed.
            if status != Z_BUF_ERROR { state = .ended }
            return
          }
        } while state == .wantsMore
      }
    }
  }
}
