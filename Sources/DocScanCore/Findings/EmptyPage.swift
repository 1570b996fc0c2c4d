// SPDX-License-Identifier: GPL-3.0-or-later

/// A page with ink on it from which no text was read, so the user should check it.
package struct NoText: Finding {
  package var ink: Double

  package static let description = FindingDescription(
    key: "noText",
    schema: JSONSchema.object(
      "The page isn't blank, but has no text. Absent if text was found, if the page is blank, or without the "
        + "recognize stage.",
      ["ink": JSONSchema.confidence("The fraction of the page that is covered with ink.")]))

  package init(ink: Double) { self.ink = ink }
}

extension RecognizedPage {
  /// Whether the page isn't blank but has no text, neither recognized nor copied nor entered by a reviewer.
  package var hasNoText: Bool {
    let found: NoText? = findings.get()
    return found != nil && words.isEmpty
  }
}

/// Returns a phrase such as "no text was found on pages 1 and 3", or `nil` if the list is empty.
package func noTextSentence(pages: [Int]) -> String? {
  let (named, most) = (pages.map(String.init), 10)
  guard let last = named.last else { return nil }
  if named.count == 1 { return "no text was found on page \(last)" }
  let list =
    named.count > most
    ? named.prefix(most).joined(separator: ", ") + " and \(named.count - most) more"
    : named.dropLast().joined(separator: ", ") + " and " + last
  return "no text was found on pages \(list)"
}

package struct BlankEvidence: Finding {
  package var confidence: Double
  package var ink: Double

  package static let description = FindingDescription(
    key: "blank",
    schema: JSONSchema.object(
      "The evidence that the page is blank. Absent without the blank stage.",
      [
        "confidence": JSONSchema.confidence("The probability that the page is blank."),
        "ink": JSONSchema.confidence("The fraction of the page that is covered with ink."),
      ]))

  package init(confidence: Double, ink: Double) { (self.confidence, self.ink) = (confidence, ink) }
}

extension RecognizedPage {
  /// The evidence that the page is blank, or `nil` if the `blank` stage didn't run.
  package var blank: BlankEvidence? { findings.get() }
}
