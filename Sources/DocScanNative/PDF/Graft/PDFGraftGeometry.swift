// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The boundary and the rotation of a page (ISO 32000-1, 8.3.2.3 and 14.11.2).
struct PDFGraftGeometry {
  /// US Letter, which viewers assume if a page has no size.
  private static let assumedBox = [0.0, 0, 612, 792]

  /// The visible part of the page, in the page's units.
  private let box: (left: Double, bottom: Double, right: Double, top: Double)
  /// The clockwise rotation, in quarter turns.
  private let turns: Int

  init(page: PDFObject) {
    let media = Self.sorted(page.inherited("/MediaBox").finiteNumbers(4)) ?? Self.assumedBox
    var box = media
    if let crop = Self.sorted(page.inherited("/CropBox").finiteNumbers(4)) {
      let common = [max(crop[0], media[0]), max(crop[1], media[1]), min(crop[2], media[2]), min(crop[3], media[3])]
      if common[2] > common[0], common[3] > common[1] { box = common }
    }
    self.box = (box[0], box[1], box[2], box[3])
    let degrees = page.inherited("/Rotate").number ?? 0
    let quarters = abs(degrees) < 1e6 ? Int((degrees / 90).rounded()) : 0
    turns = (quarters % 4 + 4) % 4
  }

  static func unit(of page: PDFObject) -> Double { page["/UserUnit"].finiteNumber.flatMap { $0 > 0 ? $0 : nil } ?? 1 }

  private var displayed: (width: Double, height: Double) {
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    return turns % 2 == 0 ? (width, height) : (height, width)
  }

  /// Returns the matrix from a layer that fills the displayed page to the page's coordinates.
  func matrix(from layer: (width: Double, height: Double)) -> [Double] {
    let (x, y) = (displayed.width / layer.width, displayed.height / layer.height)
    return switch turns {
    case 1: [0, x, -y, 0, box.right, box.bottom]
    case 2: [-x, 0, 0, -y, box.right, box.top]
    case 3: [0, -x, y, 0, box.left, box.top]
    case _: [x, 0, 0, y, box.left, box.bottom]
    }
  }

  /// Returns a rectangle in the layer's coordinates, or `nil` if its center is outside. `placement` maps unit squares with y down, page to layer.
  func moved(_ rectangle: [Double], by placement: Homography, to layer: (width: Double, height: Double)) -> [Double]? {
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    func displayed(_ x: Double, _ y: Double) -> Point {
      let (right, up) = ((x - box.left) / width, (y - box.bottom) / height)
      return switch turns {
      case 1: Point(x: up, y: right)
      case 2: Point(x: 1 - right, y: up)
      case 3: Point(x: 1 - up, y: 1 - right)
      case _: Point(x: right, y: 1 - up)
      }
    }
    let (left, bottom, right, top) = (rectangle[0], rectangle[1], rectangle[2], rectangle[3])
    let middle = placement(displayed((left + right) / 2, (bottom + top) / 2))
    guard (0...1).contains(middle.x), (0...1).contains(middle.y) else { return nil }
    let corners = [(left, bottom), (right, bottom), (right, top), (left, top)].map { placement(displayed($0, $1)) }
    let (xs, ys) = (corners.map { min(max($0.x, 0), 1) }, corners.map { min(max($0.y, 0), 1) })
    guard let first = xs.min(), let last = xs.max(), let upper = ys.min(), let lower = ys.max() else { return nil }
    return [first * layer.width, (1 - lower) * layer.height, last * layer.width, (1 - upper) * layer.height]
  }

  private static func sorted(_ box: [Double]?) -> [Double]? {
    guard let box else { return nil }
    let sorted = [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]
    return sorted[2] > sorted[0] && sorted[3] > sorted[1] ? sorted : nil
  }
}
