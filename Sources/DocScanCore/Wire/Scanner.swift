// SPDX-License-Identifier: GPL-3.0-or-later

/// A scanner as SANE calls it. All texts come from the device.
package struct ScannerName: Codable, Hashable, Sendable {
  /// What opens it, such as `airscan:e0:Office`.
  package var name: String
  /// Who made it.
  package var vendor: String
  /// Which one it is.
  package var model: String
  /// What kind of device, such as `flatbed scanner`.
  package var kind: String

  /// A scanner.
  package init(name: String, vendor: String, model: String, kind: String) {
    (self.name, self.vendor, self.model, self.kind) = (name, vendor, model, kind)
  }
}

/// Where a scanner takes paper from.
package enum ScanSource: String, Codable, CaseIterable, Sendable {
  /// The glass.
  case flatbed
  /// The feeder, one side of each sheet.
  case feeder
  /// The feeder, both sides of each sheet.
  case duplex
}

/// In which colors a scanner scans.
package enum ScanMode: String, Codable, CaseIterable, Sendable {
  /// Red, green and blue.
  case color
  /// Shades of gray.
  case gray
  /// Black and white.
  case lineart
}

/// Sizes of paper that a scanner can be told, in millimeters.
package enum ScanSize: String, Codable, CaseIterable, Sendable {
  /// ISO 216.
  case a3, a4, a5
  /// ANSI Y14.1.
  case letter, legal
  /// All that the scanner has.
  case full

  /// Width and height; nil for all that there is.
  package var millimeters: (width: Double, height: Double)? {
    switch self {
    case .a3: (297, 420)
    case .a4: (210, 297)
    case .a5: (148, 210)
    case .letter: (215.9, 279.4)
    case .legal: (215.9, 355.6)
    case .full: nil
    }
  }
}

/// How sheets are scanned: what a profile keeps, and what is noted with a pile.
package struct ScanSettings: Codable, Hashable, Sendable {
  /// The scanner, as SANE names it; nil takes the only one.
  package var device: String?
  /// Nil takes the glass, or the feeder of a scanner that has none.
  package var source: ScanSource?
  /// In pixels per inch; nil for 300, or what comes closest to it.
  package var dpi: Int?
  /// Nil for gray.
  package var mode: ScanMode?
  /// Nil for A4, or what the scanner has of it.
  package var size: ScanSize?

  /// Settings; what is nil has its default.
  package init(
    device: String? = nil, source: ScanSource? = nil, dpi: Int? = nil, mode: ScanMode? = nil, size: ScanSize? = nil
  ) {
    (self.device, self.source, self.dpi, self.mode, self.size) = (device, source, dpi, mode, size)
  }

  /// These settings, with others where they leave something open.
  package func filled(from other: ScanSettings) -> ScanSettings {
    ScanSettings(
      device: device ?? other.device, source: source ?? other.source, dpi: dpi ?? other.dpi, mode: mode ?? other.mode,
      size: size ?? other.size)
  }
}

/// What a scanner can do.
package struct ScannerFeatures: Codable, Hashable, Sendable {
  /// What it can do with paper from one place.
  package struct Source: Codable, Hashable, Sendable {
    /// Where the paper comes from.
    package var source: ScanSource
    /// In pixels per inch: all that there are, or the least and the most where `isRange`.
    package var resolutions: [Int]
    /// Whether all resolutions between two are there.
    package var isRange: Bool
    /// The width of the largest sheet, in millimeters; nil where that is not said.
    package var width: Double?
    /// Its height, in millimeters; nil where that is not said.
    package var height: Double?

    /// What a source can do.
    package init(source: ScanSource, resolutions: [Int], isRange: Bool, width: Double?, height: Double?) {
      (self.source, self.resolutions, self.isRange) = (source, resolutions, isRange)
      (self.width, self.height) = (width, height)
    }
  }

  /// Where it takes paper from, with what it can do there.
  package var sources: [Source]
  /// In which colors it scans.
  package var modes: [ScanMode]

  /// What a scanner can do.
  package init(sources: [Source], modes: [ScanMode]) { (self.sources, self.modes) = (sources, modes) }
}

/// How a scanner will scan, which may differ from what it was told.
package struct PreparedScan: Codable, Hashable, Sendable {
  /// Where paper will come from.
  package var source: ScanSource
  /// In pixels per inch; nil where the scanner does not say.
  package var dpi: Double?
  /// Nil where the scanner does not say.
  package var mode: ScanMode?
  /// In millimeters; nil where the scanner does not say.
  package var width: Double?
  /// In millimeters; nil where the scanner does not say.
  package var height: Double?

  /// How sheets will be.
  package init(source: ScanSource, dpi: Double?, mode: ScanMode?, width: Double?, height: Double?) {
    (self.source, self.dpi, self.mode, self.width, self.height) = (source, dpi, mode, width, height)
  }
}

/// The picture of a page as it was scanned.
package struct ScannedImage: Codable, Hashable, Sendable {
  /// In pixels.
  package var width: Int
  /// In pixels.
  package var height: Int
  /// In pixels per inch; nil where the scanner does not say.
  package var dpi: Double?

  /// A picture of a size.
  package init(width: Int, height: Int, dpi: Double?) { (self.width, self.height, self.dpi) = (width, height, dpi) }
}
