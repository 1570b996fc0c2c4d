// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import FoundationEssentials

/// The picture of a page, as a file: a worker made it, and this program need not decode it.
///
/// VisionKit gives a `UIImage` here. There is no such type on Linux, and whatever reads the bytes of a document stays out of the
/// program; so this is a PNG or a JPEG that every toolkit shows.
public struct PageImage: Hashable, Sendable {
  /// The bytes of the file.
  public let data: Data
  /// How `data` is encoded.
  public let format: PageImageFormat
  /// Width and height in pixels, and pixels per inch.
  public let size: RasterSize

  /// Writes the file; what was there is replaced in one step.
  public func write(to path: String) throws { try data.write(to: URL(filePath: path), options: .atomic) }
}
