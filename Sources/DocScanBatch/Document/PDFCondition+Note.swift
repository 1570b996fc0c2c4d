// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension PDFCondition {
  /// What a person should know of the results of such a PDF.
  func note(signed: PageSettings.Signed) -> String {
    switch (self, signed) {
    case (.signed, .keep):
      "The PDF is signed and stays as it is, without a text layer; the text is in the other files. "
        + "For a searchable PDF with a signature that is no longer valid, set pages.signed to \"change\"."
    case (.signed, .change): "The original is signed; the signature of the changed PDF is no longer valid."
    case (.encrypted, _): "The original is encrypted. The results are not, unless the PDF stayed as it is."
    case (.dynamicForm, _):
      "The PDF is a dynamic XFA form, which only some programs can show. What was read is the notice shown in its "
        + "place. Print the form to a PDF in such a program and use that."
    }
  }
}
