// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
package import DocScanCore
internal import Glibc

extension PDFPage {
  /// On a page that is mostly a picture, fewer words than this are a stamp or a page number over a scan.
  private static let stampWords = 8
  /// Pictures that cover less of a page than this are not worth being read.
  private static let leastPictureShare = 0.02

  /// The text that the page has already, and what is to be done about it; nil for a page that is recognized as a whole.
  func ownText(settings: PageSettings) throws(PageFailure) -> OwnText? {
    guard width > 0, height > 0 else { return nil }
    let scale = settings.dpi / 72 * structure.unit
    guard max(width, height) * scale < 1e6 else { return nil }
    let image = RasterSize(
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())), dpi: settings.dpi)
    let all = try characters()
    let mayHide = structure.hidesText
    guard !all.isEmpty || structure.showsText || mayHide else {
      return settings.existingText == .strip ? OwnText(nil, .keep, image: image, pageSize: size) : nil
    }
    let text = ExistingText(all, scale: scale, image: image)
    if settings.existingText == .skip {
      let words = text?.wordCount ?? 0
      if words >= Self.stampWords { return OwnText(text, .keep, image: image, pageSize: size) }
      if words > 0, try pictureShare() < 0.5 { return OwnText(text, .keep, image: image, pageSize: size) }
    }
    // What is seen is left when everything else is taken out.
    let cleared = mayHide ? file.clearedPage(number) : nil
    let visible: ExistingText?
    if let cleared {
      visible = ExistingText(try cleared.page(1).characters(), scale: scale, image: image)
    } else {
      visible = text
    }
    var own = OwnText(visible, .recognize, image: image, pageSize: size)
    own.hasHiddenText = cleared != nil
    switch settings.existingText {
    case .skip: break
    case .redo: if visible != nil, try pictureShare() < Self.leastPictureShare { own.treatment = .keep }
    case .strip: own.treatment = .keep
    case .force: if structure.showsText { own.treatment = .rasterize }
    }
    return own
  }

  /// Every character that the page shows, in reading order, with its box in units of the page.
  ///
  /// poppler gives what lies between the blocks that are nearest to two points, in its own order of the blocks. Only points
  /// beyond all blocks stand for the first and the last one; in a text from right to left the first is at the right.
  func characters() throws(PageFailure) -> [PDFTextLayout.Character] {
    let beyond = max(width, height)
    let fromLeft = try characters(from: (-beyond, -beyond), to: (width + beyond, height + beyond))
    let fromRight = try characters(from: (width + beyond, -beyond), to: (-beyond, height + beyond))
    let most = fromRight.count > fromLeft.count ? fromRight : fromLeft
    guard most.contains(where: \.scalar.isWrittenFromRight) else { return most }
    // Where directions are mixed, the first line or the last one may lie on one side of both points.
    let left = try characters(from: (-beyond, -beyond), to: (-beyond, height + beyond))
    let right = try characters(from: (width + beyond, -beyond), to: (width + beyond, height + beyond))
    return [left, right].reduce(most) { $1.count > $0.count ? $1 : $0 }
  }

  private func characters(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) throws(PageFailure) -> [PDFTextLayout.Character] {
    try unsafe withUnsafePage { page throws(PageFailure) in
      var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
      guard let text = unsafe poppler_page_get_text_for_area(page, &area) else { return [] }
      defer { unsafe g_free(text) }
      var rectangles: UnsafeMutablePointer<PopplerRectangle>?
      var count: UInt32 = 0
      unsafe poppler_page_get_text_layout_for_area(page, &area, &rectangles, &count)
      defer { unsafe g_free(rectangles) }
      let scalars = unsafe Self.withoutMarks(String(cString: text).unicodeScalars, count: Int(count))
      guard let rectangles = unsafe rectangles, scalars.count == Int(count) else { return [] }
      return scalars.enumerated().map { index, scalar in
        let r = unsafe rectangles[index]
        return PDFTextLayout.Character(
          scalar: scalar, box: Box(x: r.x1, y: r.y1, width: max(r.x2 - r.x1, 0), height: max(r.y2 - r.y1, 0)))
      }
    }
  }

  /// The characters that have a box: poppler adds marks of direction to its text, which have none.
  ///
  /// The page may have such marks of its own, with boxes, so only as many go as poppler has added. Which of them it has, it doesn't
  /// say: where the page's own are among them, a few characters get their neighbors' boxes.
  private static func withoutMarks(_ text: String.UnicodeScalarView, count: Int) -> [Unicode.Scalar] {
    var added = text.count - count
    return text.filter { scalar in
      guard added > 0, (0x202A...0x202C).contains(scalar.value) else { return true }
      added -= 1
      return false
    }
  }

  /// How much of the page pictures cover, 0 to 1 and more.
  private func pictureShare() throws(PageFailure) -> Double {
    try unsafe withUnsafePage { page throws(PageFailure) in
      let list = unsafe poppler_page_get_image_mapping(page)
      defer { unsafe poppler_page_free_image_mapping(list) }
      var covered = 0.0
      var item = unsafe list
      while let current = unsafe item {
        if let area = unsafe current.pointee.data?.assumingMemoryBound(to: PopplerImageMapping.self).pointee.area {
          let across = min(area.x2, width) - max(area.x1, 0)
          let down = min(area.y2, height) - max(area.y1, 0)
          covered += max(across, 0) * max(down, 0)
        }
        unsafe item = current.pointee.next
      }
      return covered / (width * height)
    }
  }
}

