// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// What a comparison of finished PDFs with their page JSON and their originals found.
public struct VerificationReport: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  public static let schema = "docscan-verification/1"

  /// The name of this format.
  public var schema = Self.schema
  /// All documents that were compared.
  public var documents: [Document]
  /// Documents in the given folders that have no PDF.
  public var withoutPDF: Int
  /// PDFs in the given folders that are not results of docscan; nil where there are none.
  public var foreign: [String]?

  /// One PDF.
  public struct Document: Codable, Hashable, Sendable {
    /// What the comparison came to.
    public enum Status: String, Codable, CaseIterable, Sendable {
      /// Everything that could be compared is as it should be.
      case sound
      /// Something is not as it should be.
      case mismatch = "drift"
      /// The PDF is not a result of docscan: no record says what it should be.
      case foreign
    }

    /// The name in the output folder, or the file's own.
    public var name: String
    /// The path of its PDF.
    public var pdf: String
    /// What came of the comparison.
    public var status: Status
    /// The number of pages that were compared.
    public var pages: Int
    /// The number of words that were looked for.
    public var words: Int
    /// The original that it was compared with; nil when it was compared with none.
    public var original: String?
    /// What differs.
    public var mismatches: [Mismatch]
    /// What could not be compared, and why, in whole sentences.
    public var notes: [String]

    private enum CodingKeys: String, CodingKey {
      case name, pdf, status, pages, words, original, notes
      case mismatches = "drifts"
    }
  }

  /// What the shell is told.
  public var exitCode: ExitCode {
    if !documents.contains(where: { $0.status != .foreign }) { return .noInput }
    return documents.allSatisfy { $0.status == .sound } ? .success : .someFailed
  }
}
