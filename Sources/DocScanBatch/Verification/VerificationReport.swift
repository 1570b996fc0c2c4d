// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What a comparison of finished PDFs with their page JSON and their originals found.
package struct VerificationReport: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-verification/1"

  /// The name of this format.
  package var schema = Self.schema
  /// All documents that were compared.
  package var documents: [Document]
  /// Documents in the given folders that have no PDF.
  package var withoutPDF: Int
  /// PDFs in the given folders that are not results of docscan; nil if there are none.
  package var foreign: [String]?

  /// One PDF.
  package struct Document: Codable, Hashable, Sendable {
    /// What the comparison came to.
    package enum Status: String, Codable, CaseIterable, Sendable {
      /// Everything that could be compared is as it should be.
      case sound
      /// Something is not as it should be.
      case mismatch = "drift"
      /// The PDF is not a result of docscan: no record says what it should be.
      case foreign
    }

    /// The name in the output folder, or the file's own.
    package var name: String
    /// The path of its PDF.
    package var pdf: String
    /// What came of the comparison.
    package var status: Status
    /// The number of pages that were compared.
    package var pages: Int
    /// The number of words that were looked for.
    package var words: Int
    /// The original that it was compared with; nil when it was compared with none.
    package var original: String?
    /// What differs.
    package var mismatches: [Mismatch]
    /// What could not be compared, and why, in whole sentences.
    package var notes: [String]

    private enum CodingKeys: String, CodingKey {
      case name, pdf, status, pages, words, original, notes
      case mismatches = "drifts"
    }
  }

  /// What the shell is told.
  package var exitCode: ExitCode {
    if !documents.contains(where: { $0.status != .foreign }) { return .noInput }
    return documents.allSatisfy { $0.status == .sound } ? .success : .someFailed
  }
}
