// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes `<name>.pdf`: the pages as they look, with their recognized text behind them (PDF 1.7, ISO 32000-1).
///
/// Objects are written as pages arrive; only their places and the characters used are remembered. A page without a
/// picture holds just its text, as a layer for the page of an original PDF.
public final class PDFWriter: DocumentWriter {
  private static let blankPages = Setting(
    "blankPages", default: "keep", oneOf: ["keep", "drop"],
    help: "Whether pages that the blank stage marked are in the PDF; the other files have them in any case.")

  public static let description = ComponentDescription(
    name: "pdf", abstract: "A searchable PDF: the pages as they look, with invisible text.",
    settings: [blankPages.erased])

  /// Readers accept pages of up to so many units a side (Annex C.2).
  private static let largestSide = 14_400.0

  /// What each page written so far stands for when the pages are put into a copy of the original PDF.
  public private(set) var graftPages: [GraftRequest.Page] = []

  private let dropsBlankPages: Bool
  /// The first page, while all pages so far were blank ones to drop: a PDF has at least one page.
  private var firstBlankPage: WriterPage?

  private let file: PDFFile
  private let font: InvisibleFont
  private let tree: PageTree
  private let title: String
  private var identifier = ""
  private var helvetica: Int?

  public static func mainFile(baseName: String, firstPage: Int) -> String? { "\(baseName).pdf" }

  public init(settings: ResolvedSettings, destination: DocumentDestination) throws(OutputError) {
    dropsBlankPages = settings[Self.blankPages] == "drop"
    file = try PDFFile(path: destination.path(ending: "pdf"))
    font = InvisibleFont(file: file)
    tree = PageTree(file: file)
    title = destination.metadata.title ?? destination.baseName
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    if dropsBlankPages, page.result.page.status == .blank {
      // Its picture is gone by the time it is known that it is needed after all.
      if tree.isEmpty, firstBlankPage == nil { firstBlankPage = page }
      return
    }
    try write(page)
  }

  private func write(_ page: WriterPage) throws(OutputError) {
    let result = page.result
    if identifier.isEmpty { identifier = Self.identifier(of: result.page.document) }
    let graft = GraftRequest.Page(result)
    graftPages.append(graft)
    let size = Self.possible(result.size)
    let unit = max(1, (max(size.width, size.height) / Self.largestSide).rounded(.up))
    var contents = PageContents(unit: unit)
    if let picture = result.picture, let path = page.picturePath {
      let object = try PictureObject(picture, path: path)
      let image = try file.writeStream(copying: try PictureFile(path: path), entries: object.entries)
      contents.show(image: image, matrix: object.matrix(width: size.width, height: size.height))
    } else if result.page.status == .failed {
      contents.show(FailureNote(result.page, size: size), font: try noteFont())
    }
    if graft.source != .original {
      // The page's own text is in its picture, or else stays on the page itself.
      let isLayer = result.picture == nil
      contents.show(InvisibleText(isLayer ? result.page.withoutCopiedText : result.page, size: size, font: font))
    }
    try tree.append(contents, width: size.width / unit, height: size.height / unit)
  }

  public func finish() throws(OutputError) {
    if tree.isEmpty, var page = firstBlankPage {
      page.result.picture = nil
      try write(page)
    }
    try font.write()
    let catalog = try file.write("<</Type/Catalog/Pages \(try tree.finish()) 0 R>>")
    let information = try file.write(
      "<</Title \(PDFSyntax.textString(title))/Producer \(PDFSyntax.textString("docscan"))>>")
    try file.finish(catalog: catalog, information: information, identifier: identifier)
  }

  /// The font of notes, written when the first page needs it.
  private func noteFont() throws(OutputError) -> Int {
    if let helvetica { return helvetica }
    let font = try file.write(FailureNote.font)
    helvetica = font
    return font
  }

  /// Sizes that are no sizes become A4.
  private static func possible(_ size: PageSize) -> PageSize {
    let isPossible = [size.width, size.height].allSatisfy { $0.isFinite && $0 >= 0.1 && $0 <= 1e6 }
    return isPossible ? size : PageSize(width: 595.28, height: 841.89)
  }

  /// The first 16 bytes of the document's digest, in hexadecimal digits (14.4): equal input gives equal files.
  private static func identifier(of document: DocumentReference) -> String {
    let digits = document.sha256.utf8.filter { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }.prefix(32)
    return String(decoding: digits + [UInt8](repeating: UInt8(ascii: "0"), count: 32 - digits.count), as: UTF8.self)
  }
}
