// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWatch
internal import DocScanWire

/// The installed scanner support.
struct ScanningFacts: Encodable, Hashable, Sendable {
  var sane: String?
  var confinement: Confinement

  /// Starts the scanner process. Returns `nil` if it can't be started. The row of the worker reports the reason.
  static func probe() -> ScanningFacts? {
    do throws(BatchError) {
      let process = try ScannerProcess()
      defer { process.finish() }
      return ScanningFacts(sane: process.connection.version, confinement: process.connection.confinement)
    } catch {
      return nil
    }
  }

  var rows: [(String, String)] {
    guard let sane else {
      return [
        ("scanners", "SANE is not installed; docscan scan needs it"), ("", "get it: " + ScannerProcess.installation),
      ]
    }
    return [
      ("scanners", "SANE \(visibleText(sane)); docscan scanners lists them"),
      ("", "their drivers are confined by " + confinement.summary),
    ] + confinement.missing.map { ("", "missing: " + visibleText($0)) }
  }
}
