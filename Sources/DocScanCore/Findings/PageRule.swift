// SPDX-License-Identifier: GPL-3.0-or-later

/// A straight line that was drawn or printed on a page, such as one between the cells of a table.
package struct PageRule: ListedFinding {
  /// A page with more is not believed.
  package static let mostOnPage = 2048

  /// From its left or upper end to the other one, in pixels of the corrected page.
  package var line: [Point]
  /// How thick it is, in pixels of the corrected page.
  package var width: Double

  package static let description = FindingDescription(
    key: "rules",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "line": JSONSchema.list(
            of: JSONSchema.reference("point"), "Its left or upper end, and the other one.", count: 2),
          "width": JSONSchema.value("number", "How thick it is, in pixels."),
        ]),
      "Straight lines across or down the page; absent without the stages tables and form.", atMost: mostOnPage))

  /// A line between two places, in pixels of the corrected page.
  package init(from start: Point, to end: Point, width: Double) { (line, self.width) = ([start, end], width) }

  /// The smallest box around it, without its width.
  package var box: Box { Box(around: line) }

  /// Whether it runs across the page, not down.
  package var isHorizontal: Bool { box.width >= box.height }
}

extension RecognizedPage {
  /// The straight lines on the page; nil when nobody looked.
  package var rules: [PageRule]? { findings.get() }
}
