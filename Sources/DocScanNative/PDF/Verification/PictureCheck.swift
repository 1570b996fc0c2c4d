// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
package import DocScanCore
package import DocScanVision
internal import DocScanWire

/// Checks that a page's picture has letters at its words and paper between them, unlike a missing or shifted picture. Each gap votes.
package enum PictureCheck {
  /// The confidence below which words may be misread noise.
  private static let leastConfidence = 0.7
  /// The smallest word size that allows a measurement, in pixels.
  private static let leastHeight = 4.0
  private static let leastGap = 2.5
  /// The minimum mean change between pixels at letters, in levels of 255.
  private static let leastDensity = 4.0
  /// The minimum mean change at letters on dark and pale pages, and its minimum ratio to the change in the paper above and below a word.
  private static let (faintDensity, faintContrast) = (0.75, 2.0)
  private static let quorum = (words: 3, gaps: 20)
  /// The minimum shares of votes. On sound pages of all kinds, at least 88% of the words have letters, and 97% of the
  /// gaps between words and 59% of those between lines are calmer. On mirrored and shifted pages, about half are.
  private static let leastShare = (words: 0.5, betweenWords: 0.7, betweenLines: 0.5)

  /// The shares of words and gaps with the expected amount of ink.
  package struct Ink {
    package let words: Double?
    package let betweenWords: Double?
    package let betweenLines: Double?
  }

  /// Compares words with the picture, which is the whole page in gray. A share is `nil` if there are too few votes.
  package static func ink(under page: RecognizedPage, in picture: Raster) -> Ink {
    var votes = Votes(page, EdgeMap(picture), width: Double(picture.width), height: Double(picture.height))
    votes.count()
    func share(_ count: Votes.Count, _ least: Int) -> Double? { count.all >= least ? count.share : nil }
    return Ink(
      words: share(votes.words, quorum.words), betweenWords: share(votes.betweenWords, quorum.gaps),
      betweenLines: share(votes.betweenLines, quorum.gaps))
  }

  static func mismatch(_ expected: RecognizedPage, _ picture: Raster) -> Mismatch? {
    var votes = Votes(expected, EdgeMap(picture), width: Double(picture.width), height: Double(picture.height))
    votes.count()
    let number = expected.page.number
    guard votes.words.all >= quorum.words else { return nil }
    if votes.words.share < leastShare.words {
      return Mismatch(
        .picture, page: number, expected: "letters under its words",
        found: "none under \(votes.words.all - votes.words.won) of \(votes.words.all) words")
    }
    let isMisplaced =
      votes.betweenWords.all >= quorum.gaps && votes.betweenWords.share < leastShare.betweenWords
      || votes.betweenLines.all >= quorum.gaps && votes.betweenLines.share < leastShare.betweenLines
    guard isMisplaced else { return nil }
    return Mismatch(
      .picture, page: number, expected: "paper between its words and lines",
      found: "letters there: the picture is shifted, mirrored or another one")
  }

  /// The number of comparisons in which a word had more ink than the paper around it.
  private struct Votes {
    struct Count {
      var won = 0
      var all = 0
      var share: Double { all == 0 ? 1 : Double(won) / Double(all) }

      mutating func add(_ isWon: Bool) {
        all += 1
        if isWon { won += 1 }
      }
    }

    var words = Count()
    var betweenWords = Count()
    var betweenLines = Count()
    private let page: RecognizedPage
    private let lines: [Box]
    private let map: EdgeMap
    private let scale: (x: Double, y: Double)

    init(_ page: RecognizedPage, _ map: EdgeMap, width: Double, height: Double) {
      (self.page, self.map) = (page, map)
      lines = page.blocks.flatMap(\.lines).map(\.box)
      let image = page.image ?? RasterSize(width: 1, height: 1, dpi: 1)
      scale = (width / Double(max(image.width, 1)), height / Double(max(image.height, 1)))
    }

    mutating func count() {
      for block in page.blocks where block.kind != .verticalText {
        // In vertical lines, the gaps are elsewhere.
        for line in block.lines where line.box.height < 2 * line.box.width { count(line) }
      }
    }

    private mutating func count(_ line: Line) {
      for (index, word) in line.words.enumerated() where isTelling(word) {
        let box = Box(
          x: word.box.x * scale.x, y: word.box.y * scale.y, width: word.box.width * scale.x,
          height: word.box.height * scale.y)
        guard box.width >= leastHeight, box.height >= leastHeight,
          let inside = map.density(left: box.x, top: box.y, right: box.maxX, bottom: box.maxY)
        else { continue }
        var papers: [Double] = []
        let free = space(around: word.box)
        let (near, far) = (0.1 * box.height, 0.45 * box.height)
        for (top, bottom) in [
          (max(box.y - far, free.top * scale.y), box.y - near),
          (box.maxY + near, min(box.maxY + far, free.bottom * scale.y)),
        ] where top < bottom {
          if let paper = map.density(left: box.x, top: top, right: box.maxX, bottom: bottom) {
            betweenLines.add(inside > paper)
            papers.append(paper)
          }
        }
        // Letters of a dark picture change little, but its paper changes less.
        words.add(
          inside >= leastDensity || inside >= faintDensity && papers.max().map { inside >= faintContrast * $0 } ?? false
        )
        guard index + 1 < line.words.count, line.words[index + 1].confidence >= leastConfidence else { continue }
        let next = line.words[index + 1].box.x * scale.x
        guard next - box.maxX >= leastGap,
          let paper = map.density(left: box.maxX + 0.5, top: box.y, right: next - 0.5, bottom: box.maxY)
        else { continue }
        betweenWords.add(inside > paper)
      }
    }

    /// Returns the space between the lines above and below a word, which is empty if tall boxes meet.
    private func space(around word: Box) -> (top: Double, bottom: Double) {
      var (top, bottom) = (-Double.infinity, Double.infinity)
      for line in lines where line.x < word.maxX && word.x < line.maxX {
        if line.y + line.height / 2 < word.y { top = max(top, line.maxY) }
        if line.y + line.height / 2 > word.maxY { bottom = min(bottom, line.y) }
      }
      return (top, bottom)
    }

    private func isTelling(_ word: Word) -> Bool {
      word.confidence >= leastConfidence
        && word.text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil } >= 2
    }
  }
}

