// SPDX-License-Identifier: GPL-3.0-or-later

/// Something about a PDF that decides what may be done with it, or that a person should know.
package enum PDFCondition: String, Codable, CaseIterable, Sendable {
  /// It carries a digital signature, which any change makes invalid.
  case signed
  /// It is encrypted; it was opened with a password, or with none.
  case encrypted
  /// Its pages are made by a form engine (dynamic XFA): what it shows without one is a notice.
  case dynamicForm
}
