// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

package struct LineReference: Hashable, Sendable {
  package var block: Int
  package var line: Int

  package init(block: Int, line: Int) { (self.block, self.line) = (block, line) }
}

extension LineReference: Codable {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(block: try values.decode(Int.self), line: try values.decode(Int.self))
  }

  package func encode(to encoder: any Encoder) throws { try [block, line].encode(to: encoder) }
}

/// An element of a page's structure, such as a heading, a paragraph, a list, or a running header.
package struct PageElement: ListedFinding {
  package var kind: BlockKind
  package var level: Int?
  package var lines: [LineReference]
  package var items: [Int]?
  package var box: Box
  package var confidence: Double

  package static let mostOnPage = 16_384

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
          "level?": JSONSchema.integer("The level of a heading, counting from 1. Absent for other elements.", from: 1),
          "lines": JSONSchema.list(
            of: JSONSchema.list(of: JSONSchema.integer(""), "[block, line], each an index counting from 0.", count: 2),
            "The lines of the element, in reading order.", atMost: mostOnPage),
          "items?": JSONSchema.list(
            of: JSONSchema.integer("An index in lines."),
            "The indices in lines at which the items of a list begin. Absent for other elements.", atMost: mostOnPage),
          "box": JSONSchema.reference("box"),
          "confidence": JSONSchema.confidence("The probability that the kind is correct."),
        ]),
      "The elements of the page, in reading order. Each line belongs to exactly one element. Absent without the "
        + "structure stage.",
      atMost: mostOnPage))
}

extension RecognizedPage {
  /// Returns the elements of the page in reading order. If no stage has detected them, they are detected now. `tables` contains lines of tables in
  /// addition to those in the page's findings.
  package func structure(tables: Set<LineReference> = []) -> [PageElement] {
    guard let found: [PageElement] = findings.get(), hasExactly(found) else {
      return PageStructure(self, tables: tables).elements
    }
    return found
  }

  /// Returns whether the elements contain every line of the page exactly once.
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

  package subscript(place: LineReference) -> Line { blocks[place.block].lines[place.line] }
}

extension RecognizedPage {
  /// Sets the kind of each block whose lines belong to elements of one kind. The previous kind is stored in `layoutKind`.
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
      // The structure ignores the direction of text, so vertical text keeps its kind.
      guard let found, blocks[block].kind != .verticalText, blocks[block].kind != found.kind else {
        if let level = found?.level { blocks[block].level = level }
        continue
      }
      blocks[block].layoutKind = blocks[block].kind
      (blocks[block].kind, blocks[block].level) = (found.kind, found.level)
    }
  }

  package mutating func forgetStructure() {
    for index in blocks.indices {
      if let kind = blocks[index].layoutKind { blocks[index].kind = kind }
      (blocks[index].layoutKind, blocks[index].level) = (nil, nil)
    }
  }
}
