// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanVision
internal import DocScanWire
internal import Glibc

/// A line of text in the source, with the segment through the middle of its letters.
struct SourceLine {
  private static let samples = 12

  let corners: [Point]
  let from: Point
  let to: Point

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

  var height: Double { min(distance(corners[0], corners[1]), distance(corners[0], corners[3])) }

  /// Whether the line's length is at least twice its height. A shorter line may be a mark on a desk.
  var isLong: Bool {
    let sides = (distance(corners[0], corners[1]), distance(corners[0], corners[3]))
    return max(sides.0, sides.1) >= 2 * min(sides.0, sides.1)
  }

  /// Points along the line, in the upper and the lower half of its letters, to detect a page edge that cuts through the letters.
  var places: [Point] {
    // The offset from the middle of the line to the middle of a half.
    let length = max(length, 1)
    let (x, y) = (-(to.y - from.y) / length * height / 4, (to.x - from.x) / length * height / 4)
    return (0..<Self.samples).flatMap { index in
      let share = (Double(index) + 0.5) / Double(Self.samples)
      let middle = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
      return [Point(x: middle.x - x, y: middle.y - y), Point(x: middle.x + x, y: middle.y + y)]
    }
  }
}

/// Decides which text lines a correction has kept. All corrections follow one rule: text that was on the page must be on it afterwards.
struct KeptText {
  private static let tolerance = 0.15
  /// The maximum angle between lines of one sheet on the flattened page, in degrees. Lines on curled and folded sheets aren't quite parallel.
  private static let parallel = 3.0
  /// The maximum median skew of a sheet's own lines, in degrees, if the sheet's outline is right. Creases also skew lines.
  private static let mostAskew = 8.0  // Chosen: 5 to 12 (sheets).
  private static let fewestLines = 3
  // The minimum number of lines at a slanted margin, as a factor of those at an upright one, and the margin's width, as a fraction of the page's.
  private static let (fewestOnMargin, clearly, marginWidth) = (8, 1.5, 0.006)
  // The angles of slanted margins, in degrees.
  private static let (leastSlant, mostSlant, slantStep) = (4.0, 60.0, 0.5)
  private static let mostHeights = 4.0
  /// The minimum depth of a point, relative to that of the page's center. Closer to the horizon, the page is distorted beyond recognition.
  private static let nearHorizon = 0.2
  private static let readable = 0.6
  private static let fewestMarks = 60

  let map: PageMap
  let size: RasterSize
  private let depth: Double

  init(_ map: PageMap, _ size: RasterSize) {
    (self.map, self.size) = (map, size)
    depth = Self.depth(map.source(size.bounds.center), map)
  }

  private static func depth(_ point: Point, _ map: PageMap) -> Double {
    let rows = map.sourceToPage.rows
    return rows[6] * point.x + rows[7] * point.y + rows[8]
  }

  /// Returns the position of a source pixel on the page, or `nil` if the pixel is beyond the homography's horizon.
  func place(of point: Point) -> Point? {
    guard Self.depth(point, map) / depth > Self.nearHorizon else { return nil }
    return map.image(point)
  }

  func share(of line: SourceLine) -> Double {
    let places = line.places
    let kept = places.count { place(of: $0).map(size.bounds.contains) ?? false }
    return Double(kept) / Double(places.count)
  }

  /// Returns whether over 15% of the line's part on this page is on none of the new pages. A line that continues on the next slip isn't lost.
  func isLost(_ line: SourceLine, from pages: [KeptText]) -> Bool {
    let places = line.places.filter { place(of: $0).map(size.bounds.contains) ?? false }
    let lost = places.count { spot in
      !pages.contains { page in page.place(of: spot).map(page.size.bounds.contains) ?? false }
    }
    return Double(lost) > Self.tolerance * Double(places.count)
  }

  func lost(_ lines: [SourceLine], since before: KeptText) -> [SourceLine] {
    lines.filter { share(of: $0) < before.share(of: $0) - Self.tolerance }
  }

  /// Returns the lost lines that are probably on the sheet. If more text is lost than is inside the outline, or if the lines inside aren't level, the
  /// outline is probably wrong, and all lost lines that look like the others are returned. Returns no lines if there are fewer than 3 in all.
  func ownLines(among lost: [SourceLine], of all: [SourceLine]) -> [SourceLine] {
    guard all.count >= Self.fewestLines else { return [] }
    let lost = alike(lost, to: all.filter { share(of: $0) > 1 - Self.tolerance })
    guard !isBesideText(lost, of: all), levelsOwnLines(of: all) else { return lost }
    return lost.filter { line in
      // A line that the outline cuts is partly on the sheet.
      guard share(of: line) < Self.tolerance else { return true }
      return lean(of: line).map { $0 <= Self.parallel } ?? true
    }
  }

  /// Returns the lost lines partly on the sheet or like those on it in height and direction. Wood grain and cloth look like giant or turned lines.
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

  /// Returns a line's angle to the nearest page axis in degrees, or `nil` if the line crosses the horizon.
  private func lean(of line: SourceLine) -> Double? {
    guard let from = place(of: line.from), let to = place(of: line.to) else { return nil }
    let degrees = atan2(to.y - from.y, to.x - from.x) * 180 / .pi
    return abs(degrees - 90 * (degrees / 90).rounded())
  }

  func levelsOwnLines(of all: [SourceLine]) -> Bool {
    let leans = all.filter { share(of: $0) > 1 - Self.tolerance }.compactMap(lean)
    return leans.count < Self.fewestLines || median(leans) <= Self.mostAskew
  }

