// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import FoundationEssentials

/// The picture of a page as an encoded file, which a worker process made.
///
/// VisionKit returns a `UIImage`, which doesn't exist on Linux. A PNG or JPEG file can be shown by every toolkit, and decoding of untrusted documents
/// stays in the sandboxed worker.
public struct PageImage: Hashable, Sendable {
  /// The contents of the picture file.
  public let data: Data
  /// The encoding of ``data``.
  public let format: PageImageFormat
  /// The width and height in pixels, and the resolution in pixels per inch.
  public let size: RasterSize

  /// Writes the picture to a file atomically. An existing file is replaced.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A Foundation error if the file can't be written.
  public func write(to path: String) throws { try data.write(to: URL(filePath: path), options: .atomic) }
}
