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
    /// The width of the largest sheet, in millimeters; nil if that is not said.
    package var width: Double?
    /// Its height, in millimeters; nil if that is not said.
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
  /// In pixels per inch; nil if the scanner does not say.
  package var dpi: Double?
  /// Nil where the scanner does not say.
  package var mode: ScanMode?
  /// In millimeters; nil if the scanner does not say.
  package var width: Double?
  /// In millimeters; nil if the scanner does not say.
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
  /// In pixels per inch; nil if the scanner does not say.
  package var dpi: Double?

  /// A picture of a size.
  package init(width: Int, height: Int, dpi: Double?) { (self.width, self.height, self.dpi) = (width, height, dpi) }
}

/// The worker program is asked to talk to scanners, and to nothing else: what is in its arguments.
package enum ScannerLaunch {
  /// The argument that asks for it.
  package static let word = "--scanner"
}

/// Load SANE. The process has given up before what talking to scanners does not take.
package struct ConnectScannersRequest: JobRequest {
  package static let name = "connectScanners"

  /// What there is to talk to scanners with.
  package struct Reply: JobReply {
    /// SANE's version, such as "1.2"; nil if it is not there.
    package var version: String?
    /// Why SANE is not there; nil if it is.
    package var missing: String?
    /// What holds the process.
    package var confinement: Confinement

    /// What was found.
    package init(version: String?, missing: String?, confinement: Confinement) {
      (self.version, self.missing, self.confinement) = (version, missing, confinement)
    }

    package var bounded: Self {
      Self(
        version: version.map { String($0.prefix(100)) }, missing: missing.map(boundedMessage),
        confinement: confinement.bounded)
    }
  }

  /// The request has nothing to say.
  package init() {}
}

/// List the scanners.
package struct ListScannersRequest: JobRequest {
  package static let name = "listScanners"
  /// The scanners that were found.
  package typealias Reply = ScannerReply<[ScannerName]>

  /// The request has nothing to say.
  package init() {}
}

/// Open a scanner, and say what it can do. It stays open.
package struct OpenScannerRequest: JobRequest {
  package static let name = "openScanner"
  /// What it can do.
  package typealias Reply = ScannerReply<ScannerFeatures>

  /// The scanner, as SANE names it.
  package var device: String

  /// A scanner to open.
  package init(device: String) { self.device = device }
}

/// Set the open scanner up.
package struct PrepareScanRequest: JobRequest {
  package static let name = "prepareScan"
  /// How it will scan.
  package typealias Reply = ScannerReply<PreparedScan>

  /// How it should scan.
  package var settings: ScanSettings

  /// Settings for the sheets to come.
  package init(settings: ScanSettings) { self.settings = settings }
}

/// Scan the next page into the file that comes with the request.
package struct ScanPageRequest: JobRequest {
  package static let name = "scanPage"
  /// What the notices of a page that is being scanned are called.
  package static let notice = "scan"
  /// The page that is in the file, complete and on the disk.
  package typealias Reply = ScannerReply<NextPage>

  /// What came of it.
  package struct NextPage: Codable, Hashable, Sendable {
    /// The page; nil if the feeder is empty.
    package var page: ScannedImage?

    /// A page, or none.
    package init(page: ScannedImage?) { self.page = page }
  }

  package var fileNames: [String] { ["page"] }

  /// The request has nothing to say.
  package init() {}
}

/// What a scanner answered: a value, or what is wrong with it.
package struct ScannerReply<Value: Codable & Sendable>: JobReply {
  /// The value; nil if something is wrong.
  package var value: Value?
  /// What is wrong; nil if nothing is.
  package var trouble: ScannerTrouble?

  /// An answer.
  package init(_ value: Value) { self.value = value }

  /// What is wrong instead of an answer.
  package init(_ trouble: ScannerTrouble) { self.trouble = trouble }

  package var bounded: Self {
    var reply = self
    if let trouble { reply.trouble = ScannerTrouble(trouble.kind, String(trouble.detail.prefix(500))) }
    return reply
  }
}

/// Why a scanner does not deliver.
package struct ScannerTrouble: Error, Codable, Hashable, Sendable {
  /// What a person can do something about.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Paper is stuck in the feeder.
    case jammed
    /// Its cover is open.
    case coverOpen
    /// Somebody else uses it.
    case busy
    /// This user may not.
    case denied
    /// There is no such scanner.
    case unknown
    /// It does not answer, or stopped in the middle of a sheet.
    case lost
    /// What it sent cannot be a page.
    case invalid
    /// The page could not be written.
    case storage
  }

  /// What happened.
  package var kind: Kind
  /// What the library or the check says, for people.
  package var detail: String

  /// Trouble, with details.
  package init(_ kind: Kind, _ detail: String) { (self.kind, self.detail) = (kind, detail) }
}
