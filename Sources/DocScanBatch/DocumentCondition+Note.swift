// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension DocumentCondition {
  /// What a person should know of the results of such a PDF.
  func note(signed: PageSettings.Signed) -> String {
    switch (self, signed) {
    case (.signed, .keep):
      "The PDF is digitally signed and stays as it is, without a text layer; the text is in the other files. "
        + "Set pages.signed to \"change\" for a searchable PDF whose signature is no longer valid."
    case (.signed, .change): "The original is digitally signed; the changed PDF's signature is no longer valid."
    case (.encrypted, _): "The original is encrypted; the results are not, unless the PDF stayed as it was."
    case (.dynamicForm, _):
      "The PDF is a dynamic XFA form, whose pages only some programs make: what was read is the notice shown in their "
        + "place. Print the form to a PDF in such a program and use that."
    }
  }
}
