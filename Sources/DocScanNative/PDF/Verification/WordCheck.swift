// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWire

/// Compares the words of a page with the text that poppler finds there.
struct WordCheck {
  /// The distance by which words may be displaced: a fraction of their line's height, plus points. The distance is larger over the page's own text,
  /// because poppler takes one of two equal words for the other's shadow and omits it.
  private static let tolerance = (ofLine: 0.15, overEmbeddedText: 0.5, points: 0.75)

  private(set) var mismatches: [Mismatch] = []
  private(set) var isAccounted: [Bool]
  private let found: FoundText
  private let hasEmbeddedText: Bool

  /// Finds each word at its position. `hasEmbeddedText` is set if the words were laid over the page's own text. `places` contains the positions of
  /// the content's invisible words.
  init(
    _ expected: ExpectedWords, in found: FoundText, on page: PDFPage, number: Int, hasEmbeddedText: Bool,
    places: [Point]
  ) {
    (self.found, self.hasEmbeddedText) = (found, hasEmbeddedText)
    isAccounted = Array(repeating: false, count: found.glyphs.count)
    var missing: [(word: ExpectedWords.Word, line: ExpectedWords.Line)] = []
    let size = (page.width, page.height)
    for line in expected.lines {
      let absent = line.words.filter {
        !$0.scalars.isEmpty && !account(for: $0, of: line, point: expected.point, page: size)
      }
      // On pages with mixed directions, poppler's selection omits whole lines that other viewers find. The order
      // check finds out whether the content contains such a line.
      if absent.count == line.words.count, line.text.hasLettersFromRight,
        absent.allSatisfy({ found.isEmpty(in: $0.box) })
      {
        continue
      }
      missing += absent.map { ($0, line) }
    }
    missing.removeAll { isShadow($0.word, of: $0.line, places: places) }
    for (word, line) in missing.prefix(Mismatch.mostOnPage) { mismatches.append(mismatch(word, line, number)) }
  }

  /// Returns whether the content has a word at its position, and poppler omits it as the shadow of an equal one nearby.
  private func isShadow(_ word: ExpectedWords.Word, of line: ExpectedWords.Line, places: [Point]) -> Bool {
    let (box, slack) = (word.box, Self.tolerance.ofLine * line.size)
    return found.isEmpty(in: box)
      && places.contains {
        abs(line.isUpright ? $0.y - box.y : $0.x - box.x) <= slack && $0.x >= box.x - slack && $0.x <= box.maxX + slack
          && $0.y >= box.y - slack && $0.y <= box.maxY + slack
      } && found.occurrences(of: word.scalars).contains { Self.distance($0.box, box) < line.size }
  }

  func foreign(isKnown: (FoundText.Glyph) -> Bool) -> [FoundText.Glyph] {
    zip(found.glyphs, isAccounted).filter { !$1 && !isKnown($0) }.map(\.0)
  }

  private mutating func account(
    for word: ExpectedWords.Word, of line: ExpectedWords.Line, point: Double, page: (Double, Double)
  ) -> Bool {
    // Direction marks take some of the space of right-to-left words.
    let isLoose = hasEmbeddedText || line.text.hasLettersFromRight
    let part = isLoose ? Self.tolerance.overEmbeddedText : Self.tolerance.ofLine
    let slack = part * line.size + Self.tolerance.points * point
    let matches = found.occurrences(of: word.scalars).filter {
      Self.lies(Self.clamped($0.box, to: page), at: word, isUpright: line.isUpright, slack: slack)
    }
    for match in matches { for index in match.range { isAccounted[index] = true } }
    return !matches.isEmpty
  }

  /// Returns whether a box fits a word, which the writer may shorten. Across the line, one edge or the center suffices: fonts limit the height.
  private static func lies(_ box: Box, at word: ExpectedWords.Word, isUpright: Bool, slack: Double) -> Bool {
    let place = word.box
    let (along, wanted) =
      isUpright
      ? ((start: box.y, end: box.maxY), (start: place.y, end: place.maxY))
      : ((start: box.x, end: box.maxX), (start: place.x, end: place.maxX))
    guard along.start >= wanted.start - slack, along.end <= word.reach + slack,
      abs(along.start - wanted.start) <= slack || abs(along.end - wanted.end) <= slack
    else { return false }
    let (across, height) =
      isUpright
      ? ((low: box.x, high: box.maxX), (low: place.x, high: place.maxX))
      : ((low: box.y, high: box.maxY), (low: place.y, high: place.maxY))
    guard across.low >= height.low - slack, across.high <= height.high + slack else { return false }
    return abs(across.low - height.low) <= slack || abs(across.high - height.high) <= slack
      || abs(across.low + across.high - height.low - height.high) <= 2 * slack
  }

  /// Returns the part of a box that is on the page, as in the page JSON.
  private static func clamped(_ box: Box, to page: (width: Double, height: Double)) -> Box {
    let (left, top) = (min(max(box.x, 0), page.width), min(max(box.y, 0), page.height))
    return Box(
      x: left, y: top, width: min(max(box.maxX, left), page.width) - left,
      height: min(max(box.maxY, top), page.height) - top)
  }

