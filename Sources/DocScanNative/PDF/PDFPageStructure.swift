// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore
internal import Glibc

/// A page's geometry and the pictures that it shows.
struct PDFPageStructure {
  /// A picture on the displayed page, in the page's units from its top-left corner.
  struct Picture {
    /// The size in pixels, along the displayed page's axes.
    var width: Int
    var height: Int
    var box: Box
    /// The pixels per unit, along the displayed page's axes.
    var density: (x: Double, y: Double)
    var isStraight: Bool
    var identity: PDFObject.Identity?
  }

  /// The size of a unit, in points.
  var unit = 1.0
  var box = PDFRectangle(left: 0, bottom: 0, right: 0, top: 0)
  /// The clockwise rotation for display, in quarter turns.
  var turns = 0
  var pictures: [Picture] = []
  var showsText = false
  /// Whether the page has text that is invisible or that a picture may cover.
  var hidesText = false

  var size: (width: Double, height: Double) {
    let (width, height) = (box.right - box.left, box.top - box.bottom)
    return turns % 2 == 0 ? (width, height) : (height, width)
  }

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
      density: (Double(width) / lengthX, Double(height) / lengthY), isStraight: slant < 1e-4, identity: found.identity)
  }

  /// The map from the page's user space to the displayed page.
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

/// The page details that poppler doesn't expose: units and picture positions.
@safe
final class PDFStructure {
  private let pdf: qpdf_data
  /// The file that qpdf reads from while the PDF is open.
  private let file: InputFile
  /// The longest side, in pixels, of pictures that are decoded in search of ink.
  private static let longestSide: Int64 = 20_000
  let pageCount: Int

  init?(_ file: InputFile, password: PDFPassword?) {
    guard let pdf = unsafe qpdf_init() else { return nil }
    unsafe qpdf_silence_errors(pdf)
    unsafe qpdf_set_suppress_warnings(pdf, QPDF_TRUE)
    guard unsafe file.read(into: pdf, password: password), unsafe qpdf_has_error(pdf) == 0 else {
      unsafe Self.close(pdf)
      return nil
    }
    unsafe self.pdf = pdf
    self.file = file
    pageCount = Int(unsafe qpdf_get_num_pages(pdf))
  }

  deinit { unsafe Self.close(pdf) }

  @unsafe
  private static func close(_ pdf: qpdf_data) {
    // qpdf prints uncollected errors to standard error.
    if unsafe qpdf_has_error(pdf) != 0 { _ = unsafe qpdf_get_error(pdf) }
    var finished: qpdf_data? = unsafe pdf
    unsafe qpdf_cleanup(&finished)
  }

  func page(_ number: Int) -> PDFPageStructure { withPage(number, Self.structure) }

  func content(page number: Int) -> [UInt8] { withPage(number) { $0.pageContent } }

  func withPage<Result>(_ number: Int, _ body: (PDFObject) -> Result) -> Result {
    defer { unsafe qpdf_oh_release_all(pdf) }
    return unsafe body(PDFObject(qpdf_get_page_n(pdf, number - 1), of: pdf))
  }

  /// Returns whether a picture certainly isn't blank: plain pixels, some much darker, and no mask. Other color spaces or layers may be white.
  func hasInk(_ identity: PDFObject.Identity) -> Bool {
    defer { unsafe qpdf_oh_release_all(pdf) }
    guard unsafe !PDFObject(qpdf_get_root(pdf), of: pdf).has("/OCProperties") else { return false }
    let picture = unsafe PDFObject(identity, of: pdf)
    let plain: Set = ["/DeviceGray", "/DeviceRGB", "/G", "/RGB"]
    guard !["/SMask", "/Mask", "/ImageMask", "/OC", "/Decode"].contains(where: picture.has),
      plain.contains(picture["/ColorSpace"].name ?? ""), let width = picture["/Width"].integer,
      let height = picture["/Height"].integer, (1...Self.longestSide).contains(width),
      (1...Self.longestSide).contains(height),
      let samples = PDFSamples(picture, width: Int(width), height: Int(height))
    else { return false }
    return samples.hasContrast
  }

  private static func structure(of page: PDFObject) -> PDFPageStructure {
    var structure = PDFPageStructure()
    if let unit = page["/UserUnit"].number, unit > 0, unit <= 75_000 { structure.unit = unit }
    guard let media = page.inherited("/MediaBox").rectangle else { return structure }
    structure.box = media
    if let crop = page.inherited("/CropBox").rectangle, let both = media.intersection(crop) { structure.box = both }
    structure.turns = ((Int(page.inherited("/Rotate").number ?? 0) / 90) % 4 + 4) % 4
    var interpreter = PDFPictureFinder()
    interpreter.run(page.pageContent, resources: page.inherited("/Resources"), depth: 0)
    structure.pictures = interpreter.pictures.map { structure.displayed($0) }
    structure.showsText = interpreter.showsText
    structure.hidesText = interpreter.hidesText
    return structure
  }
}
