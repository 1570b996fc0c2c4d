// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanPDF
package import DocScanWire
internal import Glibc

/// Writes `<name>.pdf`: the pages with an invisible text layer (PDF 1.7, ISO 32000-1). Objects are written as pages arrive; only their offsets and
/// the characters in use are kept in memory. A page without a picture contains only its text, as a layer for a page of the original PDF.
package final class PDFWriter: PDFLayersWriter {
  private static let blankPages = Setting(
    "blankPages", default: "keep", oneOf: ["keep", "drop"],
    help: "Whether the PDF contains pages that the blank stage marked. The other files always do.")
  private static let pdfa = Setting(
    "pdfa", default: PDFALevel.no.rawValue, oneOf: PDFALevel.allCases.map(\.rawValue),
    help:
      "Whether the file is PDF/A-2, for archives. \"auto\": 2u if the document allows it, otherwise an ordinary PDF with a "
      + "note. \"2b\", \"2u\": always, with pictures encoded again where necessary; a document that cannot be PDF/A "
      + "fails with the reason.")
  private static let tagged = Setting(
    "tagged", default: false,
    help: "Whether paragraphs, headings and captions are marked, for screen readers and for readers that reflow text.")

  private static let bookmarks = Setting(
    "bookmarks", default: false,
    help:
      "Whether headings become bookmarks. A PDF that has bookmarks, or whose pages all stay as they are, keeps its own."
  )

  private static let translation = Setting(
    "translation", default: String?.none,
    help:
      "A language that the translate stage translates into, such as \"en\": its text is added to the PDF for screen readers, in "
      + "addition to the recognized text, which implies \"tagged\". null: none.")

  private static let pictures = Setting(
    "pictures", default: PictureStyle.faithful.rawValue, oneOf: PictureStyle.allCases.map(\.rawValue),
    help:
      "How changed pages are compressed: \"faithful\": as one picture; \"mixed\": sharp letters over a small picture."
  )

  package static let description = ComponentDescription(
    name: "pdf", abstract: "A searchable PDF: the pages as they look, with invisible text.",
    settings: [blankPages.erased, pictures.erased, pdfa.erased, tagged.erased, bookmarks.erased, translation.erased]
      + PDFInformation.settings)

  /// The range of a page's sides in units that readers accept (Annex C.2) and PDF/A requires (ISO 19005-2, 6.1.13).
  private static let sides = 3.0...14_400.0
  /// The maximum number of objects, slightly below PDF/A's limit (ISO 19005-2, 6.1.13).
  private static let mostObjects = 8_388_000

  package private(set) var graftPages: [GraftRequest.Page] = []
  package let level: PDFALevel
  package let replacesMetadata: Bool
  /// Whether the file complies with PDF/A. Known once the file is finished.
  package var isPDFA: Bool { level != .no && obstacles.isEmpty }

  package let pictureStyle: PictureStyle
  package var isTagged: Bool { structure != nil }

  private let dropsBlankPages: Bool
  /// The first blank page, which is written if all pages are dropped: a PDF needs at least one page.
  private var firstBlankPage: WriterPage?

  private let file: PDFFile
  private let font: InvisibleFont
  private let tree: PageTree
  /// The BCP 47 tag of the translation's language, or `nil` if no translation is included.
  private let translation: String?
  private let structure: StructureTree?
  private var outline: PDFOutline?
  private var information: PDFInformation
  private var obstacles: [String] = []
  private var languages: [String: Int] = [:]
  private var identifier = ""
  private var helvetica: Int?

  package static let ending: String? = "pdf"
  package static let mediaType: String? = "application/pdf"

  package static func dropsBlankPages(_ settings: ResolvedSettings) -> Bool { settings[blankPages] == "drop" }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    pictureStyle = PictureStyle(rawValue: settings[Self.pictures]) ?? .faithful
    dropsBlankPages = Self.dropsBlankPages(settings)
    replacesMetadata = PDFInformation.isGiven(in: settings)
    level = PDFALevel(rawValue: settings[Self.pdfa]) ?? .no
    let epoch = unsafe getenv("SOURCE_DATE_EPOCH").map { unsafe String(cString: $0) }
    information = PDFInformation(settings: settings, destination: destination, epoch: epoch)
    file = try PDFFile(try destination.file(ending: "pdf"))
    font = InvisibleFont(file: file)
    tree = PageTree(file: file)
    translation = Self.translations(settings).first.map { LanguageTag(named: $0)?.description ?? $0 }
    // A reader that uses the tags to find the translation would miss untagged text.
    outline = settings[Self.bookmarks] ? PDFOutline() : nil
    structure = settings[Self.tagged] || translation != nil ? StructureTree(file: file) : nil
  }

  package static func translations(_ settings: ResolvedSettings) -> [String] {
    settings[translation].map { [$0] } ?? []
  }

  /// Messages about invalid settings, and the reasons why the file isn't PDF/A if it should be.
  package var notes: [String] {
    guard level != .no, !obstacles.isEmpty else { return information.notes }
    return information.notes + ["The PDF is not PDF/A: " + obstacles.joined(separator: " ")]
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    if dropsBlankPages, page.result.page.status == .blank {
      // Only the page is kept; its picture is deleted before it is known whether the page is needed.
      if tree.isEmpty, firstBlankPage == nil { firstBlankPage = page }
      return
    }
    try write(page)
  }

  private func write(_ page: WriterPage) throws(OutputError) {
    let result = page.result
    if identifier.isEmpty { identifier = Self.identifier(of: result.page.document) }
    if let capture = result.page.capture { information.take(capture) }
    if let language = result.page.languages.first { languages[language, default: 0] += 1 }
    let translated = translation.flatMap { TranslatedText.element(of: result.page, in: $0) }
    var graft = GraftRequest.Page(result)
    graft.addsTranslation = translated != nil
    graftPages.append(graft)
    let size = Self.shownSize(result.size)
    let unit = max(1, (max(size.width, size.height) / Self.sides.upperBound).rounded(.up))
    var contents = PageContents(unit: unit)
    if let picture = result.picture, let path = page.picturePath {
      noteObstacles(picture, page: result.page.page)
      let object = try PictureObject(picture, path: path)
      let image = try file.writeStream(copying: try PictureFile(path: path), entries: object.entries)
      let matrix = object.matrix(width: size.width, height: size.height)
      contents.showArtifact(isMarked: structure != nil) { $0.show(image: image, matrix: matrix) }
      if let ink = object.ink, page.layerPaths.count == 2 {
        let mask = try file.writeStream(copying: try PictureFile(path: page.layerPaths[0]), entries: ink.maskEntries)
        let colours = try file.writeStream(
          copying: try PictureFile(path: page.layerPaths[1]), entries: ink.colourEntries(mask: mask))
        contents.showArtifact(isMarked: structure != nil) { $0.show(image: colours, matrix: matrix) }
      }
    } else if result.page.status == .failed {
      let note = FailureNote(result.page, size: size)
      // PDF/A allows no font that isn't embedded, and a tagged note must be read aloud only once.
      let noteFont = level == .no && structure == nil ? try noteFont() : nil
      contents.showArtifact(isMarked: structure != nil) { $0.show(note, font: noteFont) }
      if noteFont == nil || !note.isASCII { contents.show(text(of: note.text, size: size)) }
    }
    if graft.source != .original {
      // Text copied from the original is in the page's picture, or stays on the original page.
      let isLayer = result.picture == nil
      contents.show(text(of: isLayer ? result.page.withoutCopiedText : result.page, size: size))
    }
    if let translated { contents.add(translated) }
    let object = file.reserve()
    outline?.add(result.page, object: object, height: max(size.height / unit, Self.sides.lowerBound))
    let entries = try structure?.append(contents.elements, unit: unit, page: object) ?? ""
    try tree.append(
      contents, width: max(size.width / unit, Self.sides.lowerBound),
      height: max(size.height / unit, Self.sides.lowerBound), entries: entries, as: object)
  }

  package func finish() throws(OutputError) {
    if tree.isEmpty, var page = firstBlankPage {
      page.result.picture = nil
      try write(page)
    }
    try font.write()
    if file.objectCount > Self.mostObjects { obstacles.append("The file has more objects than PDF/A allows.") }
    let intent = isPDFA ? try writeOutputIntent() : ""
    let pages = try tree.finish()
    let marks = try structure?.finish() ?? ""
    let bookmarks = try outline?.finish(file) ?? ""
    let language = information.language ?? mostFrequentLanguage
    let packet = XMPPacket(information: information, language: language, level: isPDFA ? level : nil)
    let metadata = try file.writeStream(plain: packet.text, entries: "/Type/Metadata/Subtype/XML")
    let catalog = try file.write(
      """
      <</Type/Catalog/Pages \(pages) 0 R/Metadata \(metadata) 0 R\(language.map { "/Lang(\($0))" } ?? "")\
      /ViewerPreferences<</DisplayDocTitle true>>\(intent)\(marks)\(bookmarks)>>
      """)
    try file.finish(
      catalog: catalog, information: try file.write(information.dictionary), identifier: identifier)
  }

  /// Writes the output intent, which defines the colors (ISO 19005-2, 6.2.3), and returns the catalog's entry.
  private func writeOutputIntent() throws(OutputError) -> String {
    guard let bytes = SRGBProfile.bytes() else { throw file.outOfMemory }
    let profile = try file.writeStream(bytes, entries: "/N 3")
    return """
      /OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB IEC61966-2.1)\
      /DestOutputProfile \(profile) 0 R>>]
      """
  }

  private func text(of page: RecognizedPage, size: PageSize) -> InvisibleText {
    InvisibleText(page, size: size, font: font, isTagged: structure != nil)
  }

  /// Records a picture whose colors the output intent doesn't define (ISO 19005-2, 6.2.4.3).
  private func noteObstacles(_ picture: PagePicture, page: PageReference) {
    guard level != .no, obstacles.isEmpty, !picture.colorSpace.isArchival else { return }
    obstacles.append("The picture of page \(page.number) has CMYK colors.")
  }

  /// The BCP 47 tag of the most frequent language. If several have equally many pages, the first one alphabetically.
  private var mostFrequentLanguage: String? {
    let first = languages.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return first.flatMap { LanguageTag(tesseract: $0.key)?.description }
  }

  /// Returns the object number of the font for notes, which is written when the first page needs it.
  private func noteFont() throws(OutputError) -> Int {
    if let helvetica { return helvetica }
    let font = try file.write(FailureNote.font)
    helvetica = font
    return font
  }

  package static func shownSize(_ size: PageSize) -> PageSize {
    let isPossible = [size.width, size.height].allSatisfy { $0.isFinite && $0 >= 0.1 && $0 <= 1e6 }
    guard isPossible else { return .a4 }
    let scale = max(1, sides.lowerBound / min(size.width, size.height))
    return PageSize(width: size.width * scale, height: size.height * scale)
  }

  /// Returns the first 16 bytes of the document's digest, in hexadecimal digits (14.4), so that equal input gives equal files.
  private static func identifier(of document: DocumentReference) -> String {
    let digits = document.sha256.utf8.filter { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }.prefix(32)
    return String(decoding: digits + [UInt8](repeating: UInt8(ascii: "0"), count: 32 - digits.count), as: UTF8.self)
  }
}