/// The text that a PDF page shows by itself; boxes are in pixels of an image of the displayed page.
package struct ExistingText: Hashable, Sendable {
  /// The text, in pixels of the page as it is loaded.
  package let blocks: [Block]

  /// The page's text: lines end with a line feed, blocks are separated by an empty line.
  package var text: String { pageText(blocks) }

  /// The number of words.
  package var wordCount: Int { blocks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } } }

  /// Puts characters together; nil when they make no sense, or no word.
  init?(_ characters: [PDFTextLayout.Character], scale: Double, image: RasterSize) {
    guard PDFTextLayout.isUsable(characters) else { return nil }
    blocks = PDFTextLayout.blocks(of: PDFTextLayout.lines(of: characters, scale: scale, image: image))
    guard wordCount > 0 else { return nil }
  }
}

/// A PDF page's own text, and what is to be done with the page because of it.
package struct OwnText: Sendable {
  /// What is to be done with the page.
  package enum Treatment: Sendable {
    /// The page stays as it is, and its text is copied.
    case keep
    /// The page is recognized, except for the text that is seen.
    case recognize
    /// The page becomes a picture, which is recognized.
    case rasterize
  }

  /// The text that is seen, or with `keep` in mode `skip`, all text; nil when there is none.
  package let text: ExistingText?
  /// What becomes of it.
  package var treatment: Treatment
  /// The displayed page at the pipeline's resolution: boxes of `text` lie in it.
  package let image: RasterSize
  /// In PDF points.
  package let pageSize: PageSize
  /// Whether the page has invisible text that has to be removed.
  package var hasHiddenText = false

  init(_ text: ExistingText?, _ treatment: Treatment, image: RasterSize, pageSize: PageSize) {
    (self.text, self.treatment, self.image, self.pageSize) = (text, treatment, image, pageSize)
  }
}

/// Puts the characters of a PDF page together to words, lines and blocks.
enum PDFTextLayout {
  /// A character and its box in units of the page, from its top-left corner.
  struct Character {
    var scalar: Unicode.Scalar
    var box: Box
  }

