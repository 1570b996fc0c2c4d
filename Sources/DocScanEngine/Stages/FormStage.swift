// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanUnderstanding

/// Reads forms: labels with what is filled in, boxes that are checked, and the fields that a PDF has itself.
public final class FormStage: TextStage {
  public static let description = ComponentDescription(
    name: "form",
    abstract: "Reads forms: labels with their values, and, after the stage checkboxes, which boxes are checked.",
    settings: [], order: order, finding: FormField.description, also: [PDFFormField.description] + measurements)

  public static let measurements = [PageRule.description]

  /// A PDF's own fields are looked up when the page is read.
  public static let given: [FindingDescription] = [PDFFormField.description]

  public init(settings: ResolvedSettings) throws(PipelineError) {}

  /// Measures the rules on the page: people write on some of them.
  public func process(_ page: PageContext) throws(PageFailure) { try page.noteRules() }

  public func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { FormReader(page).fields }

  public static func outlines(on page: RecognizedPage) -> [[Point]] { (page.form ?? []).map(\.box.corners) }
}
