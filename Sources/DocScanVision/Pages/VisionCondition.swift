// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// Measures the probability that an image is a blank page, and its share of ink. `dpi` is the image's resolution.
  package static func blankness(_ image: Raster, dpi: Double) throws(PageFailure) -> BlankEvidence {
    var blank = VisionBlank()
    try unsafe look(at: image) { view, error in unsafe vision_blank(view, dpi, &blank, error) }
    return BlankEvidence(confidence: blank.confidence, ink: blank.ink)
  }

  /// Measurements of the quality of a photograph or scan.
  package struct Quality: Sendable {
    /// The width of the letters' edges, as a share of the letters' height.
    package let blur: Double
    /// The difference between ink and paper, from 0 to 1.
    package let contrast: Double
    /// The share of the page that reflects light, from 0 to 1.
    package let glare: Double
    /// The share of the text lines that are cut off, from 0 to 1.
    package let clipped: Double
    /// The median height of the letters, in pixels of the page, or 0 without letters.
    package let letterHeight: Double
  }

  package static func quality(of page: Raster, view: Raster) throws(PageFailure) -> Quality {
    var quality = VisionQuality()
    try unsafe call { error in
      unsafe page.withVisionImage { page in
        unsafe view.withVisionImage { view in unsafe vision_quality(page, view, &quality, error) }
      }
    }
    return Quality(
      blur: quality.blur, contrast: quality.contrast, glare: quality.glare, clipped: quality.clipped,
      letterHeight: quality.letterHeight)
  }

  package struct CleaningSteps: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes the paper white everywhere.
    package static let illumination = CleaningSteps(rawValue: UInt32(VISION_CLEAN_ILLUMINATION))
    /// Makes the paper of the saved picture white, and keeps the tones of photographs. See `Text.inEvenLight`.
    package static let whitePaper = CleaningSteps(rawValue: UInt32(VISION_CLEAN_WHITE_PAPER))
    package static let showThrough = CleaningSteps(rawValue: UInt32(VISION_CLEAN_SHOW_THROUGH))
    package static let specks = CleaningSteps(rawValue: UInt32(VISION_CLEAN_SPECKS))
    /// Removes punch holes and remains of borders.
    package static let edges = CleaningSteps(rawValue: 1 << 16)
    /// Removes the colors of the saved picture.
    package static let gray = CleaningSteps(rawValue: 1 << 17)

    package var names: [String] {
      let names: [(CleaningSteps, String)] = [
        (.illumination, "illumination"), (.whitePaper, "whitePaper"), (.showThrough, "showThrough"),
        (.specks, "specks"), (.edges, "edges"), (.gray, "gray"),
      ]
      return names.filter { contains($0.0) }.map(\.1)
    }
  }
}

extension Vision {
  /// A shape to check or fill in.
  package struct FormShape: Sendable {
    package enum Kind: Sendable {
      case square
      case circle
      case comb
    }

    package let kind: Kind
    /// The bounding box, in pixels.
    package let box: Box
    /// The share of ink inside the shape, from 0 to 1.
    package let fill: Double
    /// Whether strokes cross the shape and leave it on two sides.
    package let isStruck: Bool
  }

  private static let mostShapes = 2000

  /// Detects shapes to check or fill in, outside these words.
  package static func formShapes(
    _ image: Raster, dpi: Double, words: [Box], uncertain: [Box] = []
  ) throws(PageFailure) -> [FormShape] {
    let places = (words + uncertain).flatMap { [$0.x, $0.y, $0.width, $0.height] }
    var boxes = [VisionCheckBox](repeating: VisionCheckBox(), count: mostShapes)
    var count: Int32 = 0
    try unsafe look(at: image) { view, error in
      unsafe vision_check_boxes(
        view, dpi, places, Int32(places.count / 4), Int32(words.count), &boxes, Int32(mostShapes), &count, error)
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

extension Vision {
  /// Detects straight horizontal and vertical lines that are longer than the strokes of letters. `letterHeight` is in pixels, or 0 if it's unknown.
  package static func rules(_ image: Raster, letterHeight: Double) throws(PageFailure) -> [PageRule] {
    var rules = [VisionRule](repeating: VisionRule(), count: PageRule.mostOnPage)
    var count: Int32 = 0
    try unsafe look(at: image) { view, error in
      unsafe vision_find_rules(view, letterHeight, &rules, Int32(rules.count), &count, error)
    }
    return rules.prefix(Int(count)).map {
      PageRule(from: Point(x: $0.startX, y: $0.startY), to: Point(x: $0.endX, y: $0.endY), width: $0.width)
    }
  }
}
