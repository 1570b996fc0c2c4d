// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// Something to be checked or filled in, by its shape.
  package struct FormShape: Sendable {
    /// What it looks like.
    package enum Kind: Sendable {
      /// A square, such as a check box.
      case square
      /// A circle, such as a radio button.
      case circle
      /// Equal cells in a row, one for each letter.
      case comb
    }

    /// What it looks like.
    package let kind: Kind
    /// In pixels.
    package let box: Box
    /// The share of its inside that is ink, 0 to 1.
    package let fill: Double
    /// Whether strokes run through it and out at two sides.
    package let isStruck: Bool
  }

  private static let mostShapes = 2000

  /// What is to be checked or filled in on a page, from its shapes; nothing in these words is.
  package static func formShapes(_ image: Raster, dpi: Double, words: [Box]) throws(PageFailure) -> [FormShape] {
    let places = words.flatMap { [$0.x, $0.y, $0.width, $0.height] }
    var boxes = [VisionCheckBox](repeating: VisionCheckBox(), count: mostShapes)
    var count: Int32 = 0
    try unsafe look(at: image) { view, error in
      unsafe vision_check_boxes(view, dpi, places, Int32(words.count), &boxes, Int32(mostShapes), &count, error)
    }
    return boxes.prefix(Int(count)).map { found in
      let kind: FormShape.Kind =
        found.shape == VISION_SQUARE ? .square : found.shape == VISION_CIRCLE ? .circle : .comb
      return FormShape(
        kind: kind, box: Box(x: found.x, y: found.y, width: found.width, height: found.height), fill: found.fill,
        isStruck: found.isStruck != 0)
    }
  }
}
