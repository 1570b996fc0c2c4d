// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials

/// The website's data for one document: its card in the library and the list of its pages.
struct DocumentData {
  let document: StoredDocument
  /// The document's folder, relative to the library.
  let place: String
  let pictures: PagePictures?
  let day: Day
  let facts: DocumentFacts

  struct Day {
    /// The event to which a document's date belongs.
    enum Kind: String {
      case receipt, document, photo, scan
    }

    /// The day as YYYY-MM-DD, or empty if unknown.
    let date: String
    /// The event on that day: the receipt, or else the writing of the document, or else the photo, or else the scan.
    let kind: Kind

    init(_ date: String, _ kind: Kind) { (self.date, self.kind) = (date, kind) }
  }

  /// The maximum number of pages that a card lists for each problem.
  private static let listedPages = 20

  private var record: DocumentRecord { document.record }
  private var title: String { fileName(place) }

  /// The card: `[place, pages, failed pages, date, language, grade, status, thumbnail, failure message, failure kind, [page without text…], [page of
  /// grade F…], [page of grade D…], kind of date, sender, kind, total, currency]`. Page numbers are positions in the document, from 1.
  var card: JSONValue {
    let pages = record.pages
    let failed = pages.count { $0.status == .failed }
    let failure = record.failure ?? pages.lazy.compactMap(\.failure).first
    return .array([
      .string(place), .number(Double(pages.count)), .number(Double(failed)), .string(day.date), .string(language),
      .string(record.quality.expected?.grade.rawValue ?? ""), .string(record.status.rawValue),
      .string(thumbnail ?? ""), .string(failure?.message ?? ""), .string(failure?.kind.rawValue ?? ""),
      places { $0.noText == true }, places { $0.noText != true && $0.expected?.grade == .f },
      places { $0.noText != true && $0.expected?.grade == .d }, .string(day.kind.rawValue),
      .string(facts.sender ?? ""), .string(facts.kind ?? ""), .string(facts.total ?? ""), .string(facts.currency ?? ""),
    ])
  }

  /// Returns the positions in the document, from 1, of the pages that satisfy a condition.
  private func places(where isWanted: (DocumentRecord.Page) -> Bool) -> JSONValue {
    .array(zip(1..., record.pages).filter { isWanted($0.1) }.prefix(Self.listedPages).map { .number(Double($0.0)) })
  }

  /// The BCP 47 tag of the language of most pages, or empty if unknown.
  private var language: String {
    let counts = record.pages.compactMap(\.language).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  private var thumbnail: String? {
    guard let pictures else { return nil }
    return record.pages.lazy.compactMap { pictures.small($0) }.first.map { "\(pictures.folder)/\($0)" }
  }

  /// The data of the document's page. Picture names are relative to `pictures`.
  var json: JSONValue {
    .object([
      "place": .string(place), "title": .string(title), "status": .string(record.status.rawValue),
      "kind": .string(facts.kind ?? ""), "date": .string(day.date), "dateKind": .string(day.kind.rawValue),
      "grade": .string(record.quality.expected?.grade.rawValue ?? ""),
      "stages": .array((record.pipeline.stages ?? []).map { .string($0.name) }),
      "source": .array(record.source.map(JSONValue.string)),
      "notes": .array(record.notes.map(JSONValue.string)), "failure": .string(record.failure?.message ?? ""),
      "failureKind": .string(record.failure?.kind.rawValue ?? ""),
      "pictures": .string(pictures?.folder ?? ""), "files": .array(files.map(JSONValue.string)),
      "pages": .array(record.pages.map(page)),
    ])
  }

  /// Returns a page's entry: `[number, status, grade, picture, thumbnail, page as loaded, failure message, failure kind]`.
  private func page(_ page: DocumentRecord.Page) -> JSONValue {
    .array([
      .number(Double(page.number)), .string(page.status.rawValue), .string(page.expected?.grade.rawValue ?? ""),
      .string(pictures?.file(page) ?? ""), .string(pictures?.small(page) ?? ""),
      .string(pictures?.source(page) ?? ""), .string(page.failure?.message ?? ""),
      .string(page.failure?.kind.rawValue ?? ""),
    ])
  }

  private var files: [String] {
    let all = (record.files ?? [:]).keys.filter { pathNames($0).count == 1 } + ["\(title).json"]
    return all.filter { document.files?.exists($0) ?? false }.sorted()
  }
}
