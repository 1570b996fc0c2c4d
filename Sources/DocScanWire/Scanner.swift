// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A scanner as reported by SANE. All texts come from the device.
package struct ScannerName: Codable, Hashable, Sendable {
  /// The SANE device name, such as `airscan:e0:Office`.
  package var name: String
  package var vendor: String
  package var model: String
  /// The kind of device, such as `flatbed scanner`.
  package var kind: String

  package init(name: String, vendor: String, model: String, kind: String) {
    (self.name, self.vendor, self.model, self.kind) = (name, vendor, model, kind)
  }
}

/// The paper sources of scanners.
package enum ScanSource: String, Codable, CaseIterable, Sendable {
  case flatbed
  /// The document feeder, scanning one side of each sheet.
  case feeder
  /// The document feeder, scanning both sides of each sheet.
  case duplex
}

/// The color modes of scanners.
package enum ScanMode: String, Codable, CaseIterable, Sendable {
  case color
  case gray
  case lineart
}

/// The paper sizes of scanners.
package enum ScanSize: String, Codable, CaseIterable, Sendable {
  case a3, a4, a5
  case letter, legal
  case full

  /// The width and height in millimeters, or `nil` for the maximum size.
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

/// The settings for scanning, which are stored in profiles and with each scanned stack.
package struct ScanSettings: Codable, Hashable, Sendable {
  /// The SANE device name, or `nil` to use the only scanner.
  package var device: String?
  /// The paper source, or `nil` to use the glass, or the feeder if the scanner has no glass.
  package var source: ScanSource?
  /// The resolution in pixels per inch, or `nil` to use 300 or the closest supported value.
  package var dpi: Int?
  /// The color mode, or `nil` to use grayscale.
  package var mode: ScanMode?
  /// The paper size, or `nil` to use A4, limited to the maximum size of the scanner.
  package var size: ScanSize?

  package init(
    device: String? = nil, source: ScanSource? = nil, dpi: Int? = nil, mode: ScanMode? = nil, size: ScanSize? = nil
  ) {
    (self.device, self.source, self.dpi, self.mode, self.size) = (device, source, dpi, mode, size)
  }

  package func filled(from other: ScanSettings) -> ScanSettings {
    ScanSettings(
      device: device ?? other.device, source: source ?? other.source, dpi: dpi ?? other.dpi, mode: mode ?? other.mode,
      size: size ?? other.size)
  }
}

package struct ScannerFeatures: Codable, Hashable, Sendable {
  /// The features of a paper source.
  package struct Source: Codable, Hashable, Sendable {
    package var source: ScanSource
    /// All supported resolutions in pixels per inch, or the lowest and the highest if `isRange` is `true`.
    package var resolutions: [Int]
    /// Whether all resolutions between two values are supported.
    package var isRange: Bool
    /// The maximum width of a sheet in millimeters, or `nil` if unknown.
    package var width: Double?
    package var height: Double?

    package init(source: ScanSource, resolutions: [Int], isRange: Bool, width: Double?, height: Double?) {
      (self.source, self.resolutions, self.isRange) = (source, resolutions, isRange)
      (self.width, self.height) = (width, height)
    }
  }

  package var sources: [Source]
  package var modes: [ScanMode]

  package init(sources: [Source], modes: [ScanMode]) { (self.sources, self.modes) = (sources, modes) }
}

/// The actual settings of a prepared scanner, which can differ from the requested ones.
package struct PreparedScan: Codable, Hashable, Sendable {
  package var source: ScanSource
  /// The resolution in pixels per inch, or `nil` if unknown.
  package var dpi: Double?
  package var mode: ScanMode?
  /// The width in millimeters, or `nil` if unknown.
  package var width: Double?
  package var height: Double?

  package init(source: ScanSource, dpi: Double?, mode: ScanMode?, width: Double?, height: Double?) {
    (self.source, self.dpi, self.mode, self.width, self.height) = (source, dpi, mode, width, height)
  }
}

/// The size of a scanned page.
package struct ScannedImage: Codable, Hashable, Sendable {
  /// The width, in pixels.
  package var width: Int
  package var height: Int
  /// The resolution in pixels per inch, or `nil` if unknown.
  package var dpi: Double?

  package init(width: Int, height: Int, dpi: Double?) { (self.width, self.height, self.dpi) = (width, height, dpi) }
}

/// The command-line argument that makes the worker program communicate with scanners only.
package enum ScannerLaunch {
  package static let word = "--scanner"
}

/// A request to load SANE. The process has already entered its sandbox.
package struct ConnectScannersRequest: JobRequest {
  package static let name = "connectScanners"

  /// The reply with the state of SANE.
  package struct Reply: JobReply {
    /// The version of SANE, such as "1.2", or `nil` if it isn't installed.
    package var version: String?
    package var missing: String?
    package var confinement: Confinement

    package init(version: String?, missing: String?, confinement: Confinement) {
      (self.version, self.missing, self.confinement) = (version, missing, confinement)
    }

    package var bounded: Self {
      Self(
        version: version.map { String($0.prefix(100)) }, missing: missing.map(boundedMessage),
        confinement: confinement.bounded)
    }
  }

  package init() {}
}

package struct ListScannersRequest: JobRequest {
  package static let name = "listScanners"
  package typealias Reply = ScannerReply<[ScannerName]>

  package init() {}
}

/// A request to open a scanner and report its features. The scanner remains open.
package struct OpenScannerRequest: JobRequest {
  package static let name = "openScanner"
  package typealias Reply = ScannerReply<ScannerFeatures>

  package var device: String

  package init(device: String) { self.device = device }
}

/// A request to apply settings to the open scanner.
package struct PrepareScanRequest: JobRequest {
  package static let name = "prepareScan"
  package typealias Reply = ScannerReply<PreparedScan>

  package var settings: ScanSettings

  package init(settings: ScanSettings) { self.settings = settings }
}

/// A request to scan the next page into the attached file.
package struct ScanPageRequest: JobRequest {
  package static let name = "scanPage"
  /// The name of notices while a page is being scanned.
  package static let notice = "scan"
  /// The scanned page, whose file is complete and synced to disk.
  package typealias Reply = ScannerReply<NextPage>

  /// The result of scanning the next page.
  package struct NextPage: Codable, Hashable, Sendable {
    /// The size of the page, or `nil` if the feeder is empty.
    package var page: ScannedImage?

    package init(page: ScannedImage?) { self.page = page }
  }

  package var fileNames: [String] { ["page"] }

  package init() {}
}

/// A scanner's reply: a value or a problem.
package struct ScannerReply<Value: Codable & Sendable>: JobReply {
  package var value: Value?
  package var trouble: ScannerTrouble?

  package init(_ value: Value) { self.value = value }

  package init(_ trouble: ScannerTrouble) { self.trouble = trouble }

  package var bounded: Self {
    var reply = self
    if let trouble { reply.trouble = ScannerTrouble(trouble.kind, String(trouble.detail.prefix(500))) }
    return reply
  }
}

/// A problem with a scanner.
package struct ScannerTrouble: Error, Codable, Hashable, Sendable {
  /// The kinds of problems that the user can resolve.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case jammed
    case coverOpen
    case busy
    case denied
    case unknown
    /// The scanner doesn't respond, or stopped in the middle of a sheet.
    case lost
    case invalid
    /// The page could not be written to the file.
    case storage
  }

  package var kind: Kind
  package var detail: String

  package init(_ kind: Kind, _ detail: String) { (self.kind, self.detail) = (kind, detail) }
}
