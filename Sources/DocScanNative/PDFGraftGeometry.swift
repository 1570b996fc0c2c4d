// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// How a page lies in its own coordinates, and how it is displayed (ISO 32000-1, 8.3.2.3 and 14.11.2).
struct PDFGraftGeometry {
  /// US Letter, which readers assume where a page does not say its size.
  private static let assumedBox = [0.0, 0, 612, 792]

  /// What is shown of the page, in the page's units.
  private let box: (left: Double, bottom: Double, right: Double, top: Double)
  /// Clockwise, in quarters.
  private let turns: Int

  /// Reads a page's boxes and rotation.
  init(page: PDFGraftDocument.Object, of document: PDFGraftDocument) {
    let media = Self.sorted(document.numbers(document.inherited("/MediaBox", of: page), count: 4)) ?? Self.assumedBox
    var box = media
    if let crop = Self.sorted(document.numbers(document.inherited("/CropBox", of: page), count: 4)) {
      let common = [max(crop[0], media[0]), max(crop[1], media[1]), min(crop[2], media[2]), min(crop[3], media[3])]
      if common[2] > common[0], common[3] > common[1] { box = common }
    }
    self.box = (box[0], box[1], box[2], box[3])
    let rotation = document.inherited("/Rotate", of: page)
    let degrees =
      unsafe qpdf_oh_is_number(document.handle, rotation) != 0
      ? unsafe qpdf_oh_get_numeric_value(document.handle, rotation) : 0
    let quarters = degrees.isFinite && abs(degrees) < 1e6 ? Int((degrees / 90).rounded()) : 0
    turns = (quarters % 4 + 4) % 4
  }

  /// The size of a page's unit in points.
  static func unit(of page: PDFGraftDocument.Object, in document: PDFGraftDocument) -> Double {
    let unit = unsafe qpdf_oh_get_key(document.handle, page, "/UserUnit")
    guard unsafe qpdf_oh_is_number(document.handle, unit) != 0 else { return 1 }
    let value = unsafe qpdf_oh_get_numeric_value(document.handle, unit)
    return value.isFinite && value > 0 ? value : 1
  }

  /// The size as displayed, in the page's units.
  private var displayed: (width: Double, height: Double) {
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    return turns % 2 == 0 ? (width, height) : (height, width)
  }

  /// The matrix from a layer that fills the displayed page to the page's own coordinates.
  func matrix(from layer: (width: Double, height: Double)) -> [Double] {
    let (x, y) = (displayed.width / layer.width, displayed.height / layer.height)
    return switch turns {
    case 1: [0, x, -y, 0, box.right, box.bottom]
    case 2: [-x, 0, 0, -y, box.right, box.top]
    case 3: [0, -x, y, 0, box.left, box.top]
    case _: [x, 0, 0, y, box.left, box.bottom]
    }
  }

  /// Where a rectangle of the page lies in a layer that fills the displayed page.
  func moved(_ rectangle: [Double], to layer: (width: Double, height: Double)) -> [Double] {
    let (x, y) = (layer.width / displayed.width, layer.height / displayed.height)
    let (left, right) = (rectangle[0] - box.left, rectangle[2] - box.left)
    let (bottom, top) = (rectangle[1] - box.bottom, rectangle[3] - box.bottom)
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    let moved =
      switch turns {
      case 1: [bottom, width - right, top, width - left]
      case 2: [width - right, height - top, width - left, height - bottom]
      case 3: [height - top, left, height - bottom, right]
      case _: [left, bottom, right, top]
      }
    return [moved[0] * x, moved[1] * y, moved[2] * x, moved[3] * y]
  }

  /// The box with its corners in order; nil when it is empty.
  private static func sorted(_ box: [Double]?) -> [Double]? {
    guard let box else { return nil }
    let sorted = [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]
    return sorted[2] > sorted[0] && sorted[3] > sorted[1] ? sorted : nil
  }
}
