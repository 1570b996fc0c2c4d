// SPDX-License-Identifier: GPL-3.0-or-later

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
