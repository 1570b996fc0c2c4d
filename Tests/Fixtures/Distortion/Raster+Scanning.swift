// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision
internal import Glibc

extension Raster {
  /// Returns a gray image of a given size with a tone for each pixel's center.
  static func drawn(width: Int, height: Int, tone: (_ x: Double, _ y: Double) -> Double) throws -> Raster {
    try unsafe Raster(width: width, height: height, channels: .gray) { (target) throws(PageFailure) in
      for y in 0..<height {
        for x in 0..<width {
          unsafe target[y * width + x] = UInt8(min(max(tone(Double(x) + 0.5, Double(y) + 0.5), 0), 255))
        }
      }
    }
  }

  /// Calls `body` with a function that interpolates the gray image; outside, the brightness is `outside`.
  func reading<Result>(
    outside: Double = 255, _ body: ((_ x: Double, _ y: Double) -> Double) throws -> Result
  ) throws -> Result {
    let image = try grayed()
    let (width, height) = (image.width, image.height)
    return try unsafe image.withUnsafePixels { pixels in
      func pixel(_ x: Int, _ y: Int) -> Double {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return outside }
        return unsafe Double(pixels[y * width + x])
      }
      return try body { x, y in
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (across, down) = (x - 0.5 - left, y - 0.5 - top)
        let (column, row) = (Int(left), Int(top))
        let upper = pixel(column, row) * (1 - across) + pixel(column + 1, row) * across
        let lower = pixel(column, row + 1) * (1 - across) + pixel(column + 1, row + 1) * across
        return upper * (1 - down) + lower * down
      }
    }
  }

  /// Returns the page curled like one of an open book: lines slope down towards the left edge by `depth` pixels at most.
  public func curled(depth: Double) throws -> Raster {
    let width = Double(width)
    return try reading { page in
      try Self.drawn(width: self.width, height: height + Int(depth.rounded(.up))) { x, y in
        page(x, y - Self.curl(x / width) * depth)
      }
    }
  }

  /// Returns the position on the curled page of a point of the flat one.
  public func curledPlace(_ point: Point, depth: Double) -> Point {
    Point(x: point.x, y: point.y + Self.curl(point.x / Double(width)) * depth)
  }

  /// Returns the height of the curl, from 1 at the left edge, by the spine, to 0 at the right one.
  private static func curl(_ x: Double) -> Double { (1 - x) * (1 - x) * (1 - x) }

  /// Returns two pages next to each other as an open book on a scanner: a shadow along the gutter, and dark glass around.
  public static func spread(_ left: Raster, _ right: Raster, border: Int = 30) throws -> Raster {
    let height = max(left.height, right.height) + 2 * border
    let width = left.width + right.width + 2 * border
    let gutter = Double(border + left.width)
    return try left.reading(outside: 24) { leftTone in
      try right.reading(outside: 24) { rightTone in
        try drawn(width: width, height: height) { x, y in
          let paper =
            x < gutter ? leftTone(x - Double(border), y - Double(border)) : rightTone(x - gutter, y - Double(border))
          let distance = abs(x - gutter) / Double(left.width)
          return paper * (1 - 0.5 * exp(-distance / 0.02))
        }
      }
    }
  }

  /// Returns the page on a scanner's dark glass: borders of this many pixels, uneven by a pixel or two.
  public func onGlass(left: Int, top: Int, right: Int, bottom: Int, seed: UInt64 = 1) throws -> Raster {
    let noise = ValueNoise(seed: seed)
    let (pageWidth, pageHeight) = (Double(width), Double(height))
    return try reading(outside: 0) { page in
      try Self.drawn(width: width + left + right, height: height + top + bottom) { x, y in
        let (onPageX, onPageY) = (x - Double(left), y - Double(top))
        let isPaper = onPageX > 0 && onPageY > 0 && onPageX < pageWidth && onPageY < pageHeight
        return isPaper ? page(onPageX, onPageY) : 14 + 22 * noise.value(x / 7, y / 7)
      }
    }
  }

  /// Returns the page with two punch holes 80 mm apart along the left side, through which the dark glass shows (ISO 838).
  public func punched(dpi: Double) throws -> Raster {
    let (radius, inset, apart) = (3 * dpi / 25.4, 12 * dpi / 25.4, 40 * dpi / 25.4)
    let middle = Double(height) / 2
    return try reading { page in
      try Self.drawn(width: width, height: height) { x, y in
        let distance = [middle - apart, middle + apart].map { hypot(x - inset, y - $0) }.min() ?? 0
        let cover = min(max(radius - distance + 0.5, 0), 1)
        return page(x, y) * (1 - cover) + 20 * cover
      }
    }
  }

  /// Returns the page with the other side of the sheet showing through: mirrored, blurred, and faint.
  public func showingThrough(_ back: Raster, strength: Double = 0.2) throws -> Raster {
    let width = Double(self.width)
    return try reading { page in
      try back.blurred(times: 3).reading { other in
        try Self.drawn(width: self.width, height: height) { x, y in
          page(x, y) - strength * (255 - other(width - x, y)) * page(x, y) / 255
        }
      }
    }
  }

  /// Returns the page with a shadow that falls from its upper left corner.
  public func shaded(darkest: Double = 0.35) throws -> Raster {
    let (width, height) = (Double(self.width), Double(height))
    return try reading { page in
      try Self.drawn(width: self.width, height: self.height) { x, y in
        let along = x / width + 0.6 * y / height
        return page(x, y) * (darkest + (1 - darkest) / (1 + exp(-(along - 0.75) / 0.12)))
      }
    }
  }

  /// Returns the page with a lamp mirrored in the paper: a white spot in the middle, surrounded by gray paper.
  public func withGlare(radius: Double) throws -> Raster {
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 3)
    return try reading { page in
      try Self.drawn(width: width, height: height) { x, y in
        let share = 1 / (1 + exp((hypot(x - middleX, y - middleY) - radius) / 6))
        return 0.8 * page(x, y) * (1 - share) + 255 * share
      }
    }
  }
}
