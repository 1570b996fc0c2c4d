// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A page's unit, and the pictures that it shows.
struct PDFPageStructure {
  /// A picture on the displayed page, whose origin is the top-left corner, in units of the page.
  struct Picture {
    /// Its size in pixels, along the displayed page's axes.
    var width: Int
    var height: Int
    /// The smallest box around it.
    var box: Box
    /// Pixels for each unit, along the displayed page's axes.
    var density: (x: Double, y: Double)
    /// Whether its rows run along one of the page's axes.
    var isStraight: Bool
  }

  /// How many points a unit of the page is.
  var unit = 1.0
  /// The part of the page that is displayed.
  var box = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
  /// Clockwise quarter turns with which it is displayed.
  var turns = 0
  /// In the order in which they are drawn.
  var pictures: [Picture] = []
  /// Whether there is text that is not invisible.
  var showsText = false
  /// Whether there is text that is invisible, or that a picture may cover.
  var hidesText = false

  /// The size of the displayed page in its own units.
  var size: (width: Double, height: Double) {
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    return turns % 2 == 0 ? (width, height) : (height, width)
  }

  /// A picture as it comes to lie on the displayed page.
  func displayed(_ found: PDFPictureFinder.Found) -> Picture {
    let m = found.matrix.then(display)
    let xs = [m.e, m.e + m.a, m.e + m.c, m.e + m.a + m.c]
    let ys = [m.f, m.f + m.b, m.f + m.d, m.f + m.b + m.d]
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let across = (m.a * m.a + m.b * m.b).squareRoot()
    let down = (m.c * m.c + m.d * m.d).squareRoot()
    let isTurned = abs(m.b) > abs(m.a)
    let (width, height) = isTurned ? (found.height, found.width) : (found.width, found.height)
    let (lengthX, lengthY) = isTurned ? (down, across) : (across, down)
    let slant = isTurned ? max(abs(m.a) / across, abs(m.d) / down) : max(abs(m.b) / across, abs(m.c) / down)
    return Picture(
      width: width, height: height, box: Box(x: left, y: top, width: right - left, height: bottom - top),
      density: (Double(width) / lengthX, Double(height) / lengthY), isStraight: slant < 1e-4)
  }

  /// From the page's user space to the displayed page.
  var display: PDFMatrix {
    var m = PDFMatrix()
    switch turns {
    case 1: (m.a, m.b, m.c, m.d, m.e, m.f) = (0, 1, 1, 0, -box.bottom, -box.left)
    case 2: (m.a, m.b, m.c, m.d, m.e, m.f) = (-1, 0, 0, 1, box.right, -box.bottom)
    case 3: (m.a, m.b, m.c, m.d, m.e, m.f) = (0, -1, -1, 0, box.top, box.right)
    case _: (m.a, m.b, m.c, m.d, m.e, m.f) = (1, 0, 0, -1, -box.left, box.top)
    }
    return m
  }
}
