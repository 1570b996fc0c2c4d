// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// What speaks for and against a passage being a running head, a foot of the page or its number.
struct RunningEvidence {
  private static let mostLines = 3
  private static let mostLetters = 160
  /// Rows from the edge of the text among which such a passage is.
  private static let mostRows = 3
  private static let words: Set<String> = [
    "page", "vol", "no", "www", "http", "https", "doi", "issn", "©", "copyright", "confidential", "seite", "page:",
    "chapter",
    "journal", "proceedings", "conference", "all", "rights", "reserved", "license", "downloaded", "preprint", "arxiv",
  ]

  /// The constant, and what each of them says.
  let features: [Double]
  let isAtFoot: Bool

  /// Nil for a passage that cannot be one.
  init?(_ index: Int, _ passages: Passages, _ surroundings: PassageSurroundings, heading: Double) {
    let (passage, around) = (passages.all[index], surroundings.neighbors[index])
    let text = passage.text
    guard !passage.isInTable, passage.lines.count <= Self.mostLines, text.count <= Self.mostLetters,
      let size = passages.page.image, size.height > 0
    else { return nil }
    let (rowsAbove, rowsBelow) = (passages.rows(above: passage), passages.rows(below: passage))
    guard min(rowsAbove, rowsBelow) < Self.mostRows else { return nil }
    isAtFoot = rowsBelow < rowsAbove
    let rows = min(rowsAbove, rowsBelow)
    let height = Double(size.height)
    let edge = (isAtFoot ? height - passage.box.maxY : passage.box.y) / height
    let beside = passages.all.filter { $0.places != passage.places && $0.isLevel(with: passage) }
    let tokens = text.split(whereSeparator: \.isWhitespace)
    let numbers = PageNumberForm(text)
    let atEnd = [tokens.first, tokens.last].contains {
      $0.map { $0.allSatisfy(\.isASCIIDigit) && $0.count <= 4 } ?? false
    }
    let known = text.lowercased().split { !$0.isLetter && $0 != "©" }.contains { Self.words.contains(String($0)) }
    let last = text.last { !$0.isWhitespace }
    let letters = text.count(where: \.isLetter)
    let inward = isAtFoot ? around.gapAbove : around.gapBelow
    let outward = isAtFoot ? around.below : around.above
    func flag(_ condition: Bool) -> Double { condition ? 1 : 0 }
    let isCapital = letters > 3 && Double(text.count(where: \.isUppercase)) > 0.8 * Double(letters)
    let beginsLikeNote = text.first.map { $0.isNumber || "*†‡[".contains($0) } == true
    let isBeforeText = around.below.map { passages.all[$0].isRunning(in: passages) } ?? false
    let gap = min(max(inward, -0.5), 3)
    var all: [Double] = [1, min(max((0.12 - edge) * 10, -1), 1.2), gap, flag(rows == 0), flag(rows == 1)]
    all += [flag(outward == nil), min(max(log(max(passage.ratio, 0.1)), -0.6), 0.8), flag(passage.ratio > 1.15)]
    all += [flag(numbers == .number), flag(numbers == .words), flag(numbers == nil && atEnd)]
    all += [flag(last.map { ".;:,。；：，".contains($0) } == true), min(Double(tokens.count), 20) / 10, flag(isCapital)]
    all += [min(passage.box.width / Double(max(size.width, 1)), 1), flag(!beside.isEmpty)]
    all += [flag(beside.contains { PageNumberForm($0.text) != nil }), flag(isAtFoot), flag(known), heading]
    all += [flag(passage.lines.count > 1), flag(isAtFoot && beginsLikeNote), flag(passage.isRunning(in: passages))]
    all += [flag(passage.lines.contains { $0.weight != nil }), isAtFoot ? gap : 0, flag(isBeforeText)]
    features = all
  }
}

/// How pages write their numbers.
enum PageNumberForm: Hashable {
  /// "12", "- 12 -", "xii".
  case number
  /// "Page 3 of 9", "第3页 共9页", "3/9".
  case words

  private static let decorations: Set<Character> = ["-", "–", "—", "·", "•", "|", "[", "]", "(", ")", "~", "."]

  /// Nil for anything else.
  init?(_ text: String) {
    let compact = text.lowercased().filter { !$0.isWhitespace && !Self.decorations.contains($0) }
    guard !compact.isEmpty, compact.count <= 24 else { return nil }
    if compact.count <= 4, compact.allSatisfy(\.isASCIIDigit) || compact.allSatisfy({ "ivxl".contains($0) }) {
      self = .number
      return
    }
    var rest = compact[...]
    var numbers = 0
    let words = [
      "page", "seite", "pagina", "página", "página", "blatt", "slide", "第", "页", "頁", "共", "ページ", "of", "von", "de",
      "/", "p", ",", "，", "总",
    ]
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isASCIIDigit)
      if !digits.isEmpty {
        (numbers, rest) = (numbers + 1, rest.dropFirst(digits.count))
      } else if let word = words.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(word.count)
      } else {
        return nil
      }
    }
    guard (1...2).contains(numbers) else { return nil }
    self = .words
  }
}

extension Passage {
  /// Whether both could stand on one line.
  func isLevel(with other: Passage) -> Bool {
    min(box.maxY, other.box.maxY) - max(box.y, other.box.y) > 0.5 * min(box.height, other.box.height)
  }
}

extension Passages {
  /// How many rows of text are above a passage on the page, up to a few.
  func rows(above passage: Passage) -> Int {
    rows(all.filter { $0.box.maxY < passage.box.y + 0.3 * passage.lineHeight })
  }

  /// The same below it.
  func rows(below passage: Passage) -> Int {
    rows(all.filter { $0.box.y > passage.box.maxY - 0.3 * passage.lineHeight })
  }

  /// Lines, those beside each other counted once.
  private func rows(_ passages: [Passage]) -> Int {
    var rows = 0
    var end = -Double.infinity
    for box in passages.flatMap({ $0.lines.map(\.box) }).sorted(by: { $0.middleY < $1.middleY }) where box.middleY > end
    {
      (rows, end) = (rows + 1, box.maxY)
      if rows > 4 { return rows }
    }
    return rows
  }
}
