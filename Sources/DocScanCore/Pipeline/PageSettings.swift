// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for loading pages: the key `pages`.
package struct PageSettings: SettingSection {
  /// The ways to handle a page that already has text.
  package enum ExistingText: String, CaseIterable, SettingValue {
    case skip
    case heal
    case redo
    case force
    case strip
  }

  /// The ways to handle a PDF with a digital signature.
  package enum Signed: String, CaseIterable, SettingValue {
    case keep
    case change
  }

  package static let name = "pages"
  package static let abstract = "The settings for loading pages."

  package static let dpi = Setting(
    "dpi", default: 300.0, in: 50...1200,
    help: "Resolution for rendering PDF pages, in pixels per inch. A scanned page keeps its own resolution.")
  package static let existingText = Setting(
    "existingText", default: ExistingText.skip,
    help:
      "PDF pages that already have text: \"skip\" keeps them and copies their text; \"heal\" does the same but replaces "
      + "text that is not what the page shows; \"redo\" removes invisible "
      + "text from an earlier OCR, keeps visible text, and recognizes the rest; \"force\" converts them to pictures "
      + "and recognizes those; \"strip\" removes invisible text and adds none.")
  package static let signed = Setting(
    "signed", default: Signed.keep,
    help:
      "PDFs with a digital signature: \"keep\" keeps the PDF unchanged, so that the signature remains valid, and "
      + "writes the text only to the other files; \"change\" adds a text layer, which invalidates the signature.")
  package static let gps = Setting(
    "gps", default: false,
    help:
      "Whether results include the location of a photo, in the page JSON and the PDF's metadata. Otherwise, a JPEG "
      + "with a location is embedded in the PDF without its camera data.")
  /// The key `pages.dayFirst`, which stages that read dates inherit.
  package static let dayFirst = dayFirst(inheritedFrom: nil)

  /// Returns the setting `dayFirst` of a stage, whose default is the value in the section `pages`.
  package static func dayFirst(inheritedFrom section: String? = name) -> Setting<Bool?> {
    Setting(
      "dayFirst", default: Bool?.none, inheritedFrom: section,
      help:
        "Whether 03/04/2024 is the third of April. By default, other dates, the language, or the currency of a document "
        + "decides; a date that stays ambiguous is marked, and never names a file.")
  }

  package static let table = SettingTable([
    dpi.erased, existingText.erased, signed.erased, gps.erased, dayFirst.erased,
  ])
  package var settings: ResolvedSettings

  package func with(_ choice: ExistingText) -> PageSettings {
    var settings = self
    settings.existingText = choice
    return settings
  }

  /// The settings that are always part of a result's digest.
  private static let alwaysCounted = [dpi.name, existingText.name, signed.name]

  /// The settings for digests. A later version's setting only counts if it differs from its default, so that older digests remain valid.
  package var deciding: JSONValue {
    .object(
      settings.values.filter { name, value in
        Self.alwaysCounted.contains(name)
          || !Self.table.settings.contains { $0.name == name && $0.defaultValue == value }
      })
  }
}

/// A selection of pages such as `1-3,7`, counting from 1.
public struct PageSelection: Hashable, Sendable, CustomStringConvertible {
  private let ranges: [ClosedRange<Int>]

  /// All pages.
  public static let all = PageSelection(ranges: [1...Int.max])

  private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Parses numbers and ranges, separated by commas.
  ///
  /// - Parameter text: A selection such as `1-3,7`. `5-` means page 5 to the last page.
  /// - Returns: The selection, or `nil` if the text is invalid.
  public init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.number(bounds[0]) else { return nil }
      guard bounds.count == 2 else {
        ranges.append(first...first)
        continue
      }
      guard let last = bounds[1].isEmpty ? Int.max : Self.number(bounds[1]), first <= last else { return nil }
      ranges.append(first...last)
    }
    self.init(ranges: ranges)
  }

  /// Selects pages, given in ascending order.
  package init(pages: [Int]) {
    ranges = pages.reduce(into: []) { ranges, page in
      if let last = ranges.last, last.upperBound == page - 1 {
        ranges[ranges.count - 1] = last.lowerBound...page
      } else {
        ranges.append(page...page)
      }
    }
  }

  package init?(stored text: String) {
    if text == Self.all.description { self = .all } else { self.init(text) }
  }

  package func contains(_ page: Int) -> Bool { ranges.contains { $0.contains(page) } }

  // The first 100 pages of many documents are a sensible wish, but page 9 of a document with eight is a mistake.
  package func missing(of pages: Int) -> PageSelection? {
    let ranges = ranges.filter { $0.lowerBound > pages }
    return ranges.isEmpty ? nil : PageSelection(ranges: ranges)
  }

  package func count(of pages: Int) -> Int {
    var (count, last) = (0, 0)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where last < pages {
      let (first, end) = (max(range.lowerBound, last + 1), min(range.upperBound, pages))
      guard first <= end else { continue }
      count += end - first + 1
      last = end
    }
    return count
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap { $0 >= 1 ? $0 : nil }
  }

  /// The selection in the form that ``init(_:)`` parses, or `all`.
  public var description: String {
    if self == .all { return "all" }
    return ranges.map { range in
      if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
      return range.upperBound == Int.max ? "\(range.lowerBound)-" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}
