// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanChecks
internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanWire

/// The text output of `docscan verify`.
enum VerificationText {
  /// The maximum number of listed differences per document. The JSON output contains all.
  private static let listedMismatches = 20

  /// Returns a line for each document, with its differences and notes below.
  static func text(of report: VerificationReport) -> String {
    var lines = report.documents.flatMap(Self.lines(for:))
    lines += (report.foreign ?? []).map { "\($0): not a result of docscan, left out" }
    if report.withoutPDF > 0 { lines.append("\(counted(report.withoutPDF, "document")) without a PDF left out") }
    return lines.map { visibleText($0) + "\n" }.joined()
  }

  private static func lines(for document: VerificationReport.Document) -> [String] {
    var lines = ["\(document.name): \(outcome(of: document))"]
    lines += document.mismatches.prefix(listedMismatches).map { "  \($0)" }
    if document.mismatches.count > listedMismatches {
      lines.append("  and \(document.mismatches.count - listedMismatches) more; --json lists them all")
    }
    if document.status == .mismatch { lines.append("  " + remedy(for: document.mismatches)) }
    return lines + document.notes.map { "  note: \($0)" }
  }

  /// Returns the advice for a list of mismatches. A run replaces files that docscan wrote, but not files that were changed since.
  private static func remedy(for mismatches: [Mismatch]) -> String {
    // A PDF without its password isn't damaged.
    if mismatches.allSatisfy({ $0.kind == .unreadable && $0.found.contains("--password-file") }) {
      return "To check it: the same command with --password-file FILE."
    }
    return switch Set(mismatches.map(\.kind)) {
    case [.picture]:
      "Look at the page. If it shows its text, nothing is wrong; if not, run docscan as before, with --overwrite."
    case let kinds where kinds.contains(.file) || kinds.contains(.unreadable):
      "To rebuild it: move its folder away, and run docscan as before."
    case _: "To rebuild it: run docscan as before, with --overwrite."
    }
  }

  private static func outcome(of document: VerificationReport.Document) -> String {
    let extent = "\(counted(document.pages, "page")), \(counted(document.words, "word"))"
    let original = document.original.map { ", compared with \($0)" } ?? ""
    return switch document.status {
    case .sound: "sound, \(extent)\(original)"
    case .mismatch: "\(counted(document.mismatches.count, "difference")) in \(extent)\(original)"
    case .foreign: "not a result of docscan"
    }
  }
}
