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
    let turn = PDFTextLayout.turn(of: all)
    let text = ExistingText(all, scale: scale, image: image)
    if settings.existingText == .skip || settings.existingText == .heal {
      let words = text?.wordCount ?? 0
      let share = words > 0 ? try pictureShare() : 0
      if words >= Self.stampWords || words > 0 && share < 0.5 {
        var own = try kept(text, turnedBy: turn, scale: scale, image: image)
        own.pictures =
          share < Self.leastPictureShare
          ? []
          : try pictureBoxes().map {
            let box = Box(x: $0.x * scale, y: $0.y * scale, width: $0.width * scale, height: $0.height * scale)
            return Box(around: box.corners.map { own.turnMatrix($0) })
          }
        return own
      }
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
    own.isUnusable = text == nil && !all.isEmpty
    switch settings.existingText {
    case .skip, .heal: break
    case .redo:
      if visible != nil, try pictureShare() < Self.leastPictureShare {
        own.treatment = .keep
        if cleared == nil { return try kept(visible, turnedBy: turn, scale: scale, image: image) }
      }
    case .strip: own.treatment = .keep
    case .force: if structure.showsText { own.treatment = .rasterize }
    }
    return own
  }

  /// The text of a page that stays; if most of it is turned, in the order of the page after a turn that makes it upright.
  ///
  /// poppler orders upright text by lines and columns, and turned text only within its lines.
  private func kept(
    _ text: ExistingText?, turnedBy degrees: Int, scale: Double, image: RasterSize
  ) throws(PageFailure) -> OwnText {
    guard degrees != 0, text != nil, let turned = file.turnedPage(number, by: degrees) else {
      return OwnText(text, .keep, image: image, pageSize: size)
    }
    let isOnSide = degrees % 180 != 0
    let upright = RasterSize(
      width: isOnSide ? image.height : image.width, height: isOnSide ? image.width : image.height, dpi: image.dpi)
    guard let ordered = ExistingText(try turned.page(1).characters(), scale: scale, image: upright),
      ordered.wordCount >= text?.wordCount ?? 0
    else { return OwnText(text, .keep, image: image, pageSize: size) }
    var own = OwnText(ordered, .keep, image: upright, pageSize: size)
    (own.clockwiseDegrees, own.shown) = (degrees, image)
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

  /// The share of the page that pictures cover, from 0; more than 1 if pictures overlap.
  private func pictureShare() throws(PageFailure) -> Double {
    try pictureBoxes().reduce(0) { $0 + $1.width * $1.height } / (width * height)
  }

  /// The visible parts of the page's pictures, in units of the page.
  private func pictureBoxes() throws(PageFailure) -> [Box] {
    try unsafe withUnsafePage { page throws(PageFailure) in
      let list = unsafe poppler_page_get_image_mapping(page)
      defer { unsafe poppler_page_free_image_mapping(list) }
      var boxes: [Box] = []
      var item = unsafe list
      while let current = unsafe item {
        if let area = unsafe current.pointee.data?.assumingMemoryBound(to: PopplerImageMapping.self).pointee.area {
          let (left, top) = (max(area.x1, 0), max(area.y1, 0))
          let (across, down) = (min(area.x2, width) - left, min(area.y2, height) - top)
          if across > 0, down > 0 { boxes.append(Box(x: left, y: top, width: across, height: down)) }
        }
        unsafe item = current.pointee.next
      }
      return boxes
    }
  }
}

