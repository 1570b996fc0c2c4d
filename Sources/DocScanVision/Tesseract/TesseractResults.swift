// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import CTesseract
internal import DocScanCore
internal import DocScanFiles

/// Converts Tesseract's results, word by word, to blocks of lines.
@unsafe
struct TesseractResults {
  private let results: OpaquePointer
  private let position: OpaquePointer
  private let refinement: WordRefinement

  init(_ results: OpaquePointer, _ refinement: WordRefinement) {
    unsafe self.results = results
    unsafe self.refinement = refinement
    unsafe position = TessResultIteratorGetPageIterator(results)
  }

  func blocks() -> [Block] {
    var blocks: [Block] = []
    // If the first word of a block or line is blank, the next word opens it.
    var opensBlock = false
    var opensLine = false
    var opensParagraph = false
    repeat {
      opensBlock = unsafe opensBlock || TessPageIteratorIsAtBeginningOf(position, RIL_BLOCK) != 0
      opensLine = unsafe opensLine || TessPageIteratorIsAtBeginningOf(position, RIL_TEXTLINE) != 0
      opensParagraph = unsafe opensParagraph || TessPageIteratorIsAtBeginningOf(position, RIL_PARA) != 0
      guard let word = unsafe word() else {
        if unsafe TessPageIteratorBlockType(position).isPicture, let box = unsafe box(RIL_BLOCK) {
          blocks.append(Block(kind: .picture, box: box, lines: []))
          (opensBlock, opensLine) = (true, true)
        }
        continue
      }
      if opensBlock || blocks.isEmpty {
        blocks.append(Block(kind: unsafe kind(), box: unsafe box(RIL_BLOCK) ?? word.box, lines: []))
      }
      let block = blocks.count - 1
      if opensLine || blocks[block].lines.isEmpty {
        let box = unsafe box(RIL_TEXTLINE) ?? word.box
        blocks[block].lines.append(
          Line(
            text: unsafe lineText(), confidence: 0, box: box, baseline: unsafe baseline() ?? box.lowerEdge, words: [],
            startsParagraph: opensParagraph))
      }
      blocks[block].lines[blocks[block].lines.count - 1].words.append(word)
      (opensBlock, opensLine, opensParagraph) = (false, false, false)
    } while unsafe TessResultIteratorNext(results, RIL_WORD) != 0
    return blocks
  }

  private func lineText() -> String {
    guard let text = unsafe TessResultIteratorGetUTF8Text(results, RIL_TEXTLINE) else { return "" }
    defer { unsafe TessDeleteText(text) }
    return unsafe String(cString: text).composed
  }

  private func word() -> Word? {
    guard let text = unsafe TessResultIteratorGetUTF8Text(results, RIL_WORD) else { return nil }
    defer { unsafe TessDeleteText(text) }
    // Tesseract adds direction marks to words.
    let characters = unsafe String(cString: text).replacing(where: \.actsOnTerminal, with: "")
      .filter { !$0.isWhitespace }
    guard !characters.isEmpty, let box = unsafe box(RIL_WORD) else { return nil }
    let confidence = Double(unsafe TessResultIteratorConfidence(results, RIL_WORD)) / 100
    let word = Word(text: characters, confidence: min(max(confidence, 0), 1).rounded(toPlaces: 3), box: box)
    return unsafe refinement.refined(word, at: results)
  }

  private func box(_ level: TessPageIteratorLevel) -> Box? { unsafe LayoutRegions.box(position, level) }

  private func baseline() -> [Point]? {
    var (x1, y1, x2, y2): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard unsafe TessPageIteratorBaseline(position, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0 else { return nil }
    return [Point(x: Double(x1), y: Double(y1)), Point(x: Double(x2), y: Double(y2))]
  }

  private func kind() -> BlockKind {
    switch unsafe TessPageIteratorBlockType(position) {
    case PT_FLOWING_TEXT, PT_PULLOUT_TEXT: .text
    case PT_HEADING_TEXT: .heading
    case PT_CAPTION_TEXT: .caption
    case PT_TABLE: .table
    case PT_VERTICAL_TEXT: .verticalText
    case PT_FLOWING_IMAGE, PT_HEADING_IMAGE, PT_PULLOUT_IMAGE: .picture
    case PT_HORZ_LINE, PT_VERT_LINE: .rule
    case _: .other
    }
  }
}

extension Box {
  fileprivate var lowerEdge: [Point] { [Point(x: x, y: maxY), Point(x: maxX, y: maxY)] }
}

extension String {
  package var composed: String { normalized(G_NORMALIZE_NFC) }

  package var decomposed: String { normalized(G_NORMALIZE_NFD) }

  private func normalized(_ form: GNormalizeMode) -> String {
    guard !utf8.allSatisfy({ $0 < 0x80 }), let result = unsafe g_utf8_normalize(self, -1, form) else { return self }
    defer { unsafe g_free(result) }
    return unsafe String(cString: result)
  }
}
