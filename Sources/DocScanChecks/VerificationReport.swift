// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWire

/// The result of comparing finished PDFs with their page JSON and originals.
package struct VerificationReport: Codable, Hashable, Sendable {
  package static let schema = "docscan-verification/1"

  package var schema = Self.schema
  package var documents: [Document]
  package var withoutPDF: Int
  /// The PDFs that aren't results of docscan, or `nil` if there are none.
  package var foreign: [String]?

  /// The result for one PDF.
  package struct Document: Codable, Hashable, Sendable {
    /// The verdict about a PDF.
    package enum Status: String, Codable, CaseIterable, Sendable {
      /// Everything that could be compared matches.
      case sound
      /// The PDF differs from its expected content.
      case mismatch = "drift"
      /// The PDF isn't a result of docscan, so there is nothing to compare with.
      case foreign
    }

    /// The name in the output folder, or the file's own name.
    package var name: String
    package var pdf: String
    package var status: Status
    package var pages: Int
    package var words: Int
    package var original: String?
    package var mismatches: [Mismatch]
    package var notes: [String]

    private enum CodingKeys: String, CodingKey {
      case name, pdf, status, pages, words, original, notes
      case mismatches = "drifts"
    }
  }

  package var exitCode: ExitCode {
    if !documents.contains(where: { $0.status != .foreign }) { return .noInput }
    return documents.allSatisfy { $0.status == .sound } ? .success : .someFailed
  }
}
