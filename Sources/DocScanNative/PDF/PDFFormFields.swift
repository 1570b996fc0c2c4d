// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import DocScanCore
internal import DocScanFiles

extension PDFPage {
  private static let mostFields = FormField.mostOnPage

  func formFields() throws(PageFailure) -> [PDFFormField] {
    guard width > 0, height > 0 else { return [] }
    return try unsafe withUnsafePage { page throws(PageFailure) in
      let list = unsafe poppler_page_get_form_field_mapping(page)
      defer { unsafe poppler_page_free_form_field_mapping(list) }
      var fields: [PDFFormField] = []
      var item = unsafe list
      while let current = unsafe item, fields.count < Self.mostFields {
        if let mapping = unsafe current.pointee.data?.assumingMemoryBound(to: PopplerFormFieldMapping.self).pointee,
          let field = unsafe mapping.field, let found = unsafe self.field(field, mapping.area)
        {
          fields.append(found)
        }
        unsafe item = current.pointee.next
      }
      return fields.sorted { ($0.box.y, $0.box.x, $0.name) < ($1.box.y, $1.box.x, $1.name) }
    }
  }

  @unsafe
  private func field(_ field: OpaquePointer, _ area: PopplerRectangle) -> PDFFormField? {
    let kind: FormField.Kind
    var value = ""
    var isChecked: Bool?
    switch unsafe poppler_form_field_get_field_type(field) {
    case POPPLER_FORM_FIELD_BUTTON:
      switch unsafe poppler_form_field_button_get_button_type(field) {
      case POPPLER_FORM_BUTTON_CHECK: kind = .checkbox
      case POPPLER_FORM_BUTTON_RADIO: kind = .radio
      case _: return nil
      }
      isChecked = unsafe poppler_form_field_button_get_state(field) != 0
    case POPPLER_FORM_FIELD_TEXT:
      kind = .text
      value = unsafe Self.text(poppler_form_field_text_get_text(field))
    case POPPLER_FORM_FIELD_CHOICE:
      kind = .text
      value = unsafe choice(field)
    case _: return nil
    }
    let shown = unsafe Self.text(poppler_form_field_get_alternate_ui_name(field))
    let name = unsafe shown.isEmpty ? Self.text(poppler_form_field_get_name(field)) : shown
    let box = Box(
      x: min(max(area.x1 / width, 0), 1), y: min(max(1 - area.y2 / height, 0), 1),
      width: min(max((area.x2 - area.x1) / width, 0), 1), height: min(max((area.y2 - area.y1) / height, 0), 1))
    return PDFFormField(
      name: name, isNamedForPeople: !shown.isEmpty, kind: kind, value: value, isChecked: isChecked, box: box)
  }

  @unsafe
  private func choice(_ field: OpaquePointer) -> String {
    var chosen: [String] = []
    for index in 0..<min(max(unsafe poppler_form_field_choice_get_n_items(field), 0), 10_000)
    where unsafe poppler_form_field_choice_is_item_selected(field, index) != 0 {
      chosen.append(unsafe Self.text(poppler_form_field_choice_get_item(field, index)))
    }
    return unsafe chosen.isEmpty ? Self.text(poppler_form_field_choice_get_text(field)) : chosen.joined(separator: ", ")
  }

  @unsafe
  private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe g_free(text) }
    let read = unsafe String(cString: text).replacing(where: { $0.isNoText }, with: " ")
    return String(read.prefix(FormField.longestText / 4))
  }
}
