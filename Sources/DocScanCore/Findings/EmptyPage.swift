// SPDX-License-Identifier: GPL-3.0-or-later

/// There is something on a page, and no text was read from it: a person should look.
package struct NoText: Finding {
  /// The share of the page that is inked, 0 to 1.
  package var ink: Double

  package static let description = FindingDescription(
    key: "noText",
    schema: JSONSchema.object(
      "There is something on the page, but no text was found. Absent if text was found, if the page is blank, and without the "
        + "recognize stage.",
      ["ink": JSONSchema.confidence("The fraction of the page that is covered with ink.")]))

  /// What is on a page without text.
  package init(ink: Double) { self.ink = ink }
}

extension RecognizedPage {
  /// Whether there is something on the page, and it has no text: neither read nor its own, nor typed by a person.
  package var hasNoText: Bool {
    let found: NoText? = findings.get()
    return found != nil && words.isEmpty
  }
}

/// Where no text was found, in words: "no text was found on pages 1 and 3"; nil without such pages.
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

/// Whether there is anything on a page.
package struct BlankEvidence: Finding {
  /// 0 to 1: how sure it is that the page is blank.
  package var confidence: Double
  /// The share of the page that is inked, 0 to 1.
  package var ink: Double

  package static let description = FindingDescription(
    key: "blank",
    schema: JSONSchema.object(
      "Whether there is anything on the page; absent without the blank stage.",
      [
        "confidence": JSONSchema.confidence("How certain it is that the page is blank."),
        "ink": JSONSchema.confidence("The fraction of the page that is covered with ink."),
      ]))

  /// Evidence that a page is blank.
  package init(confidence: Double, ink: Double) { (self.confidence, self.ink) = (confidence, ink) }
}

extension RecognizedPage {
  /// Whether the page is blank; nil when the pipeline did not look.
  package var blank: BlankEvidence? { findings.get() }
}
