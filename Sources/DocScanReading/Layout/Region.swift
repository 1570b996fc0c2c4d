// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a page: pieces of lines, and the empty strips between them.
struct Region {
  /// The maximum gap between lines of one section, in line heights.
  static let widestGap = 1.2  // Chosen: 0.9 to 1.6 (read).

  let pieces: [Piece]

  let lineHeight: Double

  var box: Box { pieces.map(\.box).union ?? Box(x: 0, y: 0, width: 0, height: 0) }

  var lines: [Line] {
    var lines: [Line] = []
    var last: Int?
    for piece in pieces.sorted(by: { ($0.number, $0.box.x) < ($1.number, $1.box.x) }) {
      if last == piece.number {
        lines[lines.count - 1].append(piece.line)
      } else {
        lines.append(piece.line)
      }
      last = piece.number
    }
    return lines.sorted { $0.box.middleY < $1.box.middleY }
  }

  func with(_ pieces: [Piece]) -> Region { Region(pieces: pieces, lineHeight: lineHeight) }

  func parted(_ isFirst: (Piece) -> Bool) -> (Region, Region) {
    (with(pieces.filter(isFirst)), with(pieces.filter { !isFirst($0) }))
  }

  var strips: [Region] {
    var strips: [[Int]] = []
    var bottom = -Double.infinity
    for index in pieces.indices.sorted(by: {
      (pieces[$0].core.lowerBound, $0) < (pieces[$1].core.lowerBound, $1)
    }) {
      let core = pieces[index].core
      if core.lowerBound < bottom {
        strips[strips.count - 1].append(index)
      } else {
        strips.append([index])
      }
      bottom = max(bottom, core.upperBound)
    }
    return strips.map { strip in with(strip.sorted().map { pieces[$0] }) }
  }

  var sections: [Region] {
    var sections: [[Piece]] = []
    var bottom = -Double.infinity
    for strip in strips {
      let box = strip.box
      if box.y - bottom > Self.widestGap * lineHeight {
        sections.append(strip.pieces)
      } else {
        sections[sections.count - 1] += strip.pieces
      }
      bottom = max(bottom, box.maxY)
    }
    return sections.map(with)
  }

  var pageNumber: Int? {
    let lines = lines
    return [lines.first, lines.last].lazy.compactMap(\.self).compactMap { line -> Int? in
      let words = line.words.map(\.text)
      guard words.count <= 2, let number = words.last.flatMap({ Int($0) }) else { return nil }
      return words.count == 1 || words[0].lowercased().hasPrefix("p") ? number : nil
    }.first
  }

  func gutters(least width: Double) -> [ClosedRange<Double>] {
    var gutters: [ClosedRange<Double>] = []
    var end = -Double.infinity
    for box in pieces.map(\.box).sorted(by: { $0.x < $1.x }) {
      if end > -.infinity, box.x - end >= width { gutters.append(end...box.x) }
      end = max(end, box.maxX)
    }
    return gutters
  }
}

extension Piece {
  var core: ClosedRange<Double> {
    // Words of strokes can have a negative height.
    let reach = 0.25 * max(box.height, 0)
    return box.middleY - reach...box.middleY + reach
  }
}