/// The changes between neighboring pixels, which are large at letters, dark or light, and small on paper.
private struct EdgeMap {
  private let width: Int
  private let height: Int
  /// The summed-area table, with one entry per pixel corner.
  private let sums: [UInt32]

  init(_ image: Raster) {
    (width, height) = (image.width, image.height)
    let (columns, rows) = (image.width, image.height)
    sums = unsafe [UInt32](unsafeUninitializedCapacity: (columns + 1) * (rows + 1)) { buffer, count in
      unsafe image.withUnsafePixels { pixels in
        guard let pixels = pixels.baseAddress, let target = buffer.baseAddress else { return }
        unsafe pixels_edge_sums(pixels, Int32(columns), Int32(rows), target)
        count = (columns + 1) * (rows + 1)
      }
    }
  }

  /// Returns the mean change in a box, in levels of 255 per pixel, or `nil` if the box is smaller than a pixel.
  func density(left: Double, top: Double, right: Double, bottom: Double) -> Double? {
    let (x0, x1) = (Self.corner(left, width), Self.corner(right, width))
    let (y0, y1) = (Self.corner(top, height), Self.corner(bottom, height))
    guard x1 > x0, y1 > y0, !sums.isEmpty else { return nil }
    let above = Int(sums[y0 * (width + 1) + x1]) - Int(sums[y0 * (width + 1) + x0])
    let below = Int(sums[y1 * (width + 1) + x1]) - Int(sums[y1 * (width + 1) + x0])
    return Double(below - above) / Double((x1 - x0) * (y1 - y0))
  }

  private static func corner(_ value: Double, _ most: Int) -> Int { Int(min(max(value.rounded(), 0), Double(most))) }
}

/// Compares two pages that must look the same.
enum PixelCheck {
  /// The maximum difference that rounding causes, in levels of 255.
  private static let tolerance: Int32 = 1

  static func mismatch(_ original: Raster, _ result: Raster, number: Int) -> Mismatch? {
    let same = "the pixels of the original page"
    guard original.width == result.width, original.height == result.height else {
      return Mismatch(.pixels, page: number, expected: same, found: "a page of another size")
    }
    guard original.channels == result.channels else {
      return Mismatch(.pixels, page: number, expected: same, found: "other colors")
    }
    let (difference, place) = original.largestDifference(from: result)
    guard difference > tolerance else { return nil }
    let pixel = Int(place) / original.channels.rawValue
    let (across, down) = (
      100 * (pixel % original.width) / original.width, 100 * (pixel / original.width) / original.height
    )
    return Mismatch(
      .pixels, page: number, expected: same,
      found: "a difference of \(difference) levels of 255, \(across) % across and \(down) % down the page")
  }
}

extension Raster {
  /// Returns the largest difference of a channel and the offset of its byte, for rasters of equal size and channels.
  fileprivate func largestDifference(from other: Raster) -> (difference: Int32, place: Int64) {
    var place: Int64 = 0
    let difference = unsafe withUnsafePixels { first in
      unsafe other.withUnsafePixels { second -> Int32 in
        guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
        return unsafe pixels_largest_difference(first, second, Int64(byteCount), &place)
      }
    }
    return (difference, place)
  }
}