  // Returns whether far more lines start or end at a slanted margin than at an upright one. The outline then has a wrong side, such as the edge
  // of a shadow. Only the place across and down the page matters, so lines may also run down.
  func hasSlantedMargin(_ lines: [SourceLine]) -> Bool {
    let ends = lines.compactMap { line -> (Point, Point)? in
      guard let from = place(of: line.from), let to = place(of: line.to) else { return nil }
      return (from, to)
    }
    let areLevel = 2 * ends.count { abs($1.x - $0.x) >= abs($1.y - $0.y) } >= ends.count
    func turned(_ point: Point) -> Point { areLevel ? point : Point(x: point.y, y: point.x) }
    let level = ends.map { (turned($0), turned($1)) }.filter { abs($1.x - $0.x) >= abs($1.y - $0.y) }
    let width = Self.marginWidth * Double(areLevel ? size.width : size.height)
    let sides = [level.map { $0.x < $1.x ? $0 : $1 }, level.map { $0.x < $1.x ? $1 : $0 }]
    func most(_ slants: [Double]) -> Int {
      sides.flatMap { side in slants.map { Self.linesOnMargin(side, slant: tan($0 * .pi / 180), width: width) } }.max()
        ?? 0
    }
    let slants = Array(stride(from: -Self.mostSlant, through: Self.mostSlant, by: Self.slantStep))
    let slanted = most(slants.filter { abs($0) >= Self.leastSlant })
    return slanted >= Self.fewestOnMargin
      && Double(slanted) > Self.clearly * Double(most(slants.filter { abs($0) < Self.leastSlant }))
  }

  private static func linesOnMargin(_ ends: [Point], slant: Double, width: Double) -> Int {
    let places = ends.map { $0.x - slant * $0.y }.sorted()
    var (last, most) = (0, 0)
    for first in places.indices {
      while last < places.count, places[last] <= places[first] + width { last += 1 }
      most = max(most, last - first)
    }
    return most
  }

  /// Returns whether at least as much text, by length of lines, is lost as is on the detected sheet. The outline then isn't that of a sheet.
  func isBesideText(_ lost: [SourceLine], of all: [SourceLine]) -> Bool {
    let kept = all.reduce(0) { $0 + $1.length * share(of: $1) }
    let gone = lost.reduce(0) { $0 + $1.length * (1 - share(of: $1)) }
    return all.count >= Self.fewestLines && gone >= kept && gone > 0
  }

  /// Returns the page's bounds, extended to contain these lines with a margin, or `nil` if a line crosses the horizon.
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

  /// Returns whether text has become unreadable: fewer than 60% of the marks that formed lines still do.
  static func isUnreadable(_ text: Vision.Text, after before: Vision.Text) throws(PageFailure) -> Bool {
    let (now, then) = (try text.marks().onLines, try before.marks().onLines)
    return then >= fewestMarks && Double(now) < readable * Double(then)
  }
}

extension Stage {
  /// Processes a page, and undoes the stage's change if the page lost text, unless the user specified the step.
  package func correct(_ page: PageContext) throws(PageFailure) {
    let before = page.state
    try process(page)
    guard page.parts != nil || page.state.differs(from: before), !page.isStepGiven, try page.hasLostText(since: before)
    else { return }
    page.undo(Self.description.name, to: before)
  }
}

extension PageContext {
  fileprivate func hasLostText(since before: State) throws(PageFailure) -> Bool {
    let past = KeptText(before.map, before.size)
    if let parts {
      let pages = parts.map { KeptText($0.map, $0.size) }
      guard parts.first?.corrections.last?.kind != SlipsStage.description.name else {
        return try sourceLines().contains { past.isLost($0, from: pages) }
      }
      // A gutter must not cut lines. Only the network's lines never run across one.
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
      // Without the network, lines may run into the desk. Detection has already judged text just outside the outline.
      return knownLines == nil ? now.isBesideText(lost, of: lines) : !now.ownLines(among: lost, of: lines).isEmpty
    }
    if !lost.isEmpty { return true }
    guard let text = before.text, corrections.last?.kind != OrientationStage.description.name else { return false }
    return try KeptText.isUnreadable(try self.text(), after: text)
  }

  /// Returns whether the detection network finds text lines on a page that would count as blank. Returns `false` if the network isn't installed.
  private func holdsFoundText(_ page: KeptText) throws(PageFailure) -> Bool {
    guard let found = try foundLines() else { return false }
    return found.contains { page.share(of: $0) == 1 }
  }

  /// Returns whether the cleaning removes letters. Returns `false` if it removes show-through, because text from the back may disappear.
  private func isUnreadable(after cleaning: PageCheckpoint.Cleaning) throws(PageFailure) -> Bool {
    let steps = Vision.CleaningSteps(rawValue: cleaning.steps | cleaning.shownSteps).subtracting([.whitePaper, .gray])
    guard !steps.isSubset(of: [.edges, .showThrough]), !steps.contains(.showThrough) else { return false }
    let (view, scale) = try view()
    let clean = try Vision.Text(try view.cleaned(steps, dpi: size.dpi * scale))
    return try KeptText.isUnreadable(clean, after: try text())
  }
}

extension Vision.Sheet {
  func holds(_ place: Point) -> Bool {
    zip(corners, corners.dropFirst() + corners.prefix(1)).allSatisfy { from, to in
      (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x) >= 0
    }
  }
}

extension Box {
  fileprivate func grown(by margin: Double) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

private func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
