// SPDX-License-Identifier: GPL-3.0-or-later

/// A map of the plane as PDF writes it: x' = a x + c y + e, y' = b x + d y + f.
struct PDFMatrix: Hashable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = PDFMatrix()

  init() {}

  /// From six numbers.
  init?(_ n: [Double]) {
    guard n.count == 6 else { return nil }
    (a, b, c, d, e, f) = (n[0], n[1], n[2], n[3], n[4], n[5])
  }

  /// This map first, then the other.
  func then(_ next: PDFMatrix) -> PDFMatrix {
    var result = PDFMatrix()
    result.a = next.a * a + next.c * b
    result.b = next.b * a + next.d * b
    result.c = next.a * c + next.c * d
    result.d = next.b * c + next.d * d
    result.e = next.a * e + next.c * f + next.e
    result.f = next.b * e + next.d * f + next.f
    return result
  }
}

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
