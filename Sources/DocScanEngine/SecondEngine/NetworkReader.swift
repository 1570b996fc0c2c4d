// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision
internal import Glibc

/// Reads pages with networks: whole pages, or the parts that Tesseract doubts or missed.
final class NetworkReader {
  static let models: [NeuralModel] = [.textDetection, .textRecognition]

  /// The resolution above which networks are slower but not better.
  private static let highestDPI = 300.0
  /// The probability of a word below which its line is read again.
  static let sure = 0.9  // Chosen: 0.85 to 0.95 (doubt).
  /// The minimum share of a line's length that words cover. With less, the line wasn't read to its end.
  private static let covered = 0.6  // Chosen: 0.4 to 0.8 (doubt).
  /// The shares of doubtful words and of unread text above which a page is read again.
  private static let doubtfulWords = 0.05  // Chosen: 0.02 to 0.1 (doubt).
  private static let unread = 0.1  // Chosen: 0.05 to 0.2 (doubt).
  /// The share of doubtful words above which a page is poor. On a poor page, lines are detected again, and all doubtful lines are read again.
  private static let poor = 0.1  // Chosen: 0.05 to 0.25 (doubt).
  /// The share of doubtful words above which Tesseract can't read a page, such as handwriting.
  private static let illegible = 0.5
  /// The maximum share of the text, by length, that is read again on pages that aren't poor.
  private static let mostRead = 0.5  // Chosen: 0.25 to 0.8 (doubt).
  /// The number of places after which rereading stops unless it has changed `leastChanged` of them.
  private static let trial = 4
  private static let leastChanged = 0.2  // Chosen: 0 to 0.5 (doubt).
  /// The share of a line's length covered by words below which the line counts as missed.
  private static let missed = 0.25  // Chosen: 0.1 to 0.6 (doubt).
  private static let cutHeight = 48.0
  /// The number of lines that show a page's script, and the least number of different characters in it and their share of the letters.
  private static let (linesOfScript, leastOfScript, shareOfScript) = (12, 6, 0.5)
  private static let kanaShare = 0.1

  private let finder: LineFinder
  private let recognition: NeuralNetwork
  private var ownReader: LineReader?
  private let added: [(recognizer: AddedRecognizer, reader: LineReader)]

  let combination: EngineChoice.Combination

  /// Returns `nil` if the networks aren't installed.
  init?(_ networks: NeuralNetworks, _ combination: EngineChoice.Combination) {
    guard let detection = networks[.textDetection], let recognition = networks[.textRecognition] else { return nil }
    self.combination = combination
    finder = LineFinder(detection)
    self.recognition = recognition
    added = networks.added
  }

  /// Returns the reader of a page's languages, or `nil`. The user's recognizers come first, those of handwriting only if most words are doubtful.
  private func reader(of packs: [String], doubt: Double) throws(PageFailure) -> LineReader? {
    if let found = addedReader(of: packs, doubt: doubt) { return found }
    guard Self.reads(packs) else { return nil }
    if ownReader == nil { ownReader = try LineReader(recognition) }
    return ownReader
  }

  private func addedReader(of packs: [String], doubt: Double) -> LineReader? {
    let uses: [AddedRecognizer.Use] = doubt > Self.illegible ? [.handwriting, .print] : [.print]
    for use in uses {
      let found = added.first { $0.recognizer.use == use && $0.recognizer.reads(packs, andLatin: $0.reader.hasLatin) }
      if let found { return found.reader }
    }
    return nil
  }

  func reads(_ packs: [String], isVertical: Bool) -> Bool {
    !isVertical && (addedReader(of: packs, doubt: 1) != nil || Self.reads(packs))
  }

  /// Returns whether docscan's network reads all languages. It doesn't know Fraktur, and its text would replace Tesseract's better one.
  static func reads(_ packs: [String]) -> Bool {
    packs.allSatisfy { pack in
      switch Script(pack: pack) {
      case .latin where LanguageTag(tesseract: pack)?.isFraktur == true: false
      case .latin, .japanese, .simplifiedHan, .traditionalHan: true
      case .hangul, .other, nil: false
      }
    }
  }

