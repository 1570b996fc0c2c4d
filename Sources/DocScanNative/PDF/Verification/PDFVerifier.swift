// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision
package import DocScanWire
internal import Glibc

/// Compares finished PDFs with their intended content. The last PDF and its original stay open for a document's further requests.
package final class PDFVerifier {
  /// The resolution at which pages are drawn, in pixels per inch, and the maximum number of pixels.
  private static let drawing = (dpi: 100.0, pixels: 1.5e6)
  private static let sizeTolerance = 0.5

  private let limits: LimitSettings
  /// The last PDF and its original. The inputs stay open, so that the system gives their inodes to no other files, which would have the same identity.
  private var result: (input: InputFile, pdf: PDFFile)?
  private var original: (input: InputFile, pdf: PDFFile)?

  package init(limits: LimitSettings) { self.limits = limits }

  /// Returns the differences, page by page. Throws if the original can't be read.
  package func verify(_ request: VerifyRequest, pdf: InputFile, original: InputFile?) throws(PageFailure) -> [Mismatch]
  {
    Libraries.quiet()
    let result: PDFFile
    do throws(PageFailure) {
      result = try open(pdf, known: &self.result)
    } catch {
      return [Mismatch(.unreadable, expected: "a PDF that can be opened", found: error.message)]
    }
    let original = try original.map { (file) throws(PageFailure) in try open(file, known: &self.original) }
    var mismatches: [Mismatch] = []
    if request.checksFile {
      if !PDFGraftDocument.isSound(pdf) {
        mismatches.append(Mismatch(.file, expected: "a sound file", found: "errors; to list them: qpdf --check"))
      }
      mismatches += countDrifts(request, result, original)
    }
    for page in request.pages {
      do throws(PageFailure) {
        mismatches += try pageDrifts(page, result: result, original: original)
      } catch {
        mismatches.append(
          Mismatch(.file, page: page.page.page.number, expected: "a page that can be read", found: error.message))
      }
    }
    return mismatches
  }

  package func close() {
    result = nil
    original = nil
  }

  // MARK: Files

  private func open(
    _ input: InputFile, known: inout (input: InputFile, pdf: PDFFile)?
  ) throws(PageFailure) -> PDFFile {
    if let known, known.input.identity == input.identity { return known.pdf }
    known = nil
    let pdf = try PDFFile(input, limits: limits)
    known = (input, pdf)
    return pdf
  }

  private func countDrifts(_ request: VerifyRequest, _ file: PDFFile, _ original: PDFFile?) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    if let pageCount = request.pageCount, file.pageCount != pageCount {
      mismatches.append(Mismatch(.pageCount, expected: "\(pageCount) pages", found: "\(file.pageCount)"))
    }
    if let original, original.pageCount != request.originalPageCount {
      mismatches.append(
        Mismatch(
          .pageCount, expected: "\(request.originalPageCount) pages in the original", found: "\(original.pageCount)"))
    }
    return mismatches
  }

  // MARK: Pages

  private func pageDrifts(
    _ expected: ExpectedPage, result: PDFFile, original: PDFFile?
  ) throws(PageFailure) -> [Mismatch] {
    let number = expected.page.page.number
    guard expected.place.page <= result.pageCount else {
      return [Mismatch(.pageCount, page: number, expected: "a page", found: "none")]
    }
    let page = try result.page(expected.place.page)
    switch expected.place.content {
    case .note: return try noteDrifts(expected, page, number)
    case .picture: return try shownDrifts(expected, page, kept: nil)
    case .original, .overlay:
      // A failed page stays unchanged, so there is no text to compare.
      if expected.page.status == .failed { return [] }
      let kept = try original.map { (pdf) throws(PageFailure) in try pdf.page(expected.page.page.sourcePage) }
      return try shownDrifts(expected, page, kept: kept)
    }
  }

  private func noteDrifts(_ expected: ExpectedPage, _ page: PDFPage, _ number: Int) throws(PageFailure) -> [Mismatch] {
    guard try FoundText(page).glyphs.isEmpty else { return sizeDrifts(expected, page, kept: nil) }
    return [Mismatch(.word, page: number, expected: "a note that the page failed", found: "nothing")]
  }

  private func shownDrifts(
    _ expected: ExpectedPage, _ page: PDFPage, kept: PDFPage?
  ) throws(PageFailure) -> [Mismatch] {
    let number = expected.page.page.number
    var mismatches = sizeDrifts(expected, page, kept: kept)
    // With another size, no position matches.
    guard mismatches.isEmpty else { return mismatches }
    let found = try FoundText(page)
    let own = try kept.map { (kept) throws(PageFailure) in
      let cleared = expected.place.isCleared == true ? try kept.file.clearedPage(kept.number)?.page(1) : nil
      return EmbeddedTextCheck(original: try FoundText(cleared ?? kept))
    }
    let words = ExpectedWords(expected.place.content == .original ? expected.page.asShown : expected.page, on: page)
    let isOverText = own.map { !$0.original.glyphs.isEmpty } ?? (found.glyphs.count > words.glyphCount)
    let places = page.file.structure?.textPlaces(page: expected.place.page) ?? []
    let check = WordCheck(
      words, in: found, on: page, number: number, hasEmbeddedText: expected.place.content == .overlay && isOverText,
      places: places)
    mismatches += check.mismatches
    switch expected.place.content {
    case .original: mismatches += own?.mismatch(found, number: number).map { [$0] } ?? []
    case .overlay, .picture, .note: break
    }
    if expected.place.isCleared != true { mismatches += contentDrifts(expected, page, kept: kept) }
    mismatches += foreignText(check, own: own, expected: expected)
    if page.file.structure != nil, expected.place.content != .original {
      let laid = ExpectedWords(
        expected.place.content == .overlay ? expected.page.withoutCopiedText : expected.page, on: page)
      mismatches += OrderCheck.mismatches(laid, places: places, number: number)
    }
    let picture = try draw(page)
    if let kept, let mismatch = PixelCheck.mismatch(try draw(kept), picture, number: number) {
      mismatches.append(mismatch)
    }
    if expected.page.status == .recognized, let mismatch = PictureCheck.mismatch(expected.page, try picture.gray()) {
      mismatches.append(mismatch)
    }
    return mismatches
  }

  /// Compares the content stream: the original's bytes must be present, preceded only by the overlay.
  private func contentDrifts(_ expected: ExpectedPage, _ page: PDFPage, kept: PDFPage?) -> [Mismatch] {
    guard let result = page.file.structure, let original = kept?.file.structure else { return [] }
    let own = original.content(page: expected.page.page.sourcePage)
    let found = result.content(page: expected.place.page)
    let isThere = expected.place.content == .overlay ? found.suffix(own.count) == own[...] : found == own
    // Longer content is truncated on reading, so its end is unknown.
    guard !isThere, own.count < PDFObject.contentLimit / 2 else { return [] }
    return [
      Mismatch(
        .content, page: expected.page.page.number, expected: "the content of the original's page",
        found: "other instructions")
    ]
  }

  private func sizeDrifts(_ expected: ExpectedPage, _ page: PDFPage, kept: PDFPage?) -> [Mismatch] {
    let size = kept?.size ?? expected.place.size
    let found = page.size
    guard abs(found.width - size.width) > Self.sizeTolerance || abs(found.height - size.height) > Self.sizeTolerance
    else { return [] }
    return [
      Mismatch(
        .pageSize, page: expected.page.page.number, expected: "\(Self.text(size)) points", found: Self.text(found))
    ]
  }

  private static func text(_ size: PageSize) -> String {
    "\(size.width.rounded(toPlaces: 1)) × \(size.height.rounded(toPlaces: 1))"
  }

  /// Finds text that is neither in the page JSON nor on the original's page, unless that page's text is unknown.
  private func foreignText(_ check: WordCheck, own: EmbeddedTextCheck?, expected: ExpectedPage) -> [Mismatch] {
    switch expected.place.content {
    case .original, .note: return []
    case .overlay where own == nil: return []
    case .overlay, .picture:
      let foreign = check.foreign { own?.knows($0) ?? false }
      guard !foreign.isEmpty else { return [] }
      let text = FoundText.text(foreign.prefix(40).map(\.scalar))
      return [
        Mismatch(
          .foreignText, page: expected.page.page.number, expected: "no other text",
          found: "\(foreign.count) more character\(foreign.count == 1 ? "" : "s"): \"\(text)\"")
      ]
    }
  }

  private func draw(_ page: PDFPage) throws(PageFailure) -> Raster {
    try page.draw(DrawingPlan(page: page, dpi: Self.drawing.dpi, pixels: Self.drawing.pixels))
  }
}

extension RecognizedPage {
  /// The page with text positions on the displayed page, from which those of a kept page may be rotated.
  fileprivate var asShown: RecognizedPage {
    guard !map.isIdentity else { return self }
    var page = self
    page.image = source
    for block in page.blocks.indices {
      page.blocks[block].box = shown(blocks[block].box)
      for line in page.blocks[block].lines.indices {
        let read = blocks[block].lines[line]
        page.blocks[block].lines[line].box = shown(read.box)
        page.blocks[block].lines[line].baseline = read.baseline.map(map.source)
        for word in read.words.indices { page.blocks[block].lines[line].words[word].box = shown(read.words[word].box) }
      }
    }
    return page
  }

  private func shown(_ box: Box) -> Box { Box(around: box.corners.map(map.source)) }
}
