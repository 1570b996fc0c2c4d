// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What is done to pages before anything else looks at them.
public enum Straightening: Hashable, Sendable {
  /// As VisionKit's camera does: the sheet is cut out, turned upright and made level.
  case document
  /// Turned upright and made level: for scans without borders.
  case scan
  /// Nothing: boxes lie in the picture as it was loaded, a photo as its camera says that it is upright.
  case none

  /// The stages, as a pipeline has them.
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
