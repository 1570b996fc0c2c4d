// SPDX-License-Identifier: GPL-3.0-or-later

/// The worker program is asked to talk to scanners, and to nothing else: what is in its arguments.
public enum ScannerLaunch {
  /// The argument that asks for it.
  public static let word = "--scanner"
}

/// Load SANE. The process has given up before what talking to scanners does not take.
public struct ConnectScannersRequest: JobRequest {
  public static let name = "connectScanners"

  /// What there is to talk to scanners with.
  public struct Reply: JobReply {
    /// SANE's version, such as "1.2"; nil where it is not there.
    public var version: String?
    /// Why SANE is not there; nil where it is.
    public var missing: String?
    /// What holds the process.
    public var confinement: Confinement

    /// What was found.
    public init(version: String?, missing: String?, confinement: Confinement) {
      (self.version, self.missing, self.confinement) = (version, missing, confinement)
    }

    public var bounded: Self {
      Self(
        version: version.map { String($0.prefix(100)) }, missing: missing.map(boundedMessage),
        confinement: confinement.bounded)
    }
  }

  /// The request has nothing to say.
  public init() {}
}

/// List the scanners.
public struct ListScannersRequest: JobRequest {
  public static let name = "listScanners"
  /// The scanners that were found.
  public typealias Reply = ScannerReply<[ScannerName]>

  /// The request has nothing to say.
  public init() {}
}

/// Open a scanner, and say what it can do. It stays open.
public struct OpenScannerRequest: JobRequest {
  public static let name = "openScanner"
  /// What it can do.
  public typealias Reply = ScannerReply<ScannerFeatures>

  /// The scanner, as SANE names it.
  public var device: String

  /// A scanner to open.
  public init(device: String) { self.device = device }
}

/// Set the open scanner up.
public struct PrepareScanRequest: JobRequest {
  public static let name = "prepareScan"
  /// How it will scan.
  public typealias Reply = ScannerReply<PreparedScan>

  /// How it should scan.
  public var settings: ScanSettings

  /// Settings for the sheets to come.
  public init(settings: ScanSettings) { self.settings = settings }
}

/// Scan the next page into the file that comes with the request.
public struct ScanPageRequest: JobRequest {
  public static let name = "scanPage"
  /// What the notices of a page that is being scanned are called.
  public static let notice = "scan"
  /// The page that is in the file, complete and on the disk.
  public typealias Reply = ScannerReply<NextPage>

  /// What came of it.
  public struct NextPage: Codable, Hashable, Sendable {
    /// The page; nil where the feeder is empty.
    public var page: ScannedImage?

    /// A page, or none.
    public init(page: ScannedImage?) { self.page = page }
  }

  public var fileNames: [String] { ["page"] }

  /// The request has nothing to say.
  public init() {}
}

/// What a scanner answered: a value, or what is wrong with it.
public struct ScannerReply<Value: Codable & Sendable>: JobReply {
  /// The value; nil where something is wrong.
  public var value: Value?
  /// What is wrong; nil where nothing is.
  public var trouble: ScannerTrouble?

  /// An answer.
  public init(_ value: Value) { self.value = value }

  /// What is wrong instead of an answer.
  public init(_ trouble: ScannerTrouble) { self.trouble = trouble }

  public var bounded: Self {
    var reply = self
    if let trouble { reply.trouble = ScannerTrouble(trouble.kind, String(trouble.detail.prefix(500))) }
    return reply
  }
}

/// Why a scanner does not deliver.
public struct ScannerTrouble: Error, Codable, Hashable, Sendable {
  /// What a person can do something about.
  public enum Kind: String, Codable, CaseIterable, Sendable {
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
  public var kind: Kind
  /// What the library or the check says, for people.
  public var detail: String

  /// Trouble, with details.
  public init(_ kind: Kind, _ detail: String) { (self.kind, self.detail) = (kind, detail) }
}