/// The text that a PDF page shows by itself; boxes are in pixels of an image of the displayed page.
package struct ExistingText: Hashable, Sendable {
  /// The text, in pixels of the page as it is loaded.
  package let blocks: [Block]

  /// The page's text: lines end with a line feed, blocks are separated by an empty line.
  package var text: String { pageText(blocks) }

  /// The share of the characters without a meaning in Unicode, from 0 to 1.
  package let unmappedShare: Double

  /// The number of words.
  package var wordCount: Int { blocks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } } }

  /// With a larger share of characters without a meaning, the text is of no use.
  private static let mostUnmapped = 0.3

  /// Puts characters together; nil when they make no sense, or no word.
  init?(_ characters: [PDFTextLayout.Character], scale: Double, image: RasterSize) {
    unmappedShare = PDFTextLayout.unmappedShare(of: characters)
    guard unmappedShare <= Self.mostUnmapped else { return nil }
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
  package private(set) var text: ExistingText?
  /// Whether the visible text is wrong, and loses its meaning when the recognized text is laid over the page.
  package private(set) var isSilenced = false
  /// What becomes of it.
  package var treatment: Treatment
  /// The page at the pipeline's resolution, with its text upright: boxes of `text` lie in it.
  package let image: RasterSize
  /// The displayed page at the pipeline's resolution.
  package fileprivate(set) var shown: RasterSize
  /// The clockwise turn from the displayed page to `image`.
  package fileprivate(set) var clockwiseDegrees = 0
  /// In PDF points.
  package let pageSize: PageSize
  /// Whether the page has invisible text that has to be removed.
  package var hasHiddenText = false
  /// Whether the page has text without a meaning in Unicode.
  package fileprivate(set) var isUnusable = false
  /// The pictures of a page that is kept, in pixels of `image`; empty if they cover next to nothing.
  package fileprivate(set) var pictures: [Box] = []

  /// A copy for a page whose visible text is wrong: all of the page is recognized.
  package var silenced: OwnText {
    var own = recognized
    (own.text, own.isSilenced) = (nil, true)
    return own
  }

  /// From pixels of the displayed page to pixels of `image`.
  package var turnMatrix: Homography {
    .quarterTurns(clockwiseDegrees: clockwiseDegrees, width: Double(shown.width), height: Double(shown.height))
  }

  /// A copy for a page whose text stays, and on which everything else is recognized.
  package var recognized: OwnText {
    var own = self
    own.treatment = .recognize
    return own
  }

  init(_ text: ExistingText?, _ treatment: Treatment, image: RasterSize, pageSize: PageSize) {
    (self.text, self.treatment, self.image, self.pageSize) = (text, treatment, image, pageSize)
    shown = image
  }
}

/// Puts the characters of a PDF page together to words, lines and blocks.
enum PDFTextLayout {
  /// A character and its box in units of the page, from its top-left corner.
  struct Character {
    var scalar: Unicode.Scalar
    var box: Box
  }

  /// The share of the visible characters that have no meaning in Unicode; 1 if none is visible.
  static func unmappedShare(of characters: [Character]) -> Double {
    let visible = characters.filter { !$0.scalar.properties.isWhitespace }
    let lost = visible.count { character in
      switch character.scalar.properties.generalCategory {
      case .control, .privateUse, .surrogate, .unassigned: true
      case _: character.scalar == "\u{FFFD}"
      }
    }
    return visible.isEmpty ? 1 : Double(lost) / Double(visible.count)
  }

  /// The share of the steps from letter to letter that show which way a page has to be turned.
  private static let mostlyTurned = 0.7
  /// Fewer steps don't show a direction.
  private static let fewestSteps = 8

  /// The clockwise turn that makes most of the text upright, in degrees: 0, 90, or 270.
  ///
  /// Chinese, Japanese, and Korean signs also run down the page if they are upright. Text that is upside down is in order already.
  static func turn(of characters: [Character]) -> Int {
    var (across, up, down) = (0, 0, 0)
    for (last, next) in zip(characters, characters.dropFirst()) {
      guard isLetter(last.scalar), isLetter(next.scalar) else { continue }
      let (x, y) = (abs(next.box.middleX - last.box.middleX), next.box.middleY - last.box.middleY)
      if abs(y) <= x {
        across += 1
      } else if y < 0 {
        up += 1
      } else {
        down += 1
      }
    }
    let least = max(mostlyTurned * Double(across + up + down), Double(fewestSteps))
    return Double(up) >= least ? 90 : Double(down) >= least ? 270 : 0
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.isAlphabetic || scalar.properties.numericType != nil) && !isWrittenWithoutSpaces(scalar)
      && !isHangul(scalar)
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
