// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// Combines the parts of a document into chunks with at most `most` tokens.
struct ChunkMaker {
  let most: Int
  private var path: [(level: Int, text: String)] = []
  private var parts: [ChunkPart] = []
  private var tokens = 0
  /// A heading that no text has followed yet.
  private var lonely: ChunkPart?

  init(most: Int) { self.most = most }

  mutating func add(_ page: RecognizedPage, _ elements: [PageElement]) -> [(headings: [String], parts: [ChunkPart])] {
    var done: [(headings: [String], parts: [ChunkPart])] = []
    let tables = ChunkTable.all(on: page)
    var written: Set<Int> = []
    for element in elements {
      switch element.kind {
      case .header, .footer, .pageNumber: continue
      case .title, .heading:
        done += end()
        begin(element, page)
      case .text, .paragraph, .list, .caption, .footnote, .figure, .formula, .table, .verticalText, .picture, .rule,
        .other:
        for part in parts(of: element, page, tables, &written) { done += add(part) }
      }
    }
    return done
  }

  mutating func finish() -> [(headings: [String], parts: [ChunkPart])] {
    let rest = end()
    guard let lonely else { return rest }
    self.lonely = nil
    return rest + [(path.dropLast().map(\.text), [lonely])]
  }

  private mutating func begin(_ element: PageElement, _ page: RecognizedPage) {
    let lines = element.lines.map { page[$0] }
    let text = Reflow.text(of: lines[...])
    let level = element.level ?? 3
    path.removeAll { $0.level >= level }
    path.append((level, text))
    lonely = ChunkPart(
      kind: .heading, text: text, page: page.page.number, box: element.box, words: lines.flatMap(\.words))
  }

  private mutating func end() -> [(headings: [String], parts: [ChunkPart])] {
    guard !parts.isEmpty else { return [] }
    defer { (parts, tokens) = ([], 0) }
    return [(path.map(\.text), parts)]
  }

  private mutating func add(_ part: ChunkPart) -> [(headings: [String], parts: [ChunkPart])] {
    lonely = nil
    var done: [(headings: [String], parts: [ChunkPart])] = []
    for piece in pieces(part) {
      let head = piece.tableHead == (parts.last?.tableHead ?? []) ? [] : piece.tableHead
      let size = TokenCount.of((head + [piece.text]).joined(separator: "\n"))
      if !parts.isEmpty, tokens + size > most { done += end() }
      tokens += parts.isEmpty ? TokenCount.of((piece.tableHead + [piece.text]).joined(separator: "\n")) : size
      parts.append(piece)
    }
    return done
  }

  /// Splits a part that is too long, preferably after a sentence, or else after a word. Table rows aren't split.
  private func pieces(_ part: ChunkPart) -> [ChunkPart] {
    guard part.tableHead.isEmpty, part.kind != .table, TokenCount.of(part.text) > most else { return [part] }
    var pieces: [ChunkPart] = []
    var text = ""
    var count = 0
    func sentenceEnds(_ character: Character) -> Bool { ".!?。！？；;".contains(character) }
    func cut(_ piece: String) {
      var next = part
      next.text = piece
      next.continues = !pieces.isEmpty || part.continues
      pieces.append(next)
    }
    var word = ""
    func flush() {
      let size = TokenCount.of(word)
      if count + size > most, !text.isEmpty {
        // Cuts after the last sentence that ends in the second half of the text.
        if let end = text.lastIndex(where: sentenceEnds), text.distance(from: text.startIndex, to: end) > text.count / 2
        {
          let rest = String(text[text.index(after: end)...].drop(while: \.isWhitespace))
          cut(String(text[...end]))
          (text, count) = (rest, TokenCount.of(rest))
        } else {
          cut(text.trimmingSuffix(while: \.isWhitespace))
          (text, count) = ("", 0)
        }
      }
      text += word
      count += size
      word = ""
    }
    for character in part.text {
      word.append(character)
      if character.isWhitespace || character.unicodeScalars.first.map(isWrittenWithoutSpaces) == true { flush() }
    }
    flush()
    if !text.isEmpty { cut(text) }
    return pieces
  }

  // MARK: Parts

  private static func endsSentence(_ text: String) -> Bool {
    text.unicodeScalars.last.map { [".", "!", "?", ":", ";", "”", "\u{22}", "。"].contains($0) } ?? false
  }

  private func parts(
    of element: PageElement, _ page: RecognizedPage, _ tables: [ChunkTable], _ written: inout Set<Int>
  ) -> [ChunkPart] {
    var all: [ChunkPart] = []
    var lines: [Line] = []
    let starts = Set((element.items ?? []).filter(element.lines.indices.contains).map { element.lines[$0] })
    func end() {
      guard !lines.isEmpty else { return }
      let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
      let text = Reflow.text(of: lines[...])
      let first = text.first { !$0.isWhitespace }
      let goesOn =
        all.isEmpty && element.kind == .paragraph && parts.last?.kind == .paragraph && first?.isLowercase == true
        && !Self.endsSentence(parts.last?.text ?? "")
      all.append(
        ChunkPart(
          kind: element.kind, text: text, page: page.page.number, box: box, words: lines.flatMap(\.words),
          continues: goesOn))
      lines = []
    }
    for place in element.lines {
      if let number = tables.firstIndex(where: { $0.lines.contains(place) }) {
        end()
        guard written.insert(number).inserted else { continue }
        let table = tables[number]
        let words = table.lines.sorted { ($0.block, $0.line) < ($1.block, $1.line) }.flatMap { page[$0].words }
        for row in table.rows.isEmpty ? [""] : table.rows {
          all.append(
            ChunkPart(
              kind: .table, text: row, page: page.page.number, box: table.box, words: words, tableHead: table.head))
        }
        continue
      }
      if starts.contains(place) { end() }
      lines.append(page[place])
    }
    end()
    return all
  }
}

extension String {
  fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isLeft(last) { text.removeLast() }
    return String(text)
  }
}
