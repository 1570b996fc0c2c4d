// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWatch

/// What there is to talk to scanners with.
struct ScanningFacts: Encodable, Hashable, Sendable {
  /// SANE's version; nil if it is not installed.
  var sane: String?
  /// What holds the process that talks to scanners.
  var confinement: Confinement

  /// Starts that process; nil if it cannot be started, which the doctor says of the worker.
  static func probe() -> ScanningFacts? {
    do throws(BatchError) {
      let process = try ScannerProcess()
      defer { process.finish() }
      return ScanningFacts(sane: process.connection.version, confinement: process.connection.confinement)
    } catch {
      return nil
    }
  }

  /// The rows of the doctor's table.
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
