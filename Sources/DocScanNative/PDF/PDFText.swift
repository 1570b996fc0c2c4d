// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
package import DocScanCore
internal import DocScanFiles
internal import DocScanVision
internal import DocScanWords
internal import Glibc

extension PDFPage {
  /// The number of words below which text on a scanned page counts as a stamp or a page number.
  private static let stampWords = 8
  /// The share of a page below which its pictures aren't worth recognizing.
  private static let leastPictureShare = 0.02

  func embeddedText(settings: PageSettings) throws(PageFailure) -> EmbeddedText? {
    guard width > 0, height > 0 else { return nil }
    let scale = settings.dpi / 72 * structure.unit
    guard max(width, height) * scale < 1e6 else { return nil }
    let image = RasterSize(
      width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())), dpi: settings.dpi)
    let all = try characters()
    let mayHide = structure.hidesText
    guard !all.isEmpty || structure.showsText || mayHide else {
      return settings.existingText == .strip ? EmbeddedText(nil, .keep, image: image, pageSize: size) : nil
    }
    let turn = PDFTextLayout.turn(of: all)
    let text = ExistingText(all, scale: scale, image: image)
    if settings.existingText == .skip || settings.existingText == .heal {
      let words = text?.wordCount ?? 0
      let share = words > 0 ? try pictureShare() : 0
      if words >= Self.stampWords || words > 0 && share < 0.5 {
        var own = try kept(text, turnedBy: turn, scale: scale, image: image)
        own.mayHideText = mayHide
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
    // Without hidden text, only the visible text is left.
    let cleared = mayHide ? file.clearedPage(number) : nil
    let visible: ExistingText?
    if let cleared {
      visible = ExistingText(try cleared.page(1).characters(), scale: scale, image: image)
    } else {
      visible = text
    }
    var own = EmbeddedText(visible, .recognize, image: image, pageSize: size)
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

  /// Returns the text of a kept page. Mostly rotated text is read from an upright page, because poppler orders it only within lines.
  private func kept(
    _ text: ExistingText?, turnedBy degrees: Int, scale: Double, image: RasterSize
  ) throws(PageFailure) -> EmbeddedText {
    guard degrees != 0, text != nil, let turned = file.turnedPage(number, by: degrees) else {
      return EmbeddedText(text, .keep, image: image, pageSize: size)
    }
    let isOnSide = degrees % 180 != 0
    let upright = RasterSize(
      width: isOnSide ? image.height : image.width, height: isOnSide ? image.width : image.height, dpi: image.dpi)
    guard let ordered = ExistingText(try turned.page(1).characters(), scale: scale, image: upright),
      ordered.wordCount >= text?.wordCount ?? 0
    else { return EmbeddedText(text, .keep, image: image, pageSize: size) }
    var own = EmbeddedText(ordered, .keep, image: upright, pageSize: size)
    (own.clockwiseDegrees, own.shown) = (degrees, image)
    return own
  }

  /// Returns the characters in reading order, with boxes in the page's units. poppler returns the text between the blocks nearest to two points, in
  /// its own order. Only points beyond all blocks are sure to select everything. Right-to-left text starts on the right.
  func characters() throws(PageFailure) -> [PDFTextLayout.Character] {
    let beyond = max(width, height)
    let fromLeft = try characters(from: (-beyond, -beyond), to: (width + beyond, height + beyond))
    let fromRight = try characters(from: (width + beyond, -beyond), to: (-beyond, height + beyond))
    let most = fromRight.count > fromLeft.count ? fromRight : fromLeft
    guard most.contains(where: \.scalar.isWrittenFromRight) else { return most }
    // With mixed directions, the first or the last line may be on one side of both points.
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
      let fonts = unsafe poppler_page_get_text_attributes_for_area(page, &area)
      defer { unsafe poppler_page_free_text_attributes(fonts) }
      let bold = unsafe Self.bold(fonts, count: scalars.count)
      return scalars.enumerated().map { index, scalar in
        let r = unsafe rectangles[index]
        return PDFTextLayout.Character(
          scalar: scalar, box: Box(x: r.x1, y: r.y1, width: max(r.x2 - r.x1, 0), height: max(r.y2 - r.y1, 0)),
          isBold: bold[index])
      }
    }
  }

  private static let (boldNames, codeNames) = (WordLists.words("font.bold"), WordLists.words("font.code"))

  // Returns whether each character is in a bold typeface. PDF files have no other name for the weight of a font.
  private static func bold(_ fonts: UnsafeMutablePointer<GList>?, count: Int) -> [Bool] {
    var bold = [Bool](repeating: false, count: count)
    var item = unsafe fonts
    while let current = unsafe item {
      if let font = unsafe current.pointee.data?.assumingMemoryBound(to: PopplerTextAttributes.self).pointee,
        let name = unsafe font.font_name
      {
        let lowercase = unsafe String(cString: name).lowercased()
        let (first, end) = unsafe (max(Int(font.start_index), 0), min(Int(font.end_index) + 1, count))
        // Programs in bold type are highlighted.
        if first < end, boldNames.contains(where: lowercase.contains), !codeNames.contains(where: lowercase.contains) {
          bold.replaceSubrange(first..<end, with: repeatElement(true, count: end - first))
        }
      }
      unsafe item = current.pointee.next
    }
    return bold
  }

  /// Removes as many direction marks as poppler adds without boxes. If mixed with the page's own, a few characters get their neighbors' boxes.
  private static func withoutMarks(_ text: String.UnicodeScalarView, count: Int) -> [Unicode.Scalar] {
    var added = text.count - count
    return text.filter { scalar in
      guard added > 0, (0x202A...0x202C).contains(scalar.value) else { return true }
      added -= 1
      return false
    }
  }

  /// Returns the pictures' share of the page, from 0 to more than 1 if they overlap.
  private func pictureShare() throws(PageFailure) -> Double {
    try pictureBoxes().reduce(0) { $0 + $1.width * $1.height } / (width * height)
  }

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

/// The text layer of a PDF page, with boxes in pixels of the displayed page.
package struct ExistingText: Hashable, Sendable {
  package let blocks: [Block]

  package var text: String { pageText(blocks) }

  package let unmappedShare: Double

  package var wordCount: Int { blocks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } } }

  private static let mostUnmapped = 0.3

  /// Lays out characters. Returns `nil` if too many are unmapped, or if they form no word.
  init?(_ characters: [PDFTextLayout.Character], scale: Double, image: RasterSize) {
    unmappedShare = PDFTextLayout.unmappedShare(of: characters)
    guard unmappedShare <= Self.mostUnmapped else { return nil }
    let whole = PDFTextLayout.withoutTears(characters)
    blocks = PDFTextLayout.blocks(of: PDFTextLayout.lines(of: whole, scale: scale, image: image))
    guard wordCount > 0 else { return nil }
  }
}

