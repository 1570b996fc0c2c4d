// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanStore

extension DocumentRecord.Page {
  /// The minimum share of text lines without words at which a page has lost text, however well the rest was read.
  private static let muchUnread = 0.05

  /// The reason why correcting single words isn't sufficient for the page, or `nil` if it is.
  package var reasonToLook: String? {
    if let failure { return failure.message }
    if noText == true { return "no text was found" }
    if let pdfDifference { return "the text in the PDF differs from the recognized text: \(pdfDifference)" }
    guard let expected else { return nil }
    let doubtful = Int(((confidence.map { 1 - $0 } ?? expected.doubtfulWords) * 100).rounded())
    let unread = Int((expected.unreadText * 100).rounded())
    guard [.d, .f].contains(expected.grade) else {
      return expected.unreadText >= Self.muchUnread ? "\(unread)% of the text lines have no words" : nil
    }
    return "grade \(expected.grade.rawValue): \(doubtful)% of the words are probably wrong"
      + (unread >= 3 ? ", \(unread)% of the text lines have no words" : "")
  }
}
