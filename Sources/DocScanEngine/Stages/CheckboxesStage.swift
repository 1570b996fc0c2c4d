// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Finds checkboxes, radio circles, and combs by their shape.
package final class CheckboxesStage: Stage {
  /// The share of ink at which a box is marked with 50% probability, and the slope of the log odds, chosen on drawn forms (measure/checkboxes.py).
  private static let usualFill = 0.025
  private static let slope = 250.0
  /// The width in pixels below which other limits apply, because a small box's outline extends into its inside, and a mark covers much of it.
  private static let fewPixels = 23.0
  private static let usualFillOfFew = 0.25
  private static let slopeOfFew = 20.0
  private static let shortestWord = 2
  private static let certain = 0.75
  /// Characters that boxes are mistaken for.
  private static let boxLike: Set<Character> = ["O", "o", "0", "D", "Q"]

  package static let description = ComponentDescription(
    name: "checkboxes",
    abstract: "Finds check boxes, radio buttons and combs by their shape, and whether they are checked.",
    settings: [],
    order: StageOrder(
      effects: [],
      needs: [
        .init(.movesPicture, otherwise: "moves the picture, and the boxes would be elsewhere"),
        .init(.readsText, otherwise: "reads the text that distinguishes letters from boxes"),
      ]), finding: FormMark.description)

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func process(_ page: PageContext) throws(PageFailure) {
    guard !page.isBlank else { return }
    let words = (page.recognition?.blocks.words ?? []).filter(Self.isText)
    let (sure, uncertain) = (
      words.filter { $0.confidence >= Self.certain }, words.filter { $0.confidence < Self.certain }
    )
    let shapes = try Vision.formShapes(
      try page.image(), dpi: page.size.dpi, words: sure.map(\.box), uncertain: uncertain.map(\.box))
    let marks = shapes.map(Self.mark)
    try page.note(marks.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) })
  }

  private static func isText(_ word: Word) -> Bool {
    let characters = word.text.filter { $0.isLetter || $0.isNumber }
    let clear = word.confidence >= certain ? characters : characters.filter { !boxLike.contains($0) }
    return clear.count >= shortestWord
  }

  private static func probability(_ shape: Vision.FormShape) -> Double {
    // Strokes across the outline may check a box or cancel a mark: only the form's reader can know.
    if shape.isStruck { return 0.5 }
    if shape.box.width < fewPixels { return logistic((shape.fill - usualFillOfFew) * slopeOfFew) }
    return logistic((shape.fill - usualFill) * slope)
  }

  private static func mark(_ shape: Vision.FormShape) -> FormMark {
    let probability = Self.probability(shape)
    let isChecked = probability >= 0.5
    let certainty = max(probability, 1 - probability).rounded(toPlaces: 3)
    switch shape.kind {
    case .square: return FormMark(kind: .checkbox, isChecked: isChecked, confidence: certainty, box: shape.box.rounded)
    case .circle: return FormMark(kind: .radio, isChecked: isChecked, confidence: certainty, box: shape.box.rounded)
    case .comb: return FormMark(kind: .comb, isChecked: nil, confidence: 0.9, box: shape.box.rounded)
    }
  }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    let marks: [FormMark]? = page.findings.get()
    return (marks ?? []).map(\.box.corners)
  }
}
