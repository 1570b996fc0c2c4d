// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// Whether an image shows a blank page, and the share of it that is inked. `dpi` are its pixels per inch.
  package static func blankness(_ image: Raster, dpi: Double) throws(PageFailure) -> BlankEvidence {
    var blank = VisionBlank()
    try unsafe look(at: image) { view, error in unsafe vision_blank(view, dpi, &blank, error) }
    return BlankEvidence(confidence: blank.confidence, ink: blank.ink)
  }

  /// How well a page was photographed or scanned, in figures.
  package struct Quality: Sendable {
    /// The width of the letters' edges as a share of the letters' height.
    package let blur: Double
    /// The difference of ink and paper, 0 to 1.
    package let contrast: Double
    /// The share of the page that reflects light.
    package let glare: Double
    /// The share of the text lines that are cut off.
    package let clipped: Double
    /// The middle height of the letters in pixels of the page; 0 if there are none.
    package let letterHeight: Double
  }

  /// Measures a page; `view` is a smaller image of the same.
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

  /// What can be done to clean a page.
  package struct CleaningSteps: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The paper becomes white all over.
    package static let illumination = CleaningSteps(rawValue: UInt32(VISION_CLEAN_ILLUMINATION))
    /// The paper becomes white for those who look at it, and pictures keep their tones: see `Text.inEvenLight`.
    package static let whitePaper = CleaningSteps(rawValue: UInt32(VISION_CLEAN_WHITE_PAPER))
    /// What shines through from the other side goes.
    package static let showThrough = CleaningSteps(rawValue: UInt32(VISION_CLEAN_SHOW_THROUGH))
    /// Specks go.
    package static let specks = CleaningSteps(rawValue: UInt32(VISION_CLEAN_SPECKS))
    /// Punch holes and what is left of borders go.
    package static let edges = CleaningSteps(rawValue: 1 << 16)

    /// What the page JSON calls them.
    package var names: [String] {
      let names: [(CleaningSteps, String)] = [
        (.illumination, "illumination"), (.whitePaper, "whitePaper"), (.showThrough, "showThrough"),
        (.specks, "specks"), (.edges, "edges"),
      ]
      return names.filter { contains($0.0) }.map(\.1)
    }
  }
}

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

extension Vision {
  /// Straight lines across and down an image that is level, such as those of tables, in its pixels.
  ///
  /// They are longer than strokes of letters of this height; 0 if that is not known.
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
