// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// Detects headings, paragraphs, lists, captions, footnotes, and running heads on one page. `RunningHeads` also compares adjacent pages.
package struct PageStructure {
  /// The maximum number of lines for a full analysis, which bounds the time for malicious pages. With more lines, only tables are detected.
  private static let mostLines = 4000
  /// The minimum number of lines for detecting running headers. A shorter page could consist of nothing else.
  private static let fewestLines = 7
  private static let leastTitle = 1.5
  private static let leastConfidence = 0.6
  private static let leastRatio = 1.2
  private static let mostUsualWeight = 1.2
  private static let continuedHeading = 0.12
  private static let footnoteSize = 0.93
  // The maximum height of the letters of a running head, relative to the page's text. Titles are larger.
  private static let largestRunning = 1.6
  private static let (largeName, longestName, likely) = (1.35, 80, 0.6)
  private static let longestInRow = 60

  /// The elements in reading order. Each line of the page is in exactly one of them.
  package private(set) var elements: [PageElement] = []
  private let passages: Passages
  private let surroundings: PassageSurroundings
  private let mayHaveRunningHeads: Bool

  private struct Judgment {
    var kind: BlockKind
    var confidence: Double
  }

  /// Detects the structure. `tables` contains lines of tables in addition to those in the page's findings.
  package init(_ page: RecognizedPage, tables: Set<LineReference> = []) {
    let count = page.blocks.reduce(0) { $0 + $1.lines.count }
    let tables = tables.union(page.linesInTables)
    passages = Passages(page, tables: tables)
    mayHaveRunningHeads = count >= Self.fewestLines
    guard count <= Self.mostLines else {
      surroundings = PassageSurroundings()
      elements = passages.all.map { passage in
        PageElement(
          kind: passage.isInTable ? .table : .paragraph, lines: passage.places, box: passage.box, confidence: 0.5)
      }
      return
    }
    surroundings = PassageSurroundings(passages)
    let judgments = withWholeRows(passages.all.indices.map(judge))
    for (index, judgment) in judgments.enumerated() { add(index, judgment, judgments) }
    for index in elements.indices where elements[index].kind == .heading {
      elements[index].level = level(of: elements[index])
    }
    nameTitle()
  }

  // MARK: Kinds

  private func judge(_ index: Int) -> Judgment {
    let passage = passages.all[index]
    guard !passage.isInTable else { return Judgment(kind: .table, confidence: 0.9) }
    if CaptionLabel.begins(passage.text), passage.lines.count <= 8 { return Judgment(kind: .caption, confidence: 0.85) }
    let heading = headingProbability(index)
    let isNumber = PageNumberForm(passage.text) != nil
    if mayHaveRunningHeads, passages.isProse || isNumber || passage.text.isNoteOfBrowser || isSmallPrintApart(index),
      !passage.text.endsLikeLabel,
      passage.ratio < Self.largestRunning,
      let running = RunningEvidence(index, passages, surroundings, heading: heading)
    {
      let probability = running.isPlain ? 0.9 : StructureModel.running.probability(running.features)
      if probability > 0.5 {
        return Judgment(kind: isNumber ? .pageNumber : running.isAtFoot ? .footer : .header, confidence: probability)
      }
    }
    if heading > 0.5 { return Judgment(kind: .heading, confidence: heading) }
    if isNameOfTable(index) || passages.lettersOfIndex.contains(index) {
      return Judgment(kind: .heading, confidence: Self.likely)
    }
    if isFootnote(index) { return Judgment(kind: .footnote, confidence: 0.7) }
    if passage.item != nil { return Judgment(kind: .list, confidence: 1 - heading) }
    return Judgment(kind: .paragraph, confidence: 1 - heading)
  }

  private static let (smallPrint, mostDigits) = (0.9, 4)

  // Whether a row apart from a form, list, or table is in small print, and none of the small print has an address or account number.
  private func isSmallPrintApart(_ index: Int) -> Bool {
    let around = surroundings.neighbors[index]
    return max(around.gapAbove, around.gapBelow) >= 1
      && passages.all.filter { $0.isLevel(with: passages.all[index]) || $0.ratio < Self.smallPrint }.allSatisfy {
        part in
        part.ratio < Self.smallPrint && !part.text.contains("@")
          && part.text.count(where: \.isASCIIDigit) <= Self.mostDigits
      }
  }

  /// Makes short text of the outermost row part of the running head or foot beside it.
  private func withWholeRows(_ judgments: [Judgment]) -> [Judgment] {
    var judgments = judgments
    for (index, passage) in passages.all.enumerated() {
      switch judgments[index].kind {
      case .header, .footer, .pageNumber, .table, .caption: continue
      case _: break
      }
      guard passage.lines.count == 1, passage.text.count <= Self.longestInRow, !passage.text.endsLikeLabel,
        min(passages.rows(above: passage), passages.rows(below: passage)) == 0
      else { continue }
      let beside = passages.all.indices.filter { $0 != index && passages.all[$0].isLevel(with: passage) }
      let running = beside.first { judgments[$0].kind == .header || judgments[$0].kind == .footer }
      if let running { judgments[index] = Judgment(kind: judgments[running].kind, confidence: 0.6) }
    }
    return judgments
  }

  /// Returns a passage's probability as a heading. The text must be legible, not nonsense from pictures, and larger on short pages.
  private func headingProbability(_ index: Int) -> Double {
    let passage = passages.all[index]
    let isLegible = passage.lines.allSatisfy { $0.confidence >= Self.leastConfidence }
    let isNamed = passages.page.blocks[passage.places[0].block].kind == .heading
    guard isLegible, mayHaveRunningHeads || isNamed || passage.ratio >= Self.leastRatio else { return 0 }
    // A line in the usual type that ends with a colon introduces the text below it. With text beside it, it's a label.
    let isPlain =
      passage.ratio < Self.leastRatio && passage.lines.allSatisfy { ($0.weight ?? 1) <= Self.mostUsualWeight }
    let isLabel =
      passage.text.endsLikeLabel
      && (isPlain || passages.all.contains { $0.places != passage.places && $0.isLevel(with: passage) })
    guard isNamed || !isLabel else { return 0 }
    return HeadingEvidence(index, passages, surroundings).map { StructureModel.heading.probability($0.features) } ?? 0
  }

  // Returns whether a passage is a larger line above a table.
  private func isNameOfTable(_ index: Int) -> Bool {
    let passage = passages.all[index]
    guard passage.lines.count == 1, passage.ratio >= Self.largeName, index + 1 < passages.all.count,
      passages.all[index + 1].isInTable, passage.text.count <= Self.longestName
    else { return false }
    return !passage.text.endsLikeLabel && passage.text.last != "." && passage.text.contains(where: \.isLetter)
  }

  /// Returns whether a passage is small text at the foot of a column that begins with a mark.
  private func isFootnote(_ index: Int) -> Bool {
    let passage = passages.all[index]
    guard let image = passages.page.image, passage.ratio < Self.footnoteSize,
      let first = passage.lines[0].words.first?.text,
      passage.box.middleY > 0.6 * Double(image.height)
    else { return false }
    return first.first.map { "*†‡§¹²³⁴⁵⁶⁷⁸⁹①②③④⑤".contains($0) } == true
      || (first.count <= 3 && first.allSatisfy { $0.isASCIIDigit || "[]()".contains($0) })
  }

  // MARK: Elements

  private mutating func add(_ index: Int, _ judgment: Judgment, _ judgments: [Judgment]) {
    let passage = passages.all[index]
    if let last = elements.last, joins(index, judgment, last, judgments) {
      elements[elements.count - 1].box = last.box.union(passage.box)
      elements[elements.count - 1].confidence = min(last.confidence, judgment.confidence)
      // The bullet of an item can be unread.
      let isItem =
        judgment.kind == .list
        || last.kind == .list && passage.startsSoftly && passages.marks[last.lines[0]]?.mark == .bullet
      if isItem { elements[elements.count - 1].items?.append(last.lines.count) }
      elements[elements.count - 1].lines += passage.places
      return
    }
    elements.append(
      PageElement(
        kind: judgment.kind, lines: passage.places, items: judgment.kind == .list ? [0] : nil, box: passage.box,
        confidence: judgment.confidence))
  }

  private func joins(_ index: Int, _ judgment: Judgment, _ last: PageElement, _ judgments: [Judgment]) -> Bool {
    let (passage, before) = (passages.all[index], passages.all[index - 1])
    let isSameBlock = passage.places[0].block == before.places[0].block
    switch (last.kind, judgment.kind) {
    case (.table, .table): return isSameBlock
    case (.list, .list):
      guard let one = passages.marks[last.lines[0]], let other = passage.item else { return false }
      return one.mark.isLike(other.mark)
    case (.list, .paragraph):
      guard isSameBlock, let start = last.items?.last else { return false }
      let item = last.lines[start]
      let indent = passage.lines[0].box.x - (passages.marks[item]?.left ?? passages.page[item].box.x)
      return indent > 0.5 * passages.typeSize.usual && abs(passage.ratio - before.ratio) < 0.15
        && surroundings.neighbors[index].gapAbove < 0.5
    case (.heading, .heading):
      guard surroundings.neighbors[index].above == index - 1, Numbering(passage.text) == nil,
        passage.item == nil, last.lines.count + passage.lines.count <= 4
      else { return false }
      let gap = passage.box.y - before.box.maxY
      return abs(passage.ratio / max(before.ratio, 0.1) - 1) < Self.continuedHeading && gap < 0.9 * before.lineHeight
        && abs((passage.lines[0].weight ?? 1) / (before.lines[0].weight ?? 1) - 1) < 0.25
    case (.paragraph, .paragraph), (.caption, .paragraph), (.footnote, .paragraph):
      return isSameBlock && passage.startsSoftly
    case (.header, .header), (.footer, .footer): return isSameBlock && passage.startsSoftly
    case _: return false
    }
  }

  // MARK: Levels

  private func level(of element: PageElement) -> Int {
    let lines = element.lines.map { passages.page[$0] }
    switch Numbering(Reflow.text(of: lines[...])) {
    case .chapter: return 1
    case .section, .han: return 2
    case .hanInBrackets: return 3
    case .decimal(let depth): return min(depth + 1, 6)
    case .letter, nil: break
    }
    let ratio = lines.map(passages.typeSize.ratio).min() ?? 1
    return ratio >= 1.9 ? 1 : ratio >= 1.5 ? 2 : 3
  }

  /// Makes the first heading the title if it is much larger than the text and than all other headings.
  private mutating func nameTitle() {
    let headings = elements.indices.filter { elements[$0].kind == .heading }
    let ratios = headings.map { index in
      elements[index].lines.map { passages.typeSize.ratio(passages.page[$0]) }.min() ?? 1
    }
    guard let first = headings.first, ratios[0] >= Self.leastTitle,
      ratios.dropFirst().allSatisfy({ $0 < 0.95 * ratios[0] }),
      Numbering(Reflow.text(of: elements[first].lines.map { passages.page[$0] }[...])) == nil,
      elements[..<first].allSatisfy({ $0.kind != .paragraph || $0.lines.count < 3 })
    else { return }
    (elements[first].kind, elements[first].level) = (.title, 1)
  }
}

