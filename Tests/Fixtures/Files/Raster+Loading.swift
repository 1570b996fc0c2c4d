// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
public import DocScanVision
internal import FoundationEssentials

extension Raster {
  /// Returns the first page of a file, as docscan loads it.
  public static func firstPage(of path: String) throws -> Raster {
    let usual = try Pipeline(json: Data("{}".utf8), stages: [], writers: [])
    return try DocumentFile(InputFile(path: path), limits: usual.limits).load(page: 1, settings: usual.pages).raster
  }
}
