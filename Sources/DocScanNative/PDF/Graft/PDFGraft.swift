// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
package import DocScanCore
package import DocScanWire
internal import Glibc

/// Adds recognized text and corrected pictures to a copy of a PDF with qpdf. Everything else stays unchanged.
package enum PDFGraft {
  package static var libraryVersion: String { unsafe String(cString: qpdf_get_qpdf_version()) }

  package struct Outcome: Hashable, Sendable {
    package var isIdentical = false
    package var notes: [String] = []
  }

  /// Writes the file `output`, unless the original itself is the result; removes it on failure. The file passes qpdf's check, even if the original
  /// doesn't, and isn't encrypted. Kept streams are copied byte by byte.
  /// - Throws: `.standard` if the result can't be the required PDF/A; another failure if qpdf can't read the original,
  ///   finds errors in its streams, or if the request doesn't fit its pages.
  package static func graft(
    _ request: GraftRequest, original file: InputFile, layers: InputFile, output: String
  ) throws(PageFailure) -> Outcome {
    let original = try PDFGraftDocument(file)
    let layers = try PDFGraftDocument(layers)
    let pageCount = try original.pageCount()
    try check(request, pageCount: pageCount, layerCount: try layers.pageCount())
    if request.changesNothing(pageCount: pageCount),
      PDFGraftDocument.isSound(file)
    {
      return Outcome(isIdentical: true)
    }
    var catalog = PDFGraftCatalog(original: original, layers: layers)
    let isArchival = try catalog.prepare(request, file: file)
    try original.renumberLabels(for: request.pages.map { $0.number - 1 })
    try original.keepPages(request.pages.map { $0.number - 1 })
    if request.replacesStructure { original.root.remove("/StructTreeRoot") }
    let structure = try PDFGraftStructure(original: original, layers: layers)
    for (index, page) in request.pages.enumerated() {
      let isSplit = index + 1 < request.pages.count && request.pages[index + 1].number == page.number
      // The first part changes the page itself, so the copy must come first.
      if isSplit { try original.addCopy(ofPage: index) }
      if page.removesOverlay {
        try PDFGraftPage(original, layers, PDFGraftPage.Place(original: index, layer: index)).removeOverlay()
      }
      if page.silencesText == true { try original.silenceText(page: index) }
      if page.removesHiddenText { _ = try original.removeHiddenText(page: index) }
      let target = PDFGraftPage.Place(original: index, layer: index)
      switch page.source {
      case .original: structure?.add(translationOfLayer: index, page: original.page(index))
      case .overlay: try PDFGraftPage(original, layers, target).overlay(structure: structure)
      case .replacement:
        try PDFGraftPage(original, layers, target).replace(
          placement: page.placement, isSplit: isSplit, structure: structure)
      }
    }
    try structure?.finish()
    var outline = PDFGraftOutline(original: original, layers: layers, pageCount: request.pages.count)
    try outline.copy()
    try catalog.finish(request, isArchival: isArchival)
    do throws(PageFailure) {
      try original.write(to: output)
      guard PDFGraftDocument.isSound(try InputFile(path: output)) else {
        throw failure(.unreadable, "qpdf found errors in the PDF's streams.")
      }
      return Outcome(notes: catalog.notes)
    } catch {
      unsafe unlink(output)
      throw error
    }
  }

  private static func check(_ request: GraftRequest, pageCount: Int, layerCount: Int) throws(PageFailure) {
    let numbers = request.pages.map(\.number)
    let changes = zip(numbers, numbers.dropFirst()).count { $0 != $1 }
    guard !numbers.isEmpty, Set(numbers).count == changes + 1, numbers.allSatisfy((1...max(1, pageCount)).contains)
    else {
      throw failure(.protocolViolation, "The pages of the result are not among the PDF's \(pageCount) pages.")
    }
    guard layerCount == numbers.count else {
      throw failure(.protocolViolation, "The request has \(layerCount) layers for \(numbers.count) pages.")
    }
  }

  static func failure(_ kind: PageFailure.Kind, _ message: String) -> PageFailure {
    PageFailure(kind: kind, message: message)
  }
}

enum WrittenPDF {
  /// Returns whether the file is complete, from cross-reference stream to trailer. qpdf reports no error if a full disk rejects buffered data.
  static func isWhole(path: String) throws(PageFailure) -> Bool {
    let file = try InputFile(path: path)
    let tail = try text(file.read(at: max(0, file.byteCount - 64), count: 64)).split(separator: "\n").suffix(3)
    guard tail.first == "startxref", tail.last == "%%EOF", let start = tail.dropFirst().first.flatMap({ Int($0) })
    else {
      return false
    }
    let stream = try file.read(at: start, count: 1 << 20)
    guard let keyword = stream.firstRange(of: Array("stream\n".utf8)) else { return stream.starts(with: "xref".utf8) }
    let dictionary = text(stream[..<keyword.lowerBound])
    guard dictionary.contains("/Type /XRef"), let key = dictionary.firstRange(of: "/Length "),
      let length = Int(dictionary[key.upperBound...].prefix { $0.isWholeNumber })
    else { return false }
    let end = start + keyword.upperBound + length
    guard file.byteCount - end < 64 else { return false }
    let rest = try text(file.read(at: end, count: 64)).split(separator: "\n")
    return rest == ["endstream", "endobj", "startxref", "\(start)", "%%EOF"]
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
