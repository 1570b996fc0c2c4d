// SPDX-License-Identifier: GPL-3.0-or-later

/// A rectangle in the user space of a PDF page: y grows upwards.
struct PDFRectangle: Hashable, Sendable {
  var left: Double
  var bottom: Double
  var right: Double
  var top: Double

  /// What both have in common; nil when that is nothing.
  func intersection(_ other: PDFRectangle) -> PDFRectangle? {
    let result = PDFRectangle(
      left: max(left, other.left), bottom: max(bottom, other.bottom), right: min(right, other.right),
      top: min(top, other.top))
    return result.left < result.right && result.bottom < result.top ? result : nil
  }
}
