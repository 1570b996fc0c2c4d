// SPDX-License-Identifier: GPL-3.0-or-later

/// The contents of a page: its operators and the objects that they refer to (ISO 32000-1, 7.8).
package struct PageContents {
  /// The size of a page unit, in points.
  let unit: Double
  private(set) var bytes: [UInt8] = []
  package private(set) var elements: [StructureElement] = []
  private var fonts: [String: Int] = [:]
  private var images: [Int] = []

  package init(unit: Double) {
    self.unit = unit
    if unit > 1 { bytes += Array("\(PDFSyntax.numbers(1 / unit, 0, 0, 1 / unit, 0, 0)) cm\n".utf8) }
  }

  var resources: String {
    let names = fonts.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    let fontEntries = names.map { "/\($0.key) \($0.value) 0 R" }.joined()
    let imageEntries = images.enumerated().map { "/Im\($0) \($1) 0 R" }.joined()
    return (images.isEmpty ? "" : "/XObject<<\(imageEntries)>>") + (fonts.isEmpty ? "" : "/Font<<\(fontEntries)>>")
  }

  package mutating func show(image: Int, matrix: String) {
    bytes += Array("q \(matrix) cm /Im\(images.count) Do Q\n".utf8)
    images.append(image)
  }

  package mutating func show(_ text: InvisibleText) {
    bytes += text.content
    fonts.merge(text.variants) { $1 }
    elements += text.elements
  }

  /// Adds an element that shows nothing. Its parts get empty marked-content sequences, because readers find elements through the content.
  package mutating func add(_ unseen: StructureElement) {
    var element = unseen
    let first = elements.reduce(0) { $0 + $1.contentCount }
    for index in element.parts.indices {
      element.parts[index].content = first + index
      bytes += Array("/\(element.parts[index].kind.rawValue)<</MCID \(first + index)>>BDC\nEMC\n".utf8)
    }
    elements.append(element)
  }

  /// Draws the note about a failed page: as text, or as a crossed-out frame if `font` is `nil`.
  package mutating func show(_ note: FailureNote, font: Int?) {
    bytes += font == nil ? note.cross : note.writing
    if let font { fonts[FailureNote.fontName] = font }
  }

  /// Draws something that isn't part of the text, such as the page's picture (ISO 32000-1, 14.8.2.2).
  package mutating func showArtifact(isMarked: Bool, _ show: (inout PageContents) -> Void) {
    if isMarked { bytes += Array("/Artifact BMC\n".utf8) }
    show(&self)
    if isMarked { bytes += Array("EMC\n".utf8) }
  }
}
