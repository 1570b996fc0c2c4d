// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanNative
internal import DocScanReading
internal import DocScanTypedData
internal import DocScanVision

/// Compares the text of a PDF page with a small picture of the page.
struct EmbeddedTextLook {
  /// Reads a line of the picture, given the text that it should have. Returns `nil` if no installed language reads the text's script.
  typealias LineReader = (_ line: Raster, _ dpi: Double, _ text: String) throws(PageFailure) -> [Word]?

  private let text: ExistingText
  private let size: RasterSize
  private let pictures: [Box]
  private let view: Raster
  private let dpi: Double
  let page: PageContext
  /// Whether the picture shows the whole page. If a font is damaged, the drawing lacks letters although the text may be right.
  private let isDrawn: Bool
  private let mayHideText: Bool
  /// The lines of writing in the picture, in pixels of the page, each with the share of its length that no word covers.
  private let writing: [(corners: [Point], uncovered: Double)]

  private static let uncovered = 0.7
  /// The minimum number of text lines in pictures for reading the pictures. Logos and charts have a few lines, too.
  private static let fewestLines = 3
  /// The minimum share of the page's text lines in pictures for reading the pictures.
  private static let leastPictured = 0.15
  /// The share of the page's text, by length of lines, below which the covered text counts as only a line in the margin.
  private static let mostInMargin = 0.25

  init?(_ own: EmbeddedText, of reference: PageReference, in file: DocumentFile, settings: PageSettings)
    throws(PageFailure)
  {
    guard let text = own.text else { return nil }
    (self.text, size, pictures, mayHideText) = (text, own.image, own.pictures, own.mayHideText)
    let look = try file.look(at: reference.sourcePage, settings: settings)
    (view, dpi) = (try look.image.turned(clockwiseDegrees: own.clockwiseDegrees), look.dpi)
    if look.isComplete || !own.mayHideText {
      isDrawn = look.isComplete
    } else {
      // A missing font doesn't matter if it is only used for invisible text.
      isDrawn = try Self.hasNoVisibleText(reference, in: file, settings: settings)
    }
    page = PageContext(reference: reference, view: view, of: size)
    let words = UnreadText(text.blocks, on: size)
    writing = isDrawn ? try page.writtenLines().map { ($0, words.share(of: $0)) } : []
  }

  private static func hasNoVisibleText(
    _ page: PageReference, in file: DocumentFile, settings: PageSettings
  ) throws(PageFailure) -> Bool {
    try file.embeddedText(page: page.sourcePage, settings: settings.with(.redo))?.text == nil
  }

  var hasUnreadPicture: Bool {
    let unread = writing.filter { line in
      line.uncovered >= Self.uncovered && pictures.contains { $0.contains(Box(around: line.corners).center) }
    }
    guard unread.count >= Self.fewestLines else { return false }
    let (all, pictured) = (Self.length(of: writing.map(\.corners)), Self.length(of: unread.map(\.corners)))
    return pictured >= Self.leastPictured * all
  }

  /// Whether nearly all of the page's text is in pictures, and the text layer is only a line in the margin.
  var isMostlyUnread: Bool {
    let all = Self.length(of: writing.map(\.corners))
    let covered = writing.reduce(0) { $0 + Self.length(of: [$1.corners]) * (1 - $1.uncovered) }
    return covered < Self.mostInMargin * all
  }

  private static func length(of lines: [[Point]]) -> Double {
    lines.reduce(0) { sum, line in
      let box = Box(around: line)
      return sum + max(box.width, box.height)
    }
  }

  // MARK: Evidence

  private static let fewestLetters = 80
  /// The number of lines to read as a sample, and the minimum number of letters and digits in each of them.
  private static let (sampled, fewestSigns) = (4, 8)

  func check(isThorough: Bool, read: LineReader?) throws(PageFailure) -> TextCheck {
    let evidence = cheapEvidence()
    let cheap = TextCheckModel.cheap.check(evidence)
    // Without a language, there is no evidence that the map to Unicode is right. Invisible words may be in the wrong order: each is then at the place
    // of another one.
    let isPlain = cheap.probability >= TextCheckModel.plain && evidence.language != nil && !mayHideText
    guard let read, isDrawn, isThorough || !isPlain else { return cheap }
    let sampled = try sampledEvidence(evidence, read: read)
    return sampled.agreement == nil ? cheap : TextCheckModel.sampled.check(sampled)
  }

  func cheapEvidence() -> TextCheck.Evidence {
    var evidence = TextCheck.Evidence()
    let words = text.blocks.words
    let all = WordShapes(words)
    evidence.unmapped = text.unmappedShare
    (evidence.odd, evidence.single, evidence.encoding) = (all.odd, all.single, all.encoding)
    evidence.doubled = Self.doubled(words.map(\.box))
    let scalars = Array(text.text.unicodeScalars.prefix(8000))
    if scalars.count(where: \.properties.isAlphabetic) >= Self.fewestLetters {
      let found = LetterSequences(scalars)
      evidence.language = found.isReliable ? found.share : found.share / 2
      evidence.fit = min(1, found.score / 1000)
    }
    guard isDrawn else { return evidence.rounded }
    let copied = RecognizedPage(
      document: DocumentReference(name: "", sha256: "", pageCount: 1), page: page.reference, status: .copied,
      image: size, blocks: text.blocks)
    let ink = PictureCheck.ink(under: copied, in: view)
    (evidence.words, evidence.betweenWords, evidence.betweenLines) = (ink.words, ink.betweenWords, ink.betweenLines)
    let length = Self.length(of: writing.map(\.corners))
    if length > 0 {
      evidence.unread =
        writing.reduce(0) { $0 + Self.length(of: [$1.corners]) * $1.uncovered } / length
    }
    return evidence.rounded
  }

