// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The result of comparing finished PDFs with their page JSON and originals.
package struct VerificationReport: Codable, Hashable, Sendable {
  /// The name and version of the format.
  package static let schema = "docscan-verification/1"

  package var schema = Self.schema
  package var documents: [Document]
  /// The number of documents without a PDF.
  package var withoutPDF: Int
  /// The PDFs that aren't results of docscan, or `nil` if there are none.
  package var foreign: [String]?

  /// The result for one PDF.
  package struct Document: Codable, Hashable, Sendable {
    /// The verdict.
    package enum Status: String, Codable, CaseIterable, Sendable {
      /// Everything that could be compared matches.
      case sound
      /// There are differences.
      case mismatch = "drift"
      /// The PDF isn't a result of docscan, so there is nothing to compare with.
      case foreign
    }

    /// The name in the output folder, or the file's own name.
    package var name: String
    package var pdf: String
    package var status: Status
    /// The number of compared pages.
    package var pages: Int
    /// The number of words to find.
    package var words: Int
    /// The path of the original, or `nil` if it wasn't compared.
    package var original: String?
    package var mismatches: [Mismatch]
    /// Sentences about parts that couldn't be compared.
    package var notes: [String]

    private enum CodingKeys: String, CodingKey {
      case name, pdf, status, pages, words, original, notes
      case mismatches = "drifts"
    }
  }

  /// The exit code of `docscan verify`.
  package var exitCode: ExitCode {
    if !documents.contains(where: { $0.status != .foreign }) { return .noInput }
    return documents.allSatisfy { $0.status == .sound } ? .success : .someFailed
  }
}