  /// Reads some lines of a page. Returns the text and its confidence if most letters are Han or kana, as on poor photographs whose language
  /// Tesseract can't tell, or `nil` otherwise.
  func eastAsianText(
    of page: PageContext
  ) throws(PageFailure) -> (text: String, scripts: [Script], confidence: Double)? {
    let packs = ["chi_sim"]
    guard let reader = try reader(of: packs, doubt: 0) else { return nil }
    var rest = Self.linesOfScript
    let lines = try read(page, packs, reader) { _ in
      rest -= 1
      return rest >= 0
    }.lines
    let words = lines.flatMap(\.words).filter { $0.confidence >= Self.sure }
    let letters = words.flatMap { $0.text.unicodeScalars.filter(\.properties.isAlphabetic) }
    let own = letters.filter(Script.japanese.has)
    guard Set(own).count >= Self.leastOfScript, Double(own.count) >= Self.shareOfScript * Double(letters.count) else {
      return nil
    }
    let kana = own.count { !isHan($0) }
    let isJapanese = Double(kana) >= Self.kanaShare * Double(own.count)
    return (
      words.map(\.text).joined(separator: " "), isJapanese ? [.japanese] : [.simplifiedHan, .traditionalHan],
      meanConfidence(words)
    )
  }

  func lines(of page: PageContext, in packs: [String]) throws(PageFailure) -> [Line] {
    guard let reader = try reader(of: packs, doubt: 1) else { return [] }
    return try read(page, packs, reader) { _ in true }.lines
  }

  func reading(
    of page: PageContext, in packs: [String], beside blocks: [Block]
  ) throws(PageFailure) -> PartialReading? {
    let words = blocks.words
    guard let reader = try reader(of: packs, doubt: Self.doubt(words)) else { return nil }
    // Networks are much better at Han and kana.
    let all = !combination.isOptional || packs.contains { Script(pack: $0)?.hasHan == true }
    if !all, !page.isPhotograph, Self.doubt(words) <= Self.poor,
      try page.unreadText(beside: blocks) ?? 0 <= Self.unread
    {
      return combination == .doubt && Self.areDoubtful(words) ? try readDoubtful(page, packs, blocks, reader) : nil
    }
    return try read(page, packs, reader) { place in all || Self.isDoubtful(place, words) }
  }

  /// Returns whether the words of a page are doubtful enough to look for its lines again.
  func doubts(_ words: [Word]) -> Bool {
    combination == .poor ? Self.doubt(words) > Self.poor : Self.areDoubtful(words)
  }

  private static func areDoubtful(_ words: [Word]) -> Bool { doubt(words) > doubtfulWords }

  private static func doubt(_ words: [Word]) -> Double {
    words.isEmpty ? 1 : Double(words.count { $0.confidence < sure }) / Double(words.count)
  }

  /// Returns whether a line was read poorly: one of its words is doubtful, a part of the line has no words, or an amount is split.
  private static func isDoubtful(_ place: Box, _ words: [Word]) -> Bool {
    let own = words.filter { $0.box.isMostly(in: place) }
    let length = own.reduce(0) { $0 + $1.box.width }
    return length < covered * place.width || own.contains { $0.confidence < sure }
      || zip(own, own.dropFirst()).contains { isTorn($0.text, $1.text) }
  }

  static func isTorn(_ left: String, _ right: String) -> Bool {
    let point: Set<Character> = [".", ","]
    let (end, start) = (left.suffix(2), right.prefix(1))
    return end.first?.isNumber == true && end.last.map(point.contains) == true && right.count == 2
      && right.allSatisfy(\.isNumber)
      || left.last?.isNumber == true && start.first.map(point.contains) == true
  }

