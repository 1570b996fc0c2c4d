// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanNative
internal import Glibc

/// A line of text in the source, from its beginning to its end, through the middle of its letters.
struct SourceLine {
  private static let samples = 12

  /// Of its outline, clockwise.
  let corners: [Point]
  let from: Point
  let to: Point

  /// Takes four corners; a line on its side may be given by its shorter edges.
  init?(_ corners: [Point]) {
    guard corners.count == 4 else { return nil }
    self.corners = corners
    func middle(_ one: Int, _ other: Int) -> Point {
      Point(x: (corners[one].x + corners[other].x) / 2, y: (corners[one].y + corners[other].y) / 2)
    }
    let (across, down) = (distance(corners[0], corners[1]), distance(corners[0], corners[3]))
    (from, to) = across >= down ? (middle(0, 3), middle(1, 2)) : (middle(0, 1), middle(3, 2))
  }

  var length: Double { distance(from, to) }

  /// Across its letters.
  var height: Double { min(distance(corners[0], corners[1]), distance(corners[0], corners[3])) }

  /// Whether it is longer than a few letters: what is not may be a mark on a desk.
  var isLong: Bool {
    let sides = (distance(corners[0], corners[1]), distance(corners[0], corners[3]))
    return max(sides.0, sides.1) >= 2 * min(sides.0, sides.1)
  }

  /// Places along it, in the upper and the lower half of its letters: what cuts them lengthwise cuts the line, too.
  var places: [Point] {
    // Across the line, from its middle to the middle of a half.
    let length = max(length, 1)
    let (x, y) = (-(to.y - from.y) / length * height / 4, (to.x - from.x) / length * height / 4)
    return (0..<Self.samples).flatMap { index in
      let share = (Double(index) + 0.5) / Double(Self.samples)
      let middle = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
      return [Point(x: middle.x - x, y: middle.y - y), Point(x: middle.x + x, y: middle.y + y)]
    }
  }
}

/// Which lines of text have a place on a page after its corrections.
///
/// It is the one rule by which every correction is judged: what was on the page before it has to be there after it.
struct KeptText {
  /// A line is lost if more of its length than this is.
  private static let tolerance = 0.15
  /// Lines of one sheet are parallel on the flat page, to so many degrees: curled and folded ones lean a little.
  private static let parallel = 3.0
  /// An outline whose own lines lean by more than this is not the sheet's; those of creased sheets lean a little, too.
  private static let mostAskew = 8.0  // Chosen: 5 to 12 (sheets).
  /// Fewer lines in a photograph are no evidence of where its text is.
  private static let fewestLines = 3
  /// Letters on one sheet differ in height by no more than so many times.
  private static let mostHeights = 4.0
  /// Towards a homography's horizon a page is torn apart.
  private static let nearHorizon = 0.2
  /// A bent page that is made flat, or a turned one, has at least this share of the marks that stood on its lines.
  private static let readable = 0.6
  /// Fewer marks may stand on lines by chance.
  private static let fewestMarks = 60

  let map: PageMap
  let size: RasterSize
  /// The depth of the page's middle, with which that of other places is compared.
  private let depth: Double

  init(_ map: PageMap, _ size: RasterSize) {
    (self.map, self.size) = (map, size)
    depth = Self.depth(map.source(size.bounds.center), map)
  }

  private static func depth(_ point: Point, _ map: PageMap) -> Double {
    let rows = map.sourceToPage.rows
    return rows[6] * point.x + rows[7] * point.y + rows[8]
  }

  /// Where a pixel of the source is on the page; nil beyond the horizon.
  func place(of point: Point) -> Point? {
    guard Self.depth(point, map) / depth > Self.nearHorizon else { return nil }
    return map.image(point)
  }

  /// How much of a line, from its beginning to its end, has a place on the page.
  func share(of line: SourceLine) -> Double {
    let places = line.places
    let kept = places.count { place(of: $0).map(size.bounds.contains) ?? false }
    return Double(kept) / Double(places.count)
  }

  /// Whether places of a line that were on this page are on none of those that were made of it.
  ///
  /// A line may run on from one slip to the next, with nothing of it on the bed between them.
  func isLost(_ line: SourceLine, from pages: [KeptText]) -> Bool {
    let places = line.places.filter { place(of: $0).map(size.bounds.contains) ?? false }
    let lost = places.count { spot in
      !pages.contains { page in page.place(of: spot).map(page.size.bounds.contains) ?? false }
    }
    return Double(lost) > Self.tolerance * Double(places.count)
  }

  /// The lines that were on the page before and are not any more.
  func lost(_ lines: [SourceLine], since before: KeptText) -> [SourceLine] {
    lines.filter { share(of: $0) < before.share(of: $0) - Self.tolerance }
  }

  /// Those of the lost lines that are written on the sheet that was found, as far as their direction tells.
  ///
  /// The sheet is level now. Where less text is on it than beside it, it is none.
  func ownLines(among lost: [SourceLine], of all: [SourceLine]) -> [SourceLine] {
    guard all.count >= Self.fewestLines else { return [] }
    let lost = alike(lost, to: all.filter { share(of: $0) > 1 - Self.tolerance })
    guard !isBesideText(lost, of: all), levelsOwnLines(of: all) else { return lost }
    return lost.filter { line in
      // What the outline runs through is on the sheet, too.
      guard share(of: line) < Self.tolerance else { return true }
      return lean(of: line).map { $0 <= Self.parallel } ?? true
    }
  }