  /// Whether the characters mean something: at most 30 % of them have no place in Unicode.
  static func isUsable(_ characters: [Character]) -> Bool {
    let visible = characters.filter { !$0.scalar.properties.isWhitespace }
    let lost = visible.count { character in
      switch character.scalar.properties.generalCategory {
      case .control, .privateUse, .surrogate, .unassigned: true
      case _: character.scalar == "\u{FFFD}"
      }
    }
    return !visible.isEmpty && Double(lost) <= 0.3 * Double(visible.count)
  }

  /// Words end at white space, lines at line ends. Boxes are in pixels of `image`.
  static func lines(of characters: [Character], scale: Double, image: RasterSize) -> [Line] {
    characters.split { $0.scalar == "\n" || $0.scalar == "\r" || $0.scalar == "\u{0C}" }.compactMap { line in
      let words = line.split { $0.scalar.properties.isWhitespace }.flatMap(parts).compactMap {
        word(of: $0, scale: scale, image: image)
      }
      guard let first = words.first else { return nil }
      let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
      // Ascenders and descenders are in the box: the baseline lies about a fifth above its lower edge.
      let baseline = box.maxY - 0.2 * box.height
      return Line(
        text: joinedText(words), confidence: 1, box: box,
        baseline: [Point(x: box.x, y: baseline), Point(x: box.maxX, y: baseline)], words: words)
    }
  }

  /// Cells of a table may follow each other without white space: characters with a wide gap between them are two words.
  private static func parts(of characters: ArraySlice<Character>) -> [ArraySlice<Character>] {
    var parts: [ArraySlice<Character>] = []
    var start = characters.startIndex
    for index in characters.indices.dropFirst() {
      let (last, next) = (characters[index - 1].box, characters[index].box)
      let gap = max(next.x - last.maxX, last.x - next.maxX, next.y - last.maxY, last.y - next.maxY)
      // Along a line of upright or of turned text, the smaller side of the boxes tells the size of the type.
      if gap > 0.5 * max(min(last.width, last.height), min(next.width, next.height)) {
        parts.append(characters[start..<index])
        start = index
      }
    }
    return parts + [characters[start...]]
  }

  /// Nil for a word that is outside the page or invisible.
  private static func word(of characters: ArraySlice<Character>, scale: Double, image: RasterSize) -> Word? {
    let boxes = characters.map(\.box)
    guard let first = boxes.first else { return nil }
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    let box = Box(x: all.x * scale, y: all.y * scale, width: all.width * scale, height: all.height * scale)
      .clamped(to: image)
    guard box.width > 0, box.height > 0 else { return nil }
    let scalars = characters.map(\.scalar).filter { !$0.isControl }
    guard !scalars.isEmpty else { return nil }
    let text = String(String.UnicodeScalarView(scalars))
    return Word(text: text.composed, confidence: 1, box: box)
  }

  /// A block ends where the next line is not below the last, or further below than lines were so far, or of another size.
  static func blocks(of lines: [Line]) -> [Block] {
    var blocks: [Block] = []
    var gap: Double?
    for line in lines {
      if let last = blocks.last?.lines.last, continues(last, line, gap: gap) {
        blocks[blocks.count - 1].lines.append(line)
        blocks[blocks.count - 1].box = blocks[blocks.count - 1].box.union(line.box)
        gap = line.box.y - last.box.maxY
      } else {
        blocks.append(Block(kind: .text, box: line.box, lines: [line]))
        gap = nil
      }
    }
    return blocks
  }

  /// Lines may be set as wide apart as they are high; `usual` is the gap between the lines before.
  private static func continues(_ last: Line, _ next: Line, gap usual: Double?) -> Bool {
    let (small, large) = (min(last.box.height, next.box.height), max(last.box.height, next.box.height))
    let gap = next.box.y - last.box.maxY
    let overlap = min(last.box.maxX, next.box.maxX) - max(last.box.x, next.box.x)
    let most = usual.map { $0 + 0.4 * large } ?? large
    return large < 1.6 * small && gap > -0.6 * large && gap < most && next.box.y > last.box.y && overlap > 0
  }
}
