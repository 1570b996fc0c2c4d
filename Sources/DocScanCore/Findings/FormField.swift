// SPDX-License-Identifier: GPL-3.0-or-later

/// A field of a form: what it is called, and what is filled in.
package struct FormField: ListedFinding {
  /// How it is filled in.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// With text beside or below its label.
    case text
    /// By a mark in a box.
    case checkbox
    /// By a mark in one of several circles.
    case radio
    /// With a letter in each cell.
    case comb
  }

  /// A page with more is not believed.
  package static let mostOnPage = 4096
  /// In bytes of UTF-8.
  package static let longestText = 8192

  /// What it is called; empty if nothing is beside it.
  package var label: String
  /// What is filled in; empty if nothing is, and for what is only checked.
  package var value: String
  /// How it is filled in.
  package var kind: Kind
  /// Whether it is checked; nil for what is filled in with text.
  package var isChecked: Bool?
  /// The probability that label, value and state belong together so, 0 to 1.
  package var confidence: Double
  /// Around the value, or the box to check; where it is empty, around the label.
  package var box: Box

  /// A field, with its place in pixels of the corrected page.
  package init(label: String, value: String, kind: Kind, isChecked: Bool? = nil, confidence: Double, box: Box) {
    (self.label, self.value, self.kind, self.isChecked) = (label, value, kind, isChecked)
    (self.confidence, self.box) = (confidence, box)
  }

  package static let description = FindingDescription(
    key: "form",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "label": JSONSchema.text("What it is called; empty if nothing is beside it.", atMost: longestText),
          "value": JSONSchema.text("What is filled in; empty for what is only checked.", atMost: longestText),
          "kind": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
          "isChecked?": JSONSchema.value("boolean", "Whether it is checked; absent for text."),
          "confidence": JSONSchema.confidence("The probability that label, value and state belong together so."),
          "box": JSONSchema.reference("box"),
        ]), "The fields of a form, from the top; absent without the form stage.", atMost: mostOnPage))
}

/// A box or circle to check, or a comb, as its shape on the page tells.
package struct FormMark: ListedFinding {
  /// How it is filled in: never with text.
  package var kind: FormField.Kind
  /// Whether it is checked; nil for a comb.
  package var isChecked: Bool?
  /// The probability that it is checked, or not, as it says, 0 to 1.
  package var confidence: Double
  /// In pixels of the corrected page.
  package var box: Box

  /// A mark.
  package init(kind: FormField.Kind, isChecked: Bool?, confidence: Double, box: Box) {
    (self.kind, self.isChecked, self.confidence, self.box) = (kind, isChecked, confidence, box)
  }

  package static let description = FindingDescription(
    key: "formMarks",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "kind": JSONSchema.oneOf(FormField.Kind.allCases.map(\.rawValue)),
          "isChecked?": JSONSchema.value("boolean", "Whether it is checked; absent for a comb."),
          "confidence": JSONSchema.confidence("The probability that the state is right."),
          "box": JSONSchema.reference("box"),
        ]), "Boxes and circles to check, and combs; absent without the checkboxes stage.", atMost: FormField.mostOnPage)
  )
}

/// A field that a PDF itself has (ISO 32000-1, 12.7).
package struct PDFFormField: ListedFinding {
  /// What people call it, or its name in the file.
  package var name: String
  /// Whether the name is meant for people.
  package var isNamedForPeople: Bool
  /// How it is filled in.
  package var kind: FormField.Kind
  /// What is filled in.
  package var value: String
  /// Whether it is checked; nil for what is filled in with text.
  package var isChecked: Bool?
  /// In pixels of the corrected page.
  package var box: Box

  /// A field.
  package init(
    name: String, isNamedForPeople: Bool, kind: FormField.Kind, value: String, isChecked: Bool?, box: Box
  ) {
    (self.name, self.isNamedForPeople, self.kind) = (name, isNamedForPeople, kind)
    (self.value, self.isChecked, self.box) = (value, isChecked, box)
  }

  package static let description = FindingDescription(
    key: "formFields",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "name": JSONSchema.text("What people call it, or its name in the PDF.", atMost: FormField.longestText),
          "isNamedForPeople": JSONSchema.value("boolean", "Whether the name is meant for people."),
          "kind": JSONSchema.oneOf(FormField.Kind.allCases.map(\.rawValue)),
          "value": JSONSchema.text("What is filled in.", atMost: FormField.longestText),
          "isChecked?": JSONSchema.value("boolean", "Whether it is checked; absent for text."),
          "box": JSONSchema.reference("box"),
        ]), "The fields that the PDF page has itself; absent without the form stage.", atMost: FormField.mostOnPage))
}

extension RecognizedPage {
  /// The fields of a form; nil when the pipeline did not look.
  package var form: [FormField]? { findings.get() }
}
