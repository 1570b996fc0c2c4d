// SPDX-License-Identifier: GPL-3.0-or-later

/// A field of a form, with its label and its value.
package struct FormField: ListedFinding {
  /// The ways to fill in a field.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Text next to or below the label.
    case text
    case checkbox
    case radio
    /// A field with one cell for each letter.
    case comb
  }

  package static let mostOnPage = 4096
  /// The maximum length of a label or value, in bytes of UTF-8.
  package static let longestText = 8192

  package var label: String
  package var value: String
  package var kind: Kind
  package var isChecked: Bool?
  package var confidence: Double
  /// The box around the value or the checkbox, or around the label if the field is empty, in pixels of the corrected page.
  package var box: Box

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
          "label": JSONSchema.text("The label. Empty if there is no text next to the field.", atMost: longestText),
          "value": JSONSchema.text(
            "The text that was filled in. Empty for an empty field, a checkbox, or a radio button.", atMost: longestText
          ),
          "kind": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
          "isChecked?": JSONSchema.value("boolean", "Whether the box or circle is checked. Absent for text fields."),
          "confidence": JSONSchema.confidence(
            "The probability that label, value, and state are correct and belong together."),
          "box": JSONSchema.reference("box"),
        ]), "The fields of a form, from top to bottom. Absent without the form stage.", atMost: mostOnPage))
}

/// A checkbox, radio button, or comb that was recognized by its shape.
package struct FormMark: ListedFinding {
  /// The way to fill in the field, which is never `text`.
  package var kind: FormField.Kind
  package var isChecked: Bool?
  package var confidence: Double
  /// The position, in pixels of the corrected page.
  package var box: Box

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
          "isChecked?": JSONSchema.value("boolean", "Whether the box or circle is checked. Absent for a comb."),
          "confidence": JSONSchema.confidence("The probability that isChecked is correct."),
          "box": JSONSchema.reference("box"),
        ]), "Checkboxes, radio buttons, and combs. Absent without the checkboxes stage.", atMost: FormField.mostOnPage)
  )
}

/// An interactive form field of a PDF (ISO 32000-1, 12.7).
package struct PDFFormField: ListedFinding {
  package var name: String
  package var isNamedForPeople: Bool
  package var kind: FormField.Kind
  package var value: String
  package var isChecked: Bool?
  package var box: Box

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
          "name": JSONSchema.text(
            "The description for users, or the internal name if there is none.", atMost: FormField.longestText),
          "isNamedForPeople": JSONSchema.value("boolean", "Whether name is the description for users."),
          "kind": JSONSchema.oneOf(FormField.Kind.allCases.map(\.rawValue)),
          "value": JSONSchema.text("The text that was filled in.", atMost: FormField.longestText),
          "isChecked?": JSONSchema.value("boolean", "Whether the box or circle is checked. Absent for text fields."),
          "box": JSONSchema.reference("box"),
        ]), "The interactive form fields of the PDF page. Absent without the form stage.", atMost: FormField.mostOnPage)
  )
}

extension RecognizedPage {
  /// The fields of a form, or `nil` if the `form` stage didn't run.
  package var form: [FormField]? { findings.get() }
}
