// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// Distinguishes words from noise: parts of pictures, rules, and specks. In prose, words that are hard to read are nearly always real, and a wrong
/// letter does less harm than a missing word. On poorly printed receipts and forms, most words with hardly any evidence are noise. The limits were
/// chosen on 40 receipts and 74 other documents with known text: of 656 words that they drop on those receipts, 82 were right.
package struct NoiseFilter {
  /// The confidence below which a word of an odd shape is noise.
  private static let doubtful = 0.6  // Chosen: 0.5 to 0.7 (read).
  /// The confidence below which a word on a picture or on a page of rows is noise.
  private static let unlikely = 0.3  // Chosen: 0.2 to 0.4 (read).
  /// The confidence below which a word on a page of rows is noise if the word is short or its whole line is poor.
  private static let questionable = 0.4
  private static let poorLine = 0.35  // Chosen: 0.25 to 0.5 (read).
  private static let poorPage = 0.9
  private static let proseWords = 4
  /// The median number of words in a line below which a page consists of rows.
  private static let rowWords = 5.0
  /// The height below which letters are noise, relative to the page's median.
  private static let flat = 0.35
  /// The height above which letters are noise, relative to the page's median.
  private static let tall = 2.5

  let letterHeight: Double
  private let pictures: [Box]
  /// Whether the page is poorly read and has short lines, such as a receipt.
  private let hasPoorRows: Bool

  package init(_ blocks: [Block], pictures: [Box]) {
    self.pictures = pictures
    let lines = blocks.flatMap(\.lines)
    let words = lines.flatMap(\.words)
    let spelled = words.filter { $0.letters > 0 }
    let certain = spelled.filter { $0.confidence >= 0.7 }
    letterHeight = median((certain.count >= 5 ? certain : spelled).map(\.box.height))
    let wide = words.reduce(0) { $0 + $1.text.unicodeScalars.count(where: \.isWide) }
    let all = words.reduce(0) { $0 + $1.text.unicodeScalars.count }
    // In scripts without spaces, prose has few words in a line, too.
    hasPoorRows =
      meanConfidence(words) < Self.poorPage && 20 * wide < all
      && median(lines.map { line in Double(line.words.count { $0.letters > 1 }) }) < Self.rowWords
  }

  package func filtered(_ blocks: [Block]) -> (blocks: [Block], dropped: [DroppedText]) {
    var dropped: [DroppedText] = []
    let kept = blocks.compactMap { block -> Block? in
      var lines: [Line] = []
      var startsParagraph = false
      for line in block.lines {
        var words: [Word] = []
        for word in line.words {
          if let reason = reason(against: word, of: line, in: block) {
            dropped.append(DroppedText(text: word.text, confidence: word.confidence, box: word.box, reason: reason))
          } else {
            words.append(word)
          }
        }
        startsParagraph = startsParagraph || line.startsParagraph == true
        guard !words.isEmpty else { continue }
        var rest = words.count == line.words.count ? line : line.with(words)
        // A paragraph whose first line is noise begins with the next one.
        if startsParagraph { rest.startsParagraph = true }
        startsParagraph = false
        lines.append(rest)
      }
      guard !lines.isEmpty else { return nil }
      return lines.flatMap(\.words).count == block.lines.flatMap(\.words).count ? block : block.with(lines)
    }
    return (kept, dropped)
  }

  private func reason(against word: Word, of line: Line, in block: Block) -> DroppedText.Reason? {
    if word.confidence < Self.unlikely, pictures.contains(where: { word.box.share(in: $0) > 0.6 }) { return .picture }
    guard block.kind != .verticalText, line.isHorizontal else { return nil }
    let known = line.words.filter { $0.letters > 0 && $0.confidence >= 0.5 }
    let isProse = known.count { $0.letters >= 3 && $0.confidence >= 0.7 } >= Self.proseWords
    if let reason = shapeReason(against: word, lineHeight: median(known.map(\.box.height)), isProse: isProse) {
      return reason
    }
    guard hasPoorRows, !isProse, !word.isWide, !word.isAmount else { return nil }
    let isDoubted = word.letters <= 2 || meanConfidence(line.words) < Self.poorLine
    return word.confidence < (isDoubted ? Self.questionable : Self.unlikely) ? .unreadable : nil
  }

  private func shapeReason(against word: Word, lineHeight: Double, isProse: Bool) -> DroppedText.Reason? {
    let box = word.box
    if word.letters == 0 {
      // A border or a rule between columns.
      if word.confidence < Self.doubtful, word.text.allSatisfy({ "|¦[]_".contains($0) }) { return .rule }
      let isLong = box.width > 4 * box.height
      if word.confidence < (isProse ? 0.2 : 0.5) { return isLong ? .rule : .speck }
      return word.text.count >= 3 && word.confidence < 0.7 ? .rule : nil
    }
    guard word.confidence < Self.doubtful else { return nil }
    if !word.isWide {
      if box.height < Self.flat * letterHeight { return box.width > 3 * box.height ? .rule : .speck }
      if box.height > Self.tall * letterHeight, word.confidence < 0.5, box.height > 1.8 * lineHeight { return .picture }
    }
    // Tesseract reads a row of dashes as "EEEEE" or "SESESE".
    return word.text.count >= 4 && Set(word.text.uppercased()).count <= 2 ? .rule : nil
  }
}

extension Word {
  fileprivate var letters: Int { text.count { $0.isLetter || $0.isNumber } }

  /// Whether the word looks like an amount of money, which noise hardly ever does: "12.50", "(3,99)".
  fileprivate var isAmount: Bool {
    guard let first = text.firstIndex(where: \.isNumber), let last = text.lastIndex(where: \.isNumber) else {
      return false
    }
    let digits = text[first...last]
    return text.allSatisfy { !$0.isLetter } && digits.count > 3
      && ".,".contains(digits[digits.index(last, offsetBy: -2)])
      && digits.count(where: \.isNumber) == digits.count - 1
  }

  /// Whether the word has a Han, kana, or Hangul character, which may be flat and a word by itself.
  fileprivate var isWide: Bool { text.unicodeScalars.contains(where: \.isWide) }
}
