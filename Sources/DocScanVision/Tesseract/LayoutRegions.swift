// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseract
internal import DocScanCore

/// The parts of a page found by Tesseract's layout analysis, before recognition.
struct LayoutRegions {
  struct Region {
    var box: Box
    var lines: [Box]
  }

  var regions: [Region]
  var pictures: [Box] = []

  private(set) var blockCount = 0

  var hasVerticalRules = false

  var isFromRight = false

  init(regions: [Region]) { self.regions = regions }

  /// Reads all regions from an iterator at its beginning, and removes the horizontal scaling.
  @unsafe
  init(_ position: OpaquePointer, narrowing: Double) {
    var regions: [Region] = []
    var pictures: [Box] = []
    repeat {
      if unsafe TessPageIteratorIsAtBeginningOf(position, RIL_BLOCK) != 0 { blockCount += 1 }
      let kind = unsafe TessPageIteratorBlockType(position)
      if kind == PT_VERT_LINE { hasVerticalRules = true }
      if kind.isPicture, let box = unsafe Self.box(position, RIL_BLOCK) { pictures.append(box) }
      guard kind.rawValue >= PT_FLOWING_TEXT.rawValue, kind.rawValue <= PT_CAPTION_TEXT.rawValue else { continue }
      guard let line = unsafe Self.box(position, RIL_TEXTLINE, narrowing) else { continue }
      if unsafe TessPageIteratorIsAtBeginningOf(position, RIL_BLOCK) != 0 || regions.isEmpty {
        regions.append(Region(box: unsafe Self.box(position, RIL_BLOCK, narrowing) ?? line, lines: []))
      }
      regions[regions.count - 1].lines.append(line)
    } while unsafe TessPageIteratorNext(position, RIL_TEXTLINE) != 0
    (self.regions, self.pictures) = (regions, pictures)
  }

  @unsafe
  static func box(_ position: OpaquePointer, _ level: TessPageIteratorLevel, _ narrowing: Double = 1) -> Box? {
    var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard unsafe TessPageIteratorBoundingBox(position, level, &left, &top, &right, &bottom) != 0 else { return nil }
    return Box(
      x: Double(left) / narrowing, y: Double(top), width: Double(right - left) / narrowing,
      height: Double(bottom - top))
  }

  /// The maximum number of lines on a page that is assumed to have no columns. Tesseract's search for columns could cut off the ends of the lines.
  private static let fewLines = 3

  /// Whether the page is a list of level rows, short on at least one side, such as a receipt, in which adjacent text belongs to one line.
  var areRows: Bool {
    guard !hasVerticalRules else { return false }
    let count = regions.reduce(0) { $0 + $1.lines.count }
    if count > 0, count <= Self.fewLines { return true }
    var (aligned, shifted) = (0, 0)
    for (index, one) in regions.enumerated() {
      for other in regions[(index + 1)...] where one.isBeside(other) {
        if [one, other].allSatisfy({ $0.isRunningText(isFromRight: isFromRight) }) { return false }
        let (few, many) = one.lines.count <= other.lines.count ? (one, other) : (other, one)
        for line in few.lines where line.y < many.box.maxY && line.maxY > many.box.y {
          if many.lines.contains(where: { $0.isLevel(with: line) }) { aligned += 1 } else { shifted += 1 }
        }
      }
    }
    return aligned + shifted >= 2 && Double(aligned) >= 0.6 * Double(aligned + shifted)
  }
}

extension LayoutRegions {
  /// Returns the share of the detected lines' area with recognized words. `narrowing` is the factor by which the width was scaled.
  func share(readIn blocks: [Block], narrowing: Double) -> Double {
    let words = blocks.flatMap { $0.lines.flatMap(\.words) }
    var (read, all) = (0.0, 0.0)
    for line in regions.flatMap(\.lines) {
      let area = line.width * line.height
      all += area
      if words.contains(where: {
        $0.box.isLevel(with: line) && $0.box.x < line.maxX * narrowing && $0.box.maxX > line.x * narrowing
      }) {
        read += area
      }
    }
    return all > 0 ? read / all : 1
  }
}

extension LayoutRegions.Region {
  /// The minimum length of a line of running text, in multiples of its height.
  private static let longLine = 12.0
  /// The minimum length in right-to-left scripts, whose lines are taller for the same number of letters.
  private static let longLineFromRight = 7.0

  fileprivate func isBeside(_ other: Self) -> Bool {
    let down = min(box.maxY, other.box.maxY) - max(box.y, other.box.y)
    let across = min(box.maxX, other.box.maxX) - max(box.x, other.box.x)
    guard let line = lines.first ?? other.lines.first else { return false }
    return down > 0.5 * line.height && across < 0.2 * min(box.width, other.box.width)
  }

  fileprivate func isRunningText(isFromRight: Bool) -> Bool {
    let long = isFromRight ? Self.longLineFromRight : Self.longLine
    return lines.count >= 3 && 2 * lines.count { $0.width >= long * $0.height } > lines.count
  }
}

extension TessPolyBlockType {
  var isPicture: Bool {
    self == PT_FLOWING_IMAGE || self == PT_HEADING_IMAGE || self == PT_PULLOUT_IMAGE
  }
}

extension Box {
  fileprivate func isLevel(with other: Box) -> Bool {
    min(maxY, other.maxY) - max(y, other.y) > 0.6 * min(height, other.height)
  }
}
