// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanVision
internal import FoundationEssentials

extension Raster {
  /// Writes the image as a file; JPEG and HEIC store an EXIF orientation, from 1 to 8, or a camera's data.
  public func write(
    to path: String, as format: PictureFormat, dpi: Double = 300, quality: Int = 85, orientation: Int = 1,
    camera: CameraBlock? = nil
  ) throws {
    if format == .heic {
      try HEICFile.write(self, to: path, quality: quality, orientation: orientation, camera: camera)
      return
    }
    try LeptonicaPicture.variant(format, of: self, dpi: dpi).write(to: path, as: format, quality: quality)
    guard orientation != 1 || camera != nil else { return }
    guard format == .jpeg else { throw FixtureError("\(format) keeps nothing of a camera.") }
    let url = URL(filePath: path)
    if let camera { return try camera.added(toJPEG: try Data(contentsOf: url)).write(to: url) }
    try JPEGFile.adding(orientation: orientation, to: try Data(contentsOf: url)).write(to: url)
  }

  /// Writes images as the pages of one TIFF file.
  public static func writeTIFF(
    _ pages: [Raster], to path: String, as format: PictureFormat = .tiffLZW, dpi: Double = 300
  ) throws {
    for (index, page) in pages.enumerated() {
      let picture = try LeptonicaPicture.variant(format, of: page, dpi: dpi)
      if index == 0 {
        try picture.write(to: path, as: format, quality: 85)
      } else {
        try picture.appendTIFF(to: path, as: format)
      }
    }
  }
}
