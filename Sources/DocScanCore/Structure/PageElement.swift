// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of a page, by the indices of its block and in it.
package struct LineReference: Hashable, Sendable {
  /// The block's index among all blocks of the page.
  package var block: Int
  /// The line's index in its block.
  package var line: Int

  /// A line of a page.
  package init(block: Int, line: Int) { (self.block, self.line) = (block, line) }
}

extension LineReference: Codable {
  /// Reads `[block, line]`.
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(block: try values.decode(Int.self), line: try values.decode(Int.self))
  }

  /// Writes `[block, line]`.
  package func encode(to encoder: any Encoder) throws { try [block, line].encode(to: encoder) }
}

/// Lines of a page that are one piece of its structure: a heading, a paragraph, a list, a running head.
package struct PageElement: ListedFinding {
  /// What it is.
  package var kind: BlockKind
  /// How deep a heading is, from 1; nil for all else.
  package var level: Int?
  /// Its lines, in reading order.
  package var lines: [LineReference]
  /// For a list, the indices in `lines` at which items begin; nil for all else.
  package var items: [Int]?
  /// Around its lines, in pixels of the corrected page.
  package var box: Box
  /// The probability that this is what it is, 0 to 1.
  package var confidence: Double

  /// A page with more is not believed.
  package static let mostOnPage = 16_384

  /// An element, with its place in pixels of the corrected page.
  package init(
    kind: BlockKind, level: Int? = nil, lines: [LineReference], items: [Int]? = nil, box: Box, confidence: Double
  ) {
    (self.kind, self.level, self.lines, self.items) = (kind, level, lines, items)
    (self.box, self.confidence) = (box, confidence)
  }

  package static let description = FindingDescription(
    key: "structure",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "kind": JSONSchema.oneOf(BlockKind.allCases.map(\.rawValue)),
          "level?": JSONSchema.integer("How deep a heading is, from 1.", from: 1),
          "lines": JSONSchema.list(
            of: JSONSchema.list(of: JSONSchema.integer(""), "[block, line]: indices, from 0.", count: 2),
            "Its lines in reading order.", atMost: mostOnPage),
          "items?": JSONSchema.list(
            of: JSONSchema.integer("An index in lines."), "Where the items of a list begin.", atMost: mostOnPage),
          "box": JSONSchema.reference("box"),
          "confidence": JSONSchema.confidence("The probability that this is what it is."),
        ]),
      "What the page consists of, in reading order: each line is in one element. Absent without the structure stage.",
      atMost: mostOnPage))
}

extension RecognizedPage {
  /// What the page consists of, in reading order; found now where no stage looked.
  ///
  /// `tables` has the lines of tables that are known beside those of the page's own findings.
  package func structure(tables: Set<LineReference> = []) -> [PageElement] {
    guard let found: [PageElement] = findings.get(), hasExactly(found) else {
      return PageStructure(self, tables: tables).elements
    }
    return found
  }

  /// Whether elements have every line of the page once, and none else.
  private func hasExactly(_ elements: [PageElement]) -> Bool {
    var left = Set(
      blocks.enumerated().flatMap { block in
        block.element.lines.indices.map { LineReference(block: block.offset, line: $0) }
      })
    for element in elements {
      guard element.items?.allSatisfy(element.lines.indices.contains) ?? true else { return false }
      for line in element.lines where left.remove(line) == nil { return false }
    }
    return left.isEmpty
  }

  /// The line that is meant; it must be on the page.
  package subscript(place: LineReference) -> Line { blocks[place.block].lines[place.line] }
}

extension RecognizedPage {
  /// Gives each block the kind that its lines have, where they are all of one; what a block was before is kept.
  package mutating func takeStructure() {
    guard let found: [PageElement] = findings.get() else { return }
    var kinds: [Int: (kind: BlockKind, level: Int?)?] = [:]
    for element in found {
      for block in Set(element.lines.map(\.block)) where blocks.indices.contains(block) {
        let isAlone = kinds[block] == nil
        kinds[block] = .some(
          isAlone ? (element.kind, element.level) : kinds[block]??.kind == element.kind ? (element.kind, nil) : nil)
      }
    }
    for (block, found) in kinds {
      // How lines run is a matter of the layout.
      guard let found, blocks[block].kind != .verticalText, blocks[block].kind != found.kind else {
        if let level = found?.level { blocks[block].level = level }
        continue
      }
      blocks[block].layoutKind = blocks[block].kind
      (blocks[block].kind, blocks[block].level) = (found.kind, found.level)
    }
  }

  /// Undoes `takeStructure`.
  package mutating func forgetStructure() {
    for index in blocks.indices {
      if let kind = blocks[index].layoutKind { blocks[index].kind = kind }
      (blocks[index].layoutKind, blocks[index].level) = (nil, nil)
    }
  }
}
