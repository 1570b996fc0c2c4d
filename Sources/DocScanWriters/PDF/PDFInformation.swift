// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanPDF

/// The metadata of a PDF: from the settings, or else from the original.
struct PDFInformation {
  private static let titleSetting = Setting<String?>(
    "title", default: nil, help: "The document's title. Default: the original's, otherwise the name of its file.")
  private static let authorSetting = Setting<String?>(
    "author", default: nil, help: "The document's author. Default: the original's. An empty text removes it.")
  private static let subjectSetting = Setting<String?>(
    "subject", default: nil, help: "The document's subject. Default: the original's. An empty text removes it.")
  private static let keywordsSetting = Setting<[String]?>(
    "keywords", default: nil, help: "Keywords. Default: the original's.")
  private static let languageSetting = Setting<String?>(
    "language", default: nil,
    help: "The language of the text as a BCP 47 tag, such as \"en\" or \"zh-Hant\", for screen readers. "
      + "Default: the original's, otherwise the language of most pages.")

  static let settings = [
    titleSetting.erased, authorSetting.erased, subjectSetting.erased, keywordsSetting.erased, languageSetting.erased,
  ]

  static let producer = "docscan"

  /// The maximum length in characters. Strings in PDF/A have at most 32,767 bytes (ISO 19005-2, 6.1.13), and a character has at most four in UTF-16.
  private static let longestText = 8000

  let title: String
  let author: String?
  let subject: String?
  let keywords: [String]
  /// The language's BCP 47 tag, or `nil` if neither the settings nor the original specify it.
  let language: String?
  private(set) var created: PDFDate?
  let modified: PDFDate?
  let notes: [String]
  private(set) var capture: PageCapture?
  private let originalCreated: PDFDate?

  /// Reads the metadata. `epoch` is the value of `SOURCE_DATE_EPOCH`, which replaces the current time.
  init(settings: ResolvedSettings, destination: WriterDestination, epoch: String?) {
    let original = destination.metadata
    title = Self.cleaned(settings[Self.titleSetting] ?? original.title) ?? Self.cleaned(destination.baseName) ?? "?"
    author = Self.cleaned(settings[Self.authorSetting] ?? original.author)
    subject = Self.cleaned(settings[Self.subjectSetting] ?? original.subject)
    var room = Self.longestText
    keywords = (settings[Self.keywordsSetting] ?? original.keywords).compactMap(Self.cleaned).filter { keyword in
      room -= keyword.unicodeScalars.count + 2
      return room >= 0
    }
    let wanted = settings[Self.languageSetting]
    language = [wanted, original.language].compactMap(\.self).first(where: LanguageTag.isWellFormed)
    notes =
      wanted.map(LanguageTag.isWellFormed) ?? true
      ? []
      : ["The PDF writer's setting \"language\" is not a language tag (BCP 47) such as \"en\", so it has no effect."]
    let made = PDFDate(epoch: epoch)
    originalCreated = original.created.flatMap(PDFDate.init(iso8601:))
    created = originalCreated ?? made
    modified = made ?? original.modified.flatMap(PDFDate.init(iso8601:))
  }

  /// Records the camera data of a page. The first page with a date takes precedence, or else the first page.
  mutating func take(_ page: PageCapture) {
    guard capture == nil || capture?.date == nil && page.date != nil else { return }
    capture = page
    if originalCreated == nil, let date = page.date { created = PDFDate(iso8601: date.text) }
  }

  static func isGiven(in settings: ResolvedSettings) -> Bool {
    [titleSetting, authorSetting, subjectSetting, languageSetting].contains { settings[$0] != nil }
      || settings[keywordsSetting] != nil
  }

  var keywordText: String? { keywords.isEmpty ? nil : keywords.joined(separator: ", ") }

  /// The information dictionary (ISO 32000-1, 14.3.3).
  var dictionary: String {
    let texts = [
      ("Title", title), ("Author", author), ("Subject", subject), ("Keywords", keywordText),
      ("Producer", Self.producer),
    ]
    let dates = [("CreationDate", created), ("ModDate", modified)]
    return "<<" + texts.map { key, text in text.map { "/\(key) \(PDFSyntax.textString($0))" } ?? "" }.joined()
      + dates.map { key, date in date.map { "/\(key)(\($0.pdf))" } ?? "" }.joined() + ">>"
  }

  /// Returns the text without characters that XML forbids and without surrounding whitespace, or `nil` if nothing is left.
  private static func cleaned(_ text: String?) -> String? {
    text.flatMap {
      $0.prefix(scalars: longestText).replacing(
        where: { $0.isControl || $0.properties.isNoncharacterCodePoint }, with: " "
      )
      .words
    }
  }
}
