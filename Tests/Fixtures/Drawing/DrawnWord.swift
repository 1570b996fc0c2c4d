// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A word as it was drawn: the truth for comparing a recognized word.
public struct DrawnWord: Hashable, Sendable {
  public let text: String
  /// The box of the ink, from the page's top-left corner.
  public let box: Box

  public init(text: String, box: Box) {
    self.text = text
    self.box = box
  }

  /// Returns the word after a map was applied to its page.
  public func moved(by map: Homography) -> DrawnWord { DrawnWord(text: text, box: box.moved(by: map)) }
}

extension Box {
  /// Returns the smallest upright box around the mapped corners.
  public func moved(by map: Homography) -> Box {
    let corners = [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY)].map {
      map($0)
    }
    let first = Box(x: corners[0].x, y: corners[0].y, width: 0, height: 0)
    return corners.reduce(first) { $0.union(Box(x: $1.x, y: $1.y, width: 0, height: 0)) }
  }

  /// Returns the intersection of the boxes divided by their union, from 0 to 1.
  public func intersectionOverUnion(_ other: Box) -> Double {
    let across = min(maxX, other.maxX) - max(x, other.x)
    let down = min(maxY, other.maxY) - max(y, other.y)
    guard across > 0, down > 0 else { return 0 }
    let shared = across * down
    return shared / (width * height + other.width * other.height - shared)
  }
}
