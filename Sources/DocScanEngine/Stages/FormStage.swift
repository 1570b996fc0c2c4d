// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanUnderstanding

/// Reads forms: labels with their values, checked boxes, and a PDF's form fields.
package final class FormStage: TextStage {
  package static let description = ComponentDescription(
    name: "form",
    abstract: "Reads forms: labels with their values, and, after the stage checkboxes, which boxes are checked.",
    settings: [], order: order, finding: FormField.description, also: [PDFFormField.description] + measurements)

  package static let measurements = [PageRule.description]

  /// A PDF's form fields, which are read with the page.
  package static let given: [FindingDescription] = [PDFFormField.description]

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  /// Measures the rules on the page, because forms have rules to write on.
  package func process(_ page: PageContext) throws(PageFailure) { try page.noteRules() }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { FormReader(page).fields }

  package static func outlines(on page: RecognizedPage) -> [[Point]] { (page.form ?? []).map(\.box.corners) }
}
