// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials

/// A document as the website shows it: its card in the library, and the list of its pages.
struct DocumentData {
  let document: StoredDocument
  /// The document's folder, relative to the library.
  let place: String
  let pictures: PagePictures?
  /// The day that people look for it under.
  let day: Day

  /// A day, and what happened then.
  struct Day {
    /// What a document's day is that of.
    enum Kind: String {
      case receipt, photo, scan
    }

    /// YYYY-MM-DD; empty if it is not known.
    let date: String
    /// The day of a receipt comes first, then that of the photograph; otherwise it is the day on which docscan read it.
    let kind: Kind

    init(_ date: String, _ kind: Kind) { (self.date, self.kind) = (date, kind) }
  }

  /// A card names so many pages of a kind.
  private static let listedPages = 20

  private var record: DocumentRecord { document.record }
  private var title: String { fileName(place) }

  /// `[place, pages, failed pages, date, language, grade, status, small picture, why it failed, what kind of failure,
  /// [page without text…], [page of grade F…], [page of grade D…], what the date is that of]`: pages by their places in the document, from 1.
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
    ])
  }

  /// The places of some pages in the document, from 1.
  private func places(where isWanted: (DocumentRecord.Page) -> Bool) -> JSONValue {
    .array(zip(1..., record.pages).filter { isWanted($0.1) }.prefix(Self.listedPages).map { .number(Double($0.0)) })
  }

  /// The language of most of its pages, as BCP 47 names it; empty if that is not known.
  private var language: String {
    let counts = record.pages.compactMap(\.language).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  /// The small picture of the first page that has one, relative to the library.
  private var thumbnail: String? {
    guard let pictures else { return nil }
    return record.pages.lazy.compactMap { pictures.small($0) }.first.map { "\(pictures.folder)/\($0)" }
  }

  /// What the document's page begins with. The file names of pictures are relative to `pictures`.
  var json: JSONValue {
    .object([
      "place": .string(place), "title": .string(title), "status": .string(record.status.rawValue),
      "date": .string(day.date), "dateKind": .string(day.kind.rawValue),
      "grade": .string(record.quality.expected?.grade.rawValue ?? ""),
      "stages": .array((record.pipeline.stages ?? []).map { .string($0.name) }),
      "source": .array(record.source.map(JSONValue.string)),
      "notes": .array(record.notes.map(JSONValue.string)), "failure": .string(record.failure?.message ?? ""),
      "failureKind": .string(record.failure?.kind.rawValue ?? ""),
      "pictures": .string(pictures?.folder ?? ""), "files": .array(files.map(JSONValue.string)),
      "pages": .array(record.pages.map(page)),
    ])
  }

  /// `[number, status, grade, picture, small picture, page as loaded, why it failed, what kind of failure]`.
  private func page(_ page: DocumentRecord.Page) -> JSONValue {
    .array([
      .number(Double(page.number)), .string(page.status.rawValue), .string(page.expected?.grade.rawValue ?? ""),
      .string(pictures?.file(page) ?? ""), .string(pictures?.small(page) ?? ""),
      .string(pictures?.source(page) ?? ""), .string(page.failure?.message ?? ""),
      .string(page.failure?.kind.rawValue ?? ""),
    ])
  }

  /// The document's files for people, by their names: those of pages are left out.
  private var files: [String] {
    let all = (record.files ?? [:]).keys.filter { pathNames($0).count == 1 } + ["\(title).json"]
    return all.filter { document.files?.exists($0) ?? false }.sorted()
  }
}