  private func read(
    _ page: PageContext, _ packs: [String], _ reader: LineReader, where isWanted: (Box) -> Bool
  ) throws(PageFailure) -> PartialReading {
    let (image, across, down) = try picture(of: page)
    let onlyLatin = packs.allSatisfy { Script(pack: $0) == .latin }
    var reading = PartialReading(lines: [], untouched: [])
    for corners in try page.lines(of: image, letterHeight: try letterHeight(on: page, down), by: finder) {
      let place = Box(around: corners).scaled(by: across, down)
      guard isWanted(place) else {
        reading.untouched.append(place)
        continue
      }
      guard let line = try reader.line(corners, of: image, onlyLatin: onlyLatin) else { continue }
      reading.lines.append(line.scaled(by: across, down).withBoxes { $0.clamped(to: page.size) })
    }
    return reading
  }

  private func readDoubtful(
    _ page: PageContext, _ packs: [String], _ blocks: [Block], _ reader: LineReader
  ) throws(PageFailure) -> PartialReading? {
    let onlyLatin = packs.allSatisfy { Script(pack: $0) == .latin }
    let words = blocks.words
    var reading = PartialReading(lines: [], untouched: blocks.flatMap(\.lines).map(\.box))
    for corners in try missedPlaces(on: page, words) {
      if let line = try line(corners, of: page, reader, onlyLatin: onlyLatin) { reading.lines.append(line) }
    }
    var rest = Self.mostRead * words.reduce(0) { $0 + $1.box.width }
    var (read, changed) = (0, 0)
    for place in DoubtfulPlaces(blocks).places where place.box.width <= rest {
      guard read < Self.trial || Double(changed) >= Self.leastChanged * Double(read) else { break }
      rest -= place.box.width
      read += 1
      guard let line = try line(place.box.corners, of: page, reader, onlyLatin: onlyLatin) else { continue }
      if joinedText(line.words) != joinedText(place.words) { changed += 1 }
      reading.lines.append(line)
    }
    return reading.lines.isEmpty ? nil : reading
  }

  private func missedPlaces(on page: PageContext, _ words: [Word]) throws(PageFailure) -> [[Point]] {
    let (view, scale) = try page.view()
    return try finder.lines(ofSmall: view).compactMap { corners in
      let onPage = corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
      let place = Box(around: onPage)
      let length = words.filter { $0.box.isMostly(in: place) }.reduce(0) { $0 + $1.box.width }
      return length < Self.missed * place.width ? onPage : nil
    }
  }

  private func line(
    _ corners: [Point], of page: PageContext, _ reader: LineReader, onlyLatin: Bool
  ) throws(PageFailure) -> Line? {
    guard let (image, map) = try page.levelLine(corners, height: Self.cutHeight),
      let line = try reader.line(corners.map { map($0) }, of: image, onlyLatin: onlyLatin)
    else { return nil }
    let back = map.inverse
    var onPage = line.withBoxes { Box(around: $0.corners.map { back($0) }).clamped(to: page.size) }
    onPage.baseline = line.baseline.map { back($0).rounded }
    return onPage
  }

  /// Returns the lines' corners, clockwise from the upper left, in pixels of the page, from top to bottom.
  func places(on page: PageContext) throws(PageFailure) -> [[Point]] {
    let (image, across, down) = try picture(of: page)
    return try page.lines(of: image, letterHeight: try letterHeight(on: page, down), by: finder).map { corners in
      corners.map { Point(x: $0.x * across, y: $0.y * down) }
    }
  }

  private func picture(of page: PageContext) throws(PageFailure) -> (image: Raster, across: Double, down: Double) {
    let image = try page.shownImage(scale: min(1, Self.highestDPI / page.size.dpi))
    return (image, Double(page.size.width) / Double(image.width), Double(page.size.height) / Double(image.height))
  }

  private func letterHeight(on page: PageContext, _ down: Double) throws(PageFailure) -> Double {
    try page.text().letterHeight() / page.view().scale / down
  }
}
