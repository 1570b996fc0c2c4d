// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanVision
public import FoundationEssentials

extension DeskPhoto {
  /// Returns a small photograph of a sheet as a JPEG file, and the sheet's corners in it.
  public static func jpeg(seed: UInt64) throws -> (data: Data, corners: [Point]) {
    let page = try Documents.minutes().raster(dpi: 100, channels: .rgb)
    let photo = try DeskPhoto(of: page, width: 900, height: 1200, seed: seed)
    let folder = try TemporaryFolder()
    try photo.image.write(to: folder / "photo.jpg", as: .jpeg, quality: 90)
    return (try folder.data("photo.jpg"), photo.quad)
  }
}
