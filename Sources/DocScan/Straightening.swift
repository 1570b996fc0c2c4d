// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The corrections that are applied to each page before any request.
public enum Straightening: Hashable, Sendable {
  /// Crops the sheet, rotates it upright, and deskews it, as VisionKit's document camera does.
  case document
  /// Rotates the page upright and deskews it. Use this for scans without borders.
  case scan
  /// Applies no corrections. Boxes refer to the picture as it was loaded, with the rotation that a camera recorded in the photo.
  case none

  /// The pipeline stages that apply the corrections.
  var stages: [JSONValue] {
    let names: [String] =
      switch self {
      case .document: ["perspective", "orientation", "deskew"]
      case .scan: ["orientation", "deskew"]
      case .none: []
      }
    return names.map { .object(["stage": .string($0)]) }
  }
}
