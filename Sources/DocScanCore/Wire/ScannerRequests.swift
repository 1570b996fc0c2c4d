// SPDX-License-Identifier: GPL-3.0-or-later

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
    /// SANE's version, such as "1.2"; nil where it is not there.
    package var version: String?
    /// Why SANE is not there; nil where it is.
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
    /// The page; nil where the feeder is empty.
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
  /// The value; nil where something is wrong.
  package var value: Value?
  /// What is wrong; nil where nothing is.
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
