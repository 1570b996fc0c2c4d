// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The words of a page as its PDF must have them, in units of the displayed page.
struct ExpectedWords {
  /// A word with its place.
  struct Word {
    /// As the page JSON has it.
    var text: String
    /// As the page JSON has it, in pixels of its image.
    var pixels: Box
    /// What can be found of it: nothing, where it has only characters without a glyph.
    var scalars: [Unicode.Scalar]
    /// In units of the displayed page.
    var box: Box
    /// How far a word that follows without a space lets this one reach; the end of its own box where none does.
    var reach: Double
  }

  /// A line with its words.
  struct Line {
    var text: String
    var pixels: Box
    var words: [Word]
    /// Whether its words follow each other from top to bottom or from bottom to top.
    var isUpright: Bool
    /// The height of its highest word, across the line.
    var size: Double
  }

  /// The number of characters of all words.
  var glyphCount: Int { lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.scalars.count } } }

  /// Line by line, block by block, as the page JSON has them.
  let lines: [Line]
  /// A point (1/72 inch) in units of the page.
  let point: Double

  /// Takes the words to a page of this size.
  init(_ page: RecognizedPage, on shown: PDFPage) {
    point = 1 / shown.structure.unit
    guard let image = page.image, image.width > 0, image.height > 0 else {
      lines = []
      return
    }
    let (x, y) = (shown.width / Double(image.width), shown.height / Double(image.height))
    lines = page.blocks.flatMap { block in
      block.lines.compactMap { line in
        let isUpright = Self.isUpright(line, in: block)
        let words = Self.runs(of: line.words).flatMap { Self.words(of: $0, isUpright: isUpright, x, y) }
        let size = words.map { isUpright ? $0.box.width : $0.box.height }.max()
        return size.map { Line(text: line.text, pixels: line.box, words: words, isUpright: isUpright, size: $0) }
      }
    }
  }

  /// Words that follow each other without a space, as those of Chinese and Japanese do, stand together in the PDF.
  private static func runs(of words: [DocScanCore.Word]) -> [[DocScanCore.Word]] {
    var runs: [[DocScanCore.Word]] = []
    for word in words where !word.text.isEmpty && word.box.width > 0 && word.box.height > 0 {
      if let last = runs.last?.last, joinedText([last, word]) == last.text + word.text {
        runs[runs.count - 1].append(word)
      } else {
        runs.append([word])
      }
    }
    return runs
  }

  /// The words of a run are all as high as the highest of them, and each reaches as far as the next.
  private static func words(of run: [DocScanCore.Word], isUpright: Bool, _ x: Double, _ y: Double) -> [Word] {
    let boxes = run.map { Box(x: $0.box.x * x, y: $0.box.y * y, width: $0.box.width * x, height: $0.box.height * y) }
    let all = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    return zip(run, boxes).enumerated().map { index, entry in
      var box = entry.1
      if isUpright { (box.x, box.width) = (all.x, all.width) } else { (box.y, box.height) = (all.y, all.height) }
      var reach = isUpright ? box.maxY : box.maxX
      if index + 1 < boxes.count { reach = max(reach, isUpright ? boxes[index + 1].y : boxes[index + 1].x) }
      return Word(
        text: entry.0.text, pixels: entry.0.box, scalars: FoundText.scalars(of: entry.0.text), box: box, reach: reach)
    }
  }

  private static func isUpright(_ line: DocScanCore.Line, in block: Block) -> Bool {
    if block.kind == .verticalText { return line.box.height > line.box.width }
    guard let first = line.baseline.first, let last = line.baseline.last else { return false }
    return abs(last.y - first.y) > abs(last.x - first.x)
  }
}
