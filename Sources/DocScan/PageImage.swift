// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanStore
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
  /// - Parameter file: The file.
  /// - Throws: A ``BatchError`` if the URL isn't that of a local file, and a Foundation error if the file can't be written.
  public func write(to file: URL) throws { try data.write(to: URL(filePath: file.localPath), options: .atomic) }
}