/// A PDF page's text layer and the page's treatment.
package struct EmbeddedText: Sendable {
  /// The treatment of a page that has text.
  package enum Treatment: Sendable {
    case keep
    case recognize
    case rasterize
  }

  /// The visible text, or `nil` if there is none. For a page that is kept in mode `skip` or `heal`, this includes invisible text.
  package private(set) var text: ExistingText?
  /// Whether the visible text is wrong and must become unreadable for programs when recognized text is added.
  package private(set) var isSilenced = false
  package var treatment: Treatment
  /// The page at the pipeline's resolution, with its text upright, to which the boxes of `text` refer.
  package let image: RasterSize
  /// The displayed page at the pipeline's resolution.
  package fileprivate(set) var shown: RasterSize
  /// The clockwise rotation from the displayed page to `image`, in degrees.
  package fileprivate(set) var clockwiseDegrees = 0
  /// The page's size, in points.
  package let pageSize: PageSize
  package var hasHiddenText = false
  /// Whether a kept page seems to contain invisible text, which another program usually recognized.
  package fileprivate(set) var mayHideText = false
  package fileprivate(set) var isUnusable = false
  /// The pictures of a kept page, in pixels of `image`, or empty if they cover too little.
  package fileprivate(set) var pictures: [Box] = []

  /// The variant for a page whose visible text is wrong, so the whole page is recognized.
  package var silenced: EmbeddedText {
    var own = recognized
    (own.text, own.isSilenced) = (nil, true)
    return own
  }

  package var turnMatrix: Homography {
    .quarterTurns(clockwiseDegrees: clockwiseDegrees, width: Double(shown.width), height: Double(shown.height))
  }

  /// The variant for a page whose text stays while the rest is recognized.
  package var recognized: EmbeddedText {
    var own = self
    own.treatment = .recognize
    return own
  }

  init(_ text: ExistingText?, _ treatment: Treatment, image: RasterSize, pageSize: PageSize) {
    (self.text, self.treatment, self.image, self.pageSize) = (text, treatment, image, pageSize)
    shown = image
  }
}