  private func mismatch(_ word: ExpectedWords.Word, _ line: ExpectedWords.Line, _ number: Int) -> Mismatch {
    let free = found.occurrences(of: word.scalars).filter { !isAccounted[$0.range.lowerBound] }
    let nearest = free.min { Self.distance($0.box, word.box) < Self.distance($1.box, word.box) }
    let quoted = "\"\(word.text)\""
    if let nearest, Self.distance(nearest.box, word.box) < 4 * line.size + word.box.width {
      let (x, y) = (nearest.box.x - word.box.x, nearest.box.maxY - word.box.maxY)
      return Mismatch(
        .place, page: number, word: word.text, box: word.pixels, expected: quoted + " there",
        found: "the word \(Self.rounded(abs(x))) units to the \(x < 0 ? "left" : "right") and "
          + "\(Self.rounded(abs(y))) \(y < 0 ? "higher" : "lower")")
    }
    let there = found.text(in: word.box)
    return Mismatch(
      .word, page: number, word: word.text, box: word.pixels, expected: quoted,
      found: there.isEmpty ? "nothing" : "\"\(there)\"")
  }

  private static func rounded(_ value: Double) -> Double { value.rounded(toPlaces: 1) }

  private static func distance(_ first: Box, _ second: Box) -> Double {
    abs(first.x - second.x) + abs(first.maxY - second.maxY)
  }
}

/// Compares the order of invisible words in the content with the page JSON's. Viewers copy text in that order, but poppler reorders tables.
enum OrderCheck {
  /// Returns the lines whose words aren't in order at `places`. The page's own invisible text, if any, must follow docscan's.
  static func mismatches(_ expected: ExpectedWords, places: [Point], number: Int) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    var next = 0
    for line in expected.lines where mismatches.count < Mismatch.mostOnPage {
      // The margin allows for a space before a word in right-to-left text, and for a baseline below the word.
      let margin = 0.6 * line.size + expected.point
      // Right-to-left words are in logical order in tagged text, and in visual order otherwise.
      var orders = [line.words.map(\.box)]
      if line.text.hasLettersFromRight { orders.append(orders[0].sorted { $0.x < $1.x }) }
      let walks = orders.map { follow($0, through: places, from: next, margin: margin) }
      let walk = walks.first(where: \.isInOrder) ?? walks[0]
      next = walk.next
      guard !walk.isInOrder else { continue }
      mismatches.append(
        Mismatch(
          .order, page: number, word: line.text, box: line.pixels,
          expected: "its words in order, after those of the line before",
          found: "the words elsewhere in the page's content"))
    }
    return mismatches
  }

  private static func follow(
    _ boxes: [Box], through places: [Point], from first: Int, margin: Double
  ) -> (isInOrder: Bool, next: Int) {
    var (isInOrder, next) = (true, first)
    for box in boxes {
      if next < places.count, contains(box, places[next], margin: margin) {
        next += 1
        continue
      }
      isInOrder = false
      let rest = places[min(next, places.count)...]
      if let later = rest.firstIndex(where: { contains(box, $0, margin: margin) }) { next = later + 1 }
    }
    return (isInOrder, next)
  }

  private static func contains(_ box: Box, _ place: Point, margin: Double) -> Bool {
    place.x >= box.x - margin && place.x <= box.maxX + margin && place.y >= box.y - margin
      && place.y <= box.maxY + margin
  }
}

/// Collects the positions of the invisible text in a page's content, in content order.
struct PDFTextPlaces {
  private static let formLimit = 200
  private static let placeLimit = 200_000

  private(set) var places: [(x: Double, y: Double)] = []
  private var matrix = PDFMatrix.identity
  private var textMatrix = PDFMatrix.identity
  private var isInvisible = false
  private var saved: [(PDFMatrix, Bool)] = []
  private var forms = 0

  /// Interprets a content stream (ISO 32000-1, 9.4).
  mutating func run(_ content: [UInt8], resources: PDFObject, depth: Int = 0) {
    var scanner = PDFContentScanner(content)
    while let instruction = scanner.next(), places.count < Self.placeLimit {
      switch instruction.name {
      case "q": if saved.count < 1000 { saved.append((matrix, isInvisible)) }
      case "Q": if let last = saved.popLast() { (matrix, isInvisible) = last }
      case "cm": if let map = PDFMatrix(instruction.numbers) { matrix = map.then(matrix) }
      case "Tr": isInvisible = instruction.numbers.first == 3
      case "BT": textMatrix = .identity
      case "Tm": if let map = PDFMatrix(instruction.numbers) { textMatrix = map }
      case "Td":
        guard instruction.numbers.count == 2 else { continue }
        var step = PDFMatrix.identity
        (step.e, step.f) = (instruction.numbers[0], instruction.numbers[1])
        textMatrix = step.then(textMatrix)
      case "Tj", "TJ":
        let start = textMatrix.then(matrix)
        if isInvisible { places.append((start.e, start.f)) }
      case "Do": if let name = instruction.nameOperand { draw(resources["/XObject"]["/" + name], resources, depth) }
      case _: break
      }
    }
  }

  private mutating func draw(_ object: PDFObject, _ resources: PDFObject, _ depth: Int) {
    guard object["/Subtype"].name == "/Form", depth < 4, forms < Self.formLimit else { return }
    forms += 1
    let (outerMatrix, outerSaved, outerInvisible) = (matrix, saved, isInvisible)
    saved = []
    if let map = object["/Matrix"].numbers(6).flatMap(PDFMatrix.init) { matrix = map.then(matrix) }
    let own = object["/Resources"]
    run(object.streamContent, resources: own.isDictionary ? own : resources, depth: depth + 1)
    (matrix, saved, isInvisible) = (outerMatrix, outerSaved, outerInvisible)
  }
}

extension PDFStructure {
  func textPlaces(page number: Int) -> [Point] {
    let display = page(number).display
    return withPage(number) { page in
      var walk = PDFTextPlaces()
      walk.run(page.pageContent, resources: page.inherited("/Resources"))
      return walk.places.map { place in
        Point(
          x: display.a * place.x + display.c * place.y + display.e,
          y: display.b * place.x + display.d * place.y + display.f)
      }
    }
  }
}
