// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout

/// The invisible text of one page: each word at its visible position, in reading order (ISO 32000-1, 9.4).
package struct InvisibleText {
  /// The typical height of ascenders above the baseline, as a fraction of the font size.
  private static let typicalAscent = 0.74
  /// The minimum advance, as a fraction of the font size. Readers treat closer characters as duplicates.
  private static let narrowestAdvance = 0.13
  /// The gaps, in font sizes, above which readers see a space: the gap of the most sensitive readers, and that of the least sensitive ones.
  private static let gaps = 0.07...0.16
  /// The gap for lines of single characters, in font sizes. Readers first interpret these lines as letter-spaced words.
  private static let singleGap = 0.2
  /// The gap that always counts as a space in lines of single characters, in font sizes.
  private static let widestThreshold = 0.42
  private static let sizes = 1.0...2000.0
  /// The maximum length of a string in characters of two bytes each, because PDF/A limits strings (ISO 19005-2, 6.1.13).
  private static let longestString = 16_000

  /// The PDF operators. Empty if the page has no text.
  private(set) var content: [UInt8] = []
  /// The object numbers of the font variants in use, by name.
  private(set) var variants: [String: Int] = [:]
  private(set) var elements: [StructureElement] = []

  private let isTagged: Bool
  private var isInElement = false
  private var contentCount = 0
  /// The structure element of each line. Empty if no stage has detected the structure.
  private var owners: [LineReference: PageElement] = [:]
  private var owner: PageElement?
  private let font: InvisibleFont
  /// Points per pixel.
  private let scale: (x: Double, y: Double)
  private let pageWidth: Double
  private let pageHeight: Double

  /// Creates the text of a page of the given size in points. `isTagged` marks the structure elements.
  package init(_ page: RecognizedPage, size: PageSize, font: InvisibleFont, isTagged: Bool) {
    (self.font, self.isTagged) = (font, isTagged)
    pageWidth = size.width
    pageHeight = size.height
    guard let image = page.image, image.width > 0, image.height > 0 else {
      scale = (0, 0)
      return
    }
    scale = (size.width / Double(image.width), size.height / Double(image.height))
    let known: [PageElement]? = isTagged ? page.findings.get() : nil
    for element in known ?? [] {
      for line in element.lines { owners[line] = element }
    }
    appendParts(of: page)
    if !content.isEmpty { content = Array("q 3 Tr\n".utf8) + content + Array("Q\n".utf8) }
  }

  /// Adds the text in reading order. Text in table cells belongs to the table's elements.
  private mutating func appendParts(of page: RecognizedPage) {
    let grids = isTagged ? page.grids : []
    var cells = grids.map { Array(repeating: [StructureElement](), count: $0.cells.count) }
    // The index of each table among the elements.
    var places: [Int: Int] = [:]
    for segment in page.segments(grids) {
      let first = elements.count
      append(segment.block, segment.place == nil ? segment.lines : [])
      guard let place = segment.place, elements.count > first else { continue }
      cells[place.table][place.cell] += elements[first...]
      elements.removeSubrange(first...)
      guard places[place.table] == nil else { continue }
      places[place.table] = elements.count
      elements.append(StructureElement(kind: .table))
    }
    for (table, place) in places { elements[place] = StructureElement(grids[table], cells[table]) }
  }

  /// Adds a block. `places` contains the positions of its lines on the page and is empty in table cells.
  private mutating func append(_ block: Block, _ places: [LineReference]) {
    var lines: [(frame: BaselineFrame, runs: [TextRun], size: Double, startsParagraph: Bool, place: LineReference?)] =
      []
    var startsParagraph = true
    for (index, line) in block.lines.enumerated() {
      let frame = frame(of: line, in: block)
      let runs = runs(of: line, frame: frame)
      startsParagraph = startsParagraph || line.startsParagraph == true
      guard !runs.isEmpty else { continue }
      // In a line that slopes much, the baseline can be above the letters, which gives a negative size.
      let size = max(Self.fontSize(for: runs, frame: frame), Self.sizes.lowerBound)
      lines.append((frame, runs, size, startsParagraph, places.indices.contains(index) ? places[index] : nil))
      startsParagraph = false
    }
    guard !lines.isEmpty else { return noteFigure(block) }
    // Readers group the lines of a paragraph only if they have the same size.
    let sizes = lines.map(\.size).sorted()
    let median = sizes.isEmpty ? 0 : sizes[sizes.count / 2]
    for (line, next) in zip(lines, lines.dropFirst().map(Optional.init) + [nil]) {
      if let element = line.place.flatMap({ owners[$0] }) {
        let startsItem = element.items?.contains {
          element.lines.indices.contains($0) && element.lines[$0] == line.place
        }
        if element != owner || startsItem == true { begin(element, isNew: element != owner) }
        owner = element
      } else if line.startsParagraph {
        beginElement(StructureElement.Kind(block.kind))
      }
      let size = (median * 0.75...median * 1.33).contains(line.size) ? median : line.size
      // Screen readers join the lines of an element without adding spaces.
      let endsWithSpace = isTagged && next?.startsParagraph == false && Self.isSpace(from: line.runs, to: next?.runs)
      append(
        line.runs, frame: line.frame, size: min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound),
        endsWithSpace: endsWithSpace)
    }
    endElement()
    owner = nil
  }

  /// Begins an element detected by a stage, or the next item of a list. Running heads are marked as artifacts (ISO 32000-1, 14.8.2.2).
  private mutating func begin(_ element: PageElement, isNew: Bool) {
    guard isTagged else { return }
    guard let kind = StructureElement.Kind(element) else {
      endElement()
      let side = element.kind == .header ? "Header" : "Footer"
      content += Array("/Artifact<</Type/Pagination/Subtype/\(side)>>BDC\n".utf8)
      isInElement = true
      return
    }
    beginElement(kind)
    guard kind == .itemBody, let body = elements.popLast() else { return }
    let item = StructureElement(kind: .item, parts: [body])
    if !isNew, elements.last?.kind == .list {
      elements[elements.count - 1].parts.append(item)
    } else {
      elements.append(StructureElement(kind: .list, parts: [item]))
    }
  }

  /// Returns whether two consecutive lines are separated by a space, as opposed to lines that end with a hyphen or in a script without spaces.
  private static func isSpace(from line: [TextRun], to next: [TextRun]?) -> Bool {
    guard let last = line.last?.pieces.last?.text, let first = next?.first?.pieces.first?.text else { return false }
    let words = [last, first].map { Word(text: $0, confidence: 1, box: Box(x: 0, y: 0, width: 0, height: 0)) }
    return !["-", "\u{AD}", "\u{2010}"].contains(last.last) && TextRun.grouped(words).count == 2
  }

  private mutating func beginElement(_ kind: StructureElement.Kind) {
    guard isTagged else { return }
    endElement()
    content += Array("/\(kind.rawValue)<</MCID \(contentCount)>>BDC\n".utf8)
    elements.append(StructureElement(kind: kind, content: contentCount))
    contentCount += 1
    isInElement = true
  }

  private mutating func endElement() {
    if isInElement { content += Array("EMC\n".utf8) }
    isInElement = false
  }

  private mutating func noteFigure(_ block: Block) {
    guard isTagged, block.kind == .picture, block.box.width > 0, block.box.height > 0 else { return }
    let (first, second) = (
      onPage(Point(x: block.box.x, y: block.box.maxY)), onPage(Point(x: block.box.maxX, y: block.box.y))
    )
    elements.append(StructureElement(kind: .figure, bounds: [first.x, first.y, second.x, second.y]))
  }

  private func frame(of line: Line, in block: Block) -> BaselineFrame {
    let box = line.box
    if block.kind == .verticalText, box.height > box.width {
      // Readers treat a column of upright characters as a line rotated clockwise.
      return BaselineFrame(
        from: onPage(Point(x: box.x, y: box.y)), to: onPage(Point(x: box.x, y: box.maxY)))
    }
    let first = line.baseline.first ?? Point(x: box.x, y: box.maxY)
    let last = line.baseline.last ?? Point(x: box.maxX, y: box.maxY)
    return BaselineFrame(from: onPage(first), to: onPage(last))
  }

  private func runs(of line: Line, frame: BaselineFrame) -> [TextRun] {
    let words = line.words.filter { word in
      let box = word.box
      return !word.text.isEmpty && [box.x, box.y, box.maxX, box.maxY].allSatisfy(\.isFinite) && box.width > 0
        && box.height > 0
    }
    return TextRun.grouped(words).map { group in
      TextRun(
        group.map { word in
          let corners = [Point(x: word.box.x, y: word.box.y), Point(x: word.box.maxX, y: word.box.maxY)].map(onPage)
          return (word.text, frame.extent(from: corners[0], to: corners[1]))
        })
    }
  }

  private func onPage(_ point: Point) -> (x: Double, y: Double) {
    (point.x * scale.x, pageHeight - point.y * scale.y)
  }

  /// Returns the font size at which ordinary letters have approximately the height of the line.
  private static func fontSize(for runs: [TextRun], frame: BaselineFrame) -> Double {
    let ascents = runs.map { run in
      let rise = abs(frame.slope) * (run.end - run.start) / 2
      return run.top - rise - frame.baseline(at: (run.start + run.end) / 2, tolerance: 0)
    }
    let heights = runs.map { $0.top - $0.bottom - abs(frame.slope) * ($0.end - $0.start) }
    let typical = runs.count * 4 / 5
    return max(ascents.sorted()[typical] / typicalAscent, heights.sorted()[typical] * 0.7)
  }

  private mutating func append(_ runs: [TextRun], frame: BaselineFrame, size: Double, endsWithSpace: Bool) {
    var (runs, size) = (shown(runs), size)
    // Readers need wider gaps in a line of single characters.
    let areSingle = runs.allSatisfy(\.isSingle)
    for index in runs.indices.dropLast() {
      let gap = areSingle ? Self.singleGap * size : Self.gap(after: runs[index], size: size)
      runs[index].keepAway(from: runs[index + 1], by: gap)
    }
    if areSingle {
      let gaps = zip(runs, runs.dropFirst()).map { max($1.start - $0.end, $0.start - $1.end) }
      if let gap = gaps.min() { size = max(min(size, gap / Self.widestThreshold), size / 2) }
    }
    content += Array("BT\n".utf8)
    var current = ""
    var pen = Pen(frame: frame)
    for (index, run) in runs.enumerated() {
      let glyphs = run.pieces.map { font.glyphs(of: $0.text) }
      let size = Self.fitting(size, run: run, glyphs: glyphs)
      let baseline = kept(Self.baseline(for: run, of: frame, size: size), of: frame)
      let variant = font.variant(
        InvisibleFont.Shape(
          ascent: Self.step((run.top - baseline) / size), descent: Self.step((baseline - run.bottom) / size)))
      variants[variant.name] = variant.object
      let selection = "/\(variant.name) \(PDFSyntax.number(size.rounded(toPlaces: 2))) Tf "
      if selection != current { content += Array(selection.utf8) }
      current = selection
      let hasSpace = index + 1 < runs.count || endsWithSpace
      for (number, piece) in run.pieces.enumerated() {
        append(
          piece, glyphs: glyphs[number], isRightToLeft: isTagged && run.isRightToLeft, pen: &pen, baseline: baseline,
          size: size, endsWithSpace: hasSpace && number + 1 == run.pieces.count)
      }
    }
    if pen.stretch != 100 { content += Array("100 Tz\n".utf8) }
    content += Array("ET\n".utf8)
  }

  /// Returns the runs with their characters in the order of the PDF's text. Right-to-left words are written in visual order, from left to right,
  /// because most readers recognize no spaces between words that run from right to left. In tagged text, words stay in logical order, in which they
  /// are read aloud.
  private func shown(_ runs: [TextRun]) -> [TextRun] {
    guard let first = runs.first, let last = runs.last,
      let line = PictureText(runs.flatMap { $0.pieces.map(\.text) }, isFromRight: first.start > last.start)
    else { return runs }
    guard !isTagged else { return runs.map { $0.withTexts { line.turned($0) } } }
    let seen = runs.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    return seen.indices.map { place in
      let left = place > 0 ? seen[place - 1] : nil
      let right = place + 1 < seen.count ? seen[place + 1] : nil
      let number = seen[place].offset
      return seen[place].element.withTexts {
        line.marked(
          $0, left: left?.element.text, right: right?.element.text, goesOn: left?.offset == number - 1,
          isContinued: right?.offset == number + 1)
      }
    }
  }

  /// Returns the width of the gap after a run, in points. Long runs can give up more space.
  private static func gap(after run: TextRun, size: Double) -> Double {
    size * min(max(0.08 * (run.end - run.start) / size, gaps.lowerBound), gaps.upperBound)
  }

  /// Returns the baseline for a run: the line's, unless the run is completely above it, as a dash, or below it.
  private static func baseline(for run: TextRun, of frame: BaselineFrame, size: Double) -> Double {
    let baseline = frame.baseline(at: (run.start + run.end) / 2, tolerance: 0.8 * size)
    return baseline < run.bottom - 0.06 * size ? run.bottom : min(baseline, run.top - 0.1 * size)
  }

  /// Limits a baseline to the page, because readers ignore text with a baseline outside the page.
  private func kept(_ baseline: Double, of frame: BaselineFrame) -> Double {
    let page = frame.extent(from: (0, 0), to: (pageWidth, pageHeight))
    return min(max(baseline, page.bottom), page.top)
  }

  private mutating func append(
    _ piece: TextRun.Piece, glyphs: [(code: Int, width: Int)], isRightToLeft: Bool, pen: inout Pen,
    baseline: Double, size: Double, endsWithSpace: Bool
  ) {
    let natural = Double(glyphs.reduce(0) { $0 + $1.width }) / 1000 * size
    guard natural > 0 else { return }
    let stretch = (piece.end - piece.start) / natural
    var shown = glyphs
    var start = piece.start
    let space = endsWithSpace ? font.glyphs(of: " ") : []
    if isRightToLeft {
      shown = space + glyphs
      start -= Double(space.reduce(0) { $0 + $1.width }) / 1000 * size * stretch
    } else {
      shown += space
    }
    // Tagged text must declare that its characters are in reverse order (14.8.2.3.3).
    let isMarkedAsReversed = isTagged && isRightToLeft
    if isMarkedAsReversed { content += Array("/ReversedChars BMC\n".utf8) }
    content += Array(
      pen.moved(along: start, across: baseline, stretch: stretch, width: piece.end - piece.start, size: size).utf8)
    for start in stride(from: 0, to: shown.count, by: Self.longestString) {
      let part = shown[start..<min(start + Self.longestString, shown.count)]
      content += PDFSyntax.literalString(part.flatMap { [UInt8($0.code >> 8), UInt8($0.code & 255)] })
      content += Array("Tj\n".utf8)
    }
    if isMarkedAsReversed { content += Array("EMC\n".utf8) }
  }

  /// Returns the font size, reduced if necessary so that the narrowest character of the run is wide enough.
  private static func fitting(_ size: Double, run: TextRun, glyphs: [[(code: Int, width: Int)]]) -> Double {
    var result = size
    for (piece, glyphs) in zip(run.pieces, glyphs) {
      let total = glyphs.reduce(0) { $0 + $1.width }
      guard total > 0, let narrowest = glyphs.map(\.width).min() else { continue }
      let advance = (piece.end - piece.start) * Double(narrowest) / Double(total)
      result = min(result, advance / narrowestAdvance)
    }
    return max(result, sizes.lowerBound)
  }

  /// Rounds a height, as a fraction of the font size, to a height of the font variants, in thousandths of the font size.
  private static func step(_ fraction: Double) -> Int {
    guard fraction > 0.04 else { return 1 }
    return min(Int((fraction * 12.5).rounded()) * 80, 1840)
  }
}
