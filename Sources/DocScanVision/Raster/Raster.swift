// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
package import CVision
package import DocScanCore
internal import Glibc

/// An image in memory with 8 bits per channel, either grayscale or interleaved RGB. Rows are stored from top to bottom without padding.
@safe
public final class Raster {
  /// The channels of a pixel. The raw value is their number.
  public enum Channels: Int, Sendable {
    /// One byte per pixel, with 0 for black.
    case gray = 1
    /// Three bytes per pixel: red, green, blue.
    case rgb = 3
  }

  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The channels of each pixel.
  public let channels: Channels
  /// Whether every pixel is 0 or 255, as in a scan with one bit per pixel.
  package private(set) var isBitonal: Bool
  private let pixels: UnsafeMutablePointer<UInt8>
  /// The color of the paper, which many cut-out lines need, or `nil` before its first use. Pixels don't change after an image was created.
  var knownPaperColor: (red: UInt8, green: UInt8, blue: UInt8)?

  /// The number of bytes per row.
  public var stride: Int { width * channels.rawValue }

  package var byteCount: Int { stride * height }

  /// Creates an image from the bytes that `fill` writes. Throws an error if the size isn't positive or memory is insufficient.
  /// If `isBitonal` is `nil`, the pixels are checked.
  package init(
    width: Int, height: Int, channels: Channels, isBitonal: Bool? = false,
    fill: (UnsafeMutableBufferPointer<UInt8>) throws(PageFailure) -> Void
  ) throws(PageFailure) {
    try Self.requireSize(width, height)
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

  static func requireSize(_ width: Int, _ height: Int) throws(PageFailure) {
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw PageFailure(kind: .unreadable, message: "The image is \(width) × \(height) pixels.")
    }
  }

  /// Calls a closure with the pixels.
  ///
  /// - Parameter body: A closure that receives the bytes row by row. The buffer is only valid during the call.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func withUnsafePixels<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: pixels, count: byteCount))
  }

  /// Calls a closure with the image in the form that the OpenCV interface uses, which is only valid during the call.
  package func withVisionImage<Result, Failure>(
    _ body: (VisionImage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(
      VisionImage(
        pixels: pixels, width: Int32(width), height: Int32(height), channels: Int32(channels.rawValue),
        stride: Int64(stride)))
  }
}