  /// The lost lines that can be lines of writing like those on the sheet: the grain of wood and the weave of cloth beside it look
  /// like lines of giant letters, or like lines that run another way.
  private func alike(_ lost: [SourceLine], to kept: [SourceLine]) -> [SourceLine] {
    guard kept.count >= Self.fewestLines else { return lost }
    let usual = median(kept.map(\.height))
    let heights = usual / Self.mostHeights...usual * Self.mostHeights
    func isLevel(_ line: SourceLine) -> Bool? {
      guard let from = place(of: line.from), let to = place(of: line.to) else { return nil }
      return abs(to.x - from.x) >= abs(to.y - from.y)
    }
    let level = kept.count { isLevel($0) == true } * 2 >= kept.count
    return lost.filter { line in
      share(of: line) >= Self.tolerance || heights.contains(line.height) && isLevel(line) != !level
    }
  }

  /// How far a line is from level or upright on the page, in degrees; nil if it is beyond the horizon.
  private func lean(of line: SourceLine) -> Double? {
    guard let from = place(of: line.from), let to = place(of: line.to) else { return nil }
    let degrees = atan2(to.y - from.y, to.x - from.x) * 180 / .pi
    return abs(degrees - 90 * (degrees / 90).rounded())
  }

  /// Whether most lines on the sheet that was found are level: where they are not, its outline is not the sheet's.
  func levelsOwnLines(of all: [SourceLine]) -> Bool {
    let leans = all.filter { share(of: $0) > 1 - Self.tolerance }.compactMap(lean)
    return leans.count < Self.fewestLines || median(leans) <= Self.mostAskew
  }

  /// Whether more text is lost than is on the sheet that was found: it is none then.
  func isBesideText(_ lost: [SourceLine], of all: [SourceLine]) -> Bool {
    let kept = all.reduce(0) { $0 + $1.length * share(of: $1) }
    let gone = lost.reduce(0) { $0 + $1.length * (1 - share(of: $1)) }
    return all.count >= Self.fewestLines && gone >= kept && gone > 0
  }

  /// The page, widened to hold all of these lines with some paper around them; nil if one is beyond the horizon.
  func room(for lines: [SourceLine]) -> Box? {
    var corners = size.bounds.corners
    for line in lines {
      let places = line.corners.compactMap(place)
      guard places.count == 4 else { return nil }
      let height = min(distance(places[0], places[1]), distance(places[0], places[3]))
      corners += Box(around: places).grown(by: height).corners
    }
    return Box(around: corners)
  }

  /// Whether so many fewer marks stand on lines that text which was there cannot be read any more.
  static func isUnreadable(_ text: Vision.Text, after before: Vision.Text) throws(PageFailure) -> Bool {
    let (now, then) = (try text.marks().onLines, try before.marks().onLines)
    return then >= fewestMarks && Double(now) < readable * Double(then)
  }
}

extension Stage {
  /// Processes a page, and undoes what the stage did where the page lost text by it.
  ///
  /// What a person gave is not undone.
  package func correct(_ page: PageContext) throws(PageFailure) {
    let before = page.state
    try process(page)
    guard page.parts != nil || page.state.differs(from: before), !page.isStepGiven, try page.hasLostText(since: before)
    else { return }
    page.undo(Self.description.name, to: before)
  }
}

extension PageContext {
  /// Whether a line of text in the source has no place any more, or what could be read cannot be read any more.
  fileprivate func hasLostText(since before: State) throws(PageFailure) -> Bool {
    let past = KeptText(before.map, before.size)
    if let parts {
      let pages = parts.map { KeptText($0.map, $0.size) }
      guard parts.first?.corrections.last?.kind != SlipsStage.description.name else {
        return try sourceLines().contains { past.isLost($0, from: pages) }
      }
      // Lines are cut where neither part has all of them; only the network's lines never run on across a gutter.
      let lines = knownLines ?? []
      return lines.contains { line in
        past.share(of: line) == 1 && !pages.contains { $0.lost([line], since: past).isEmpty }
      }
    }
    if isBlank, !before.isBlank { return try holdsFoundText(past) }
    if let cleaning, cleaning != before.cleaning { return try isUnreadable(after: cleaning) }
    let now = KeptText(map, size)
    let lines = try sourceLines()
    let lost = now.lost(lines, since: past)
    if corrections.last?.kind == PerspectiveStage.description.name {
      // Without the network, lines run on into the desk here and there: what lies a little beyond the outline was judged
      // when it was found.
      return knownLines == nil ? now.isBesideText(lost, of: lines) : !now.ownLines(among: lost, of: lines).isEmpty
    }
    if !lost.isEmpty { return true }
    guard let text = before.text, corrections.last?.kind != OrientationStage.description.name else { return false }
    return try KeptText.isUnreadable(try self.text(), after: text)
  }

  /// Whether the network sees lines of text on a page that is to count as blank.
  private func holdsFoundText(_ page: KeptText) throws(PageFailure) -> Bool {
    guard let found = try foundLines() else { return false }
    return found.contains { page.share(of: $0) == 1 }
  }

  /// Whether cleaning takes the letters away with the rest; what shines through is meant to go.
  private func isUnreadable(after cleaning: PageCheckpoint.Cleaning) throws(PageFailure) -> Bool {
    let steps = Vision.CleaningSteps(rawValue: cleaning.steps | cleaning.shownSteps).subtracting(.whitePaper)
    guard !steps.isSubset(of: [.edges, .showThrough]), !steps.contains(.showThrough) else { return false }
    let (view, scale) = try view()
    let clean = try Vision.Text(try view.cleaned(steps, dpi: size.dpi * scale))
    return try KeptText.isUnreadable(clean, after: try text())
  }
}

extension Vision.Sheet {
  /// Whether a place lies on the sheet.
  func holds(_ place: Point) -> Bool {
    zip(corners, corners.dropFirst() + corners.prefix(1)).allSatisfy { from, to in
      (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x) >= 0
    }
  }
}

extension Box {
  /// The box with a margin all around.
  fileprivate func grown(by margin: Double) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

private func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