extension PageStructure {
  /// The features of a passage, for fitting the weights of the models.
  package struct Evidence: Encodable {
    package var text: String
    package var y: Double
    package var heading: [Double]?
    package var running: [Double]?
  }

  package static func evidence(on page: RecognizedPage, tables: Set<LineReference>) -> [Evidence] {
    let passages = Passages(page, tables: tables.union(page.linesInTables))
    let surroundings = PassageSurroundings(passages)
    return passages.all.indices.map { index in
      let heading = HeadingEvidence(index, passages, surroundings)
      let probability = heading.map { StructureModel.heading.probability($0.features) } ?? 0
      let running = RunningEvidence(index, passages, surroundings, heading: probability)
      let passage = passages.all[index]
      return Evidence(
        text: passage.text, y: passage.box.middleY / Double(max(page.image?.height ?? 1, 1)),
        heading: heading?.features, running: running?.features)
    }
  }
}

extension ListMark {
  /// Returns whether items with these marks can belong to the same list.
  package func isLike(_ other: ListMark) -> Bool {
    switch (self, other) {
    case (.bullet, .bullet), (.number, .number), (.other, .other): true
    case _: false
    }
  }
}

enum CaptionLabel {
  private static let words = Set(WordLists.words("structure.caption"))

  /// Returns whether a text begins with a label such as "Figure 3:", "Table IV.", or "图 2-1".
  static func begins(_ text: String) -> Bool {
    let label = text.prefix { $0.isLetter }
    guard words.contains(label.lowercased()) else { return false }
    let rest = text.dropFirst(label.count).drop { (character: Character) -> Bool in
      character == "." || character.isWhitespace
    }
    let signs: Set<Character> = ["I", "V", "X", "A", "B", "C", "S", ".", "-", "–"]
    let number = rest.prefix { (character: Character) -> Bool in character.isASCIIDigit || signs.contains(character) }
    guard number.contains(where: { $0 != "." && $0 != "-" && $0 != "–" }) else { return false }
    // A lowercase word after the number means a sentence, such as "Table 3 shows that".
    let after = rest.dropFirst(number.count)
    guard let next = after.first else { return true }
    if number.last.map({ ":：|.".contains($0) }) == true || ":：|.、".contains(next) { return true }
    let word = after.drop(while: \.isWhitespace)
    guard let letter = word.first else { return true }
    return letter.isUppercase || !letter.isASCII
  }
}

extension RecognizedPage {
  private static let leastProse = 0.4  // Chosen: 0.3 to 0.5 (read).
  private static let (fewestWords, fewestLetters, fewestProseLines) = (5, 14, 3)

  /// Returns whether the page is running text, apart from tables. The head and foot of an invoice or a form say what nothing else on the page does.
  func isProse(besides tables: Set<LineReference>) -> Bool {
    var (prose, all) = (0, 0)
    for (number, block) in blocks.enumerated() {
      for (index, line) in block.lines.enumerated() where !tables.contains(LineReference(block: number, line: index)) {
        all += line.text.count
        guard block.lines.count >= Self.fewestProseLines else { continue }
        let isLong =
          line.words.count >= Self.fewestWords
          || line.text.unicodeScalars.count(where: isWrittenWithoutSpaces) >= Self.fewestLetters
        if isLong { prose += line.text.count }
      }
    }
    return Double(prose) >= Self.leastProse * Double(all)
  }
}

/// A logistic model for headings and for running headers and footers. `Tests/Tools/fit/structure.py` fits the weights.
struct StructureModel: Sendable {
  var weights: [Double]

  func probability(_ features: [Double]) -> Double { logistic(weights, features) }
}