  func sampledEvidence(_ evidence: TextCheck.Evidence, read: LineReader) throws(PageFailure) -> TextCheck.Evidence {
    var evidence = evidence
    var (wrong, all, confidence) = (0.0, 0.0, 0.0)
    let scale = Double(view.width) / Double(size.width)
    for line in sampledLines {
      let margin = 0.15 * line.box.height
      let box = Box(
        x: (line.box.x - 2 * margin) * scale, y: (line.box.y - margin) * scale,
        width: (line.box.width + 4 * margin) * scale, height: (line.box.height + 2 * margin) * scale
      ).clamped(to: RasterSize(width: view.width, height: view.height, dpi: dpi))
      guard box.width >= 8, box.height >= 4, let words = try read(try view.cropped(to: box), dpi, line.text) else {
        continue
      }
      let (said, seen) = (Self.signs(line.text), Self.signs(joinedText(words)))
      let length = Double(max(said.count, seen.count, 1))
      let way = EditDistance(from: said.count, to: seen.count) { step in
        guard let one = step.first.first, let two = step.second.first else { return 1 }
        return said[one] == seen[two] ? 0 : 1
      }
      wrong += min(way?.distance ?? length, length)
      all += length
      confidence += meanConfidence(words) * length
    }
    guard all > 0 else { return evidence }
    evidence.agreement = 1 - wrong / all
    evidence.readConfidence = min(max(confidence / all, 0), 1)
    return evidence.rounded
  }

  private var sampledLines: [Line] {
    let lines = text.blocks.flatMap(\.lines).filter { line in
      line.box.width > 2 * line.box.height
        && line.text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
          >= Self.fewestSigns
    }
    guard let top = lines.map(\.box.y).min(), let bottom = lines.map(\.box.y).max() else { return [] }
    let band = max((bottom - top) / Double(Self.sampled), 1)
    var best: [Int: Line] = [:]
    for line in lines {
      let index = min(Int((line.box.y - top) / band), Self.sampled - 1)
      if line.text.count > best[index]?.text.count ?? 0 { best[index] = line }
    }
    // The beginning of a line is enough.
    return best.sorted { $0.key < $1.key }.map { _, line in
      let limit = line.box.x + 30 * line.box.height
      let words = line.words.prefix { $0.box.maxX <= limit }
      return words.isEmpty || words.count == line.words.count ? line : line.made(of: Array(words)) ?? line
    }
  }

  /// Returns the characters to compare: without spaces, and with one form of each letter and mark.
  private static func signs(_ text: String) -> [Unicode.Scalar] {
    let same: [Unicode.Scalar: Unicode.Scalar] = [
      "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": ",", "–": "-", "—": "-",
      "−": "-", "‐": "-", "•": "*", "·": "*",
    ]
    let ligatures: [Unicode.Scalar: [Unicode.Scalar]] = [
      "ﬀ": ["f", "f"], "ﬁ": ["f", "i"], "ﬂ": ["f", "l"], "ﬃ": ["f", "f", "i"], "ﬄ": ["f", "f", "l"],
      "…": [".", ".", "."],
    ]
    return text.unicodeScalars.flatMap { ligatures[$0] ?? [same[$0] ?? $0] }.filter {
      !$0.properties.isWhitespace && !$0.isControl
    }
  }

  /// Returns the share of the boxes that overlap another box by more than half of the smaller box.
  private static func doubled(_ boxes: [Box]) -> Double {
    guard boxes.count > 1 else { return 0 }
    let sorted = boxes.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    var covered = [Bool](repeating: false, count: sorted.count)
    for (index, box) in sorted.enumerated() {
      for next in (index + 1)..<max(sorted.count, index + 1) {
        guard sorted[next].x < box.maxX else { break }
        let across = min(box.maxX, sorted[next].maxX) - sorted[next].x
        let down = min(box.maxY, sorted[next].maxY) - max(box.y, sorted[next].y)
        let smaller = min(box.width * box.height, sorted[next].width * sorted[next].height)
        if down > 0, smaller > 0, across * down > 0.5 * smaller { (covered[index], covered[next]) = (true, true) }
      }
    }
    return Double(covered.count { $0 }) / Double(sorted.count)
  }
}

extension TextCheck.Evidence {
  fileprivate var rounded: Self {
    func share(_ value: Double) -> Double { min(max(value, 0), 1).rounded(toPlaces: 4) }
    var evidence = self
    for path in Self.always { evidence[keyPath: path] = share(evidence[keyPath: path]) }
    for path in Self.sometimes { evidence[keyPath: path] = evidence[keyPath: path].map(share) }
    return evidence
  }

  private static var always: [WritableKeyPath<Self, Double>] {
    [\.unmapped, \.encoding, \.odd, \.single, \.doubled]
  }

  private static var sometimes: [WritableKeyPath<Self, Double?>] {
    [
      \.language, \.fit, \.words, \.betweenWords, \.betweenLines, \.unread, \.agreement, \.readConfidence,
    ]
  }
}
