// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore

/// What `--version` shows.
enum Versions {
  /// The version of docscan, then those of the libraries.
  static func show(on console: Console) throws(CommandError) -> ExitCode {
    try console.writeOutput("docscan \(Installation.version)\n")
    let libraries: [String: String]
    do throws(BatchError) {
      libraries = try Installation.libraryVersions()
    } catch {
      // The question was for the version; `doctor` is the command that fails when a part is missing.
      console.writeError("The versions of the libraries are not known: \(visibleText("\(error)"))\n")
      return .success
    }
    let lines = libraries.sorted { $0.key < $1.key }.map { "\(visibleText($0.key)) \(visibleText($0.value))\n" }
    try console.writeOutput(lines.joined())
    return .success
  }
}