/// Groups the characters of a PDF page into words, lines and blocks.
enum PDFTextLayout {
  /// A character and its box, in the page's units from its top-left corner.
  struct Character {
    var scalar: Unicode.Scalar
    var box: Box
    var isBold = false
  }

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

  /// The share of steps between letters that must agree on a rotation.
  private static let mostlyTurned = 0.7
  private static let fewestSteps = 8

  /// Returns the clockwise rotation that makes most text upright: 0, 90, or 270 degrees. East Asian characters are ignored: some run down the page.
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

  // The usual ratio of the strokes of bold and regular typefaces.
  private static let boldWeight = 1.4

  static func lines(of characters: [Character], scale: Double, image: RasterSize) -> [Line] {
    let isBold = isMostlyBold(characters[...])
    return characters.split { $0.scalar == "\n" || $0.scalar == "\r" || $0.scalar == "\u{0C}" }.compactMap { line in
      let words = line.split { $0.scalar.properties.isWhitespace }.flatMap(parts).compactMap {
        word(of: $0, scale: scale, image: image)
      }
      guard let first = words.first else { return nil }
      let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
      // Boxes include ascenders and descenders, so the baseline is about a fifth above the lower edge.
      let baseline = box.maxY - 0.2 * box.height
      let weight: Double? = isMostlyBold(line) == isBold ? nil : isBold ? 1 / boldWeight : boldWeight
      return Line(
        text: joinedText(words), confidence: 1, box: box,
        baseline: [Point(x: box.x, y: baseline), Point(x: box.maxX, y: baseline)], words: words, weight: weight)
    }
  }

  private static func isMostlyBold(_ characters: ArraySlice<Character>) -> Bool {
    let letters = characters.filter { isLetter($0.scalar) }
    return 2 * letters.count(where: \.isBold) > letters.count
  }

  // The minimum number of dots that lead from a name to its value.
  private static let fewestDots = 6

  /// Splits characters at wide gaps and at leaders, because table cells may follow each other without white space.
  private static func parts(of characters: ArraySlice<Character>) -> [ArraySlice<Character>] {
    var parts: [ArraySlice<Character>] = []
    var start = characters.startIndex
    for index in characters.indices.dropFirst() {
      let (last, next) = (characters[index - 1].box, characters[index].box)
      let gap = max(next.x - last.maxX, last.x - next.maxX, next.y - last.maxY, last.y - next.maxY)
      // For upright and rotated text alike, the smaller side of the boxes gives the type size.
      if gap > 0.5 * max(min(last.width, last.height), min(next.width, next.height))
        || (characters[index - 1].scalar == ".") != (characters[index].scalar == ".")
          && (isLeader(characters[..<index].suffix(fewestDots)) || isLeader(characters[index...].prefix(fewestDots)))
      {
        parts.append(characters[start..<index])
        start = index
      }
    }
    return parts + [characters[start...]]
  }

  private static func isLeader(_ characters: ArraySlice<Character>) -> Bool {
    characters.count == fewestDots && characters.allSatisfy { $0.scalar == "." }
  }

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

  /// Returns whether a line continues a block, whose lines may be as far apart as they are high. `usual` is the previous gap.
  private static func continues(_ last: Line, _ next: Line, gap usual: Double?) -> Bool {
    let (small, large) = (min(last.box.height, next.box.height), max(last.box.height, next.box.height))
    let gap = next.box.y - last.box.maxY
    let overlap = min(last.box.maxX, next.box.maxX) - max(last.box.x, next.box.x)
    let most = usual.map { $0 + 0.4 * large } ?? large
    return large < 1.6 * small && gap > -0.6 * large && gap < most && next.box.y > last.box.y && overlap > 0
  }
}
