// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
package import CVision
package import DocScanCore
internal import Glibc

/// An image in memory: 8 bits a channel, grey or RGB interleaved, rows from the top, without padding between them.
@safe
public final class Raster {
  /// The colours of a pixel.
  public enum Channels: Int, Sendable {
    /// One byte a pixel: 0 is black.
    case gray = 1
    /// Three bytes a pixel: red, green, blue.
    case rgb = 3
  }

  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// What a pixel has.
  public let channels: Channels
  /// Whether every pixel is 0 or 255, as in a scan with one bit a pixel.
  package private(set) var isBitonal: Bool
  private let pixels: UnsafeMutablePointer<UInt8>

  /// The bytes from one row to the next.
  public var stride: Int { width * channels.rawValue }

  /// The number of bytes.
  package var byteCount: Int { stride * height }

  /// Takes the bytes that `fill` writes; fails when the size is not positive or memory does not suffice.
  ///
  /// Where `isBitonal` is nil, the pixels are looked at.
  package init(
    width: Int, height: Int, channels: Channels, isBitonal: Bool? = false,
    fill: (UnsafeMutableBufferPointer<UInt8>) throws(PageFailure) -> Void
  ) throws(PageFailure) {
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw PageFailure(kind: .unreadable, message: "The image is \(width) × \(height) pixels.")
    }
    let count = width * height * channels.rawValue
    guard let memory = unsafe malloc(count) else {
      throw PageFailure(
        kind: .memory, message: "An image of \(width) × \(height) pixels does not fit into memory.")
    }
    unsafe pixels = memory.bindMemory(to: UInt8.self, capacity: count)
    (self.width, self.height, self.channels) = (width, height, channels)
    self.isBitonal = isBitonal ?? false
    try unsafe fill(UnsafeMutableBufferPointer(start: pixels, count: count))
    if isBitonal == nil { self.isBitonal = unsafe pixels_are_bitonal(pixels, Int64(count)) != 0 }
  }

  deinit { unsafe free(pixels) }

  /// Reads the pixels.
  public func withUnsafePixels<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: pixels, count: byteCount))
  }

  /// The pixels as the OpenCV shim sees them; valid only within `body`.
  package func withVisionImage<Result, Failure>(
    _ body: (VisionImage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(
      VisionImage(
        pixels: pixels, width: Int32(width), height: Int32(height), channels: Int32(channels.rawValue),
        stride: Int64(stride)))
  }
}
