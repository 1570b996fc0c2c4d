// SPDX-License-Identifier: GPL-3.0-or-later

/// How pages are loaded: the key `pages`.
package struct PageSettings: SettingSection {
  /// What happens to a page that has text already.
  package enum ExistingText: String, CaseIterable, SettingValue {
    /// Its text is copied and the page stays as it is.
    case skip
    /// Invisible text of an earlier recognition is taken out and the page recognized; text that is seen stays.
    case redo
    /// The page becomes a picture, which is recognized.
    case force
    /// Invisible text of an earlier recognition is taken out, and none is added.
    case strip
  }

  /// What happens to a PDF with a digital signature.
  package enum Signed: String, CaseIterable, SettingValue {
    /// The result is the signed original, byte for byte; the recognized text is in the other files.
    case keep
    /// The result gets its text layer, and the signature is no longer valid.
    case change
  }

  package static let name = "pages"
  package static let abstract = "How pages are loaded."

  /// The resolution at which PDF pages without a picture of their own are rasterized, in pixels per inch.
  package static let dpi = Setting(
    "dpi", default: 300.0, in: 50...1200,
    help: "Resolution to render PDF pages, in pixels per inch. A scanned page keeps its own.")
  /// The key `pages.existingText`.
  package static let existingText = Setting(
    "existingText", default: ExistingText.skip,
    help:
      "PDF pages that already have text: \"skip\" keeps them and copies their text; \"redo\" removes invisible text "
      + "from an earlier OCR, keeps visible text, and recognizes the rest; \"force\" turns them into pictures and "
      + "recognizes those; \"strip\" removes invisible text and adds none.")
  /// The key `pages.signed`.
  package static let signed = Setting(
    "signed", default: Signed.keep,
    help:
      "PDFs with a digital signature: \"keep\" leaves the PDF as it is, so the signature stays valid, and writes "
      + "the text only to the other files; \"change\" adds the text layer.")
  /// The key `pages.gps`.
  package static let gps = Setting(
    "gps", default: false,
    help:
      "Whether results may say where a photograph was taken: in the page JSON and the PDF's metadata. If not, a JPEG "
      + "with a location goes into the PDF without its camera data.")

  package static let table = SettingTable([dpi.erased, existingText.erased, signed.erased, gps.erased])
  package var settings: ResolvedSettings

  /// The keys that every digest of results has counted.
  private static let alwaysCounted = [dpi.name, existingText.name, signed.name]

  /// The values that decide results, for digests.
  ///
  /// A key that was added later counts only where it is not at its default, so that results from before it are still known.
  package var deciding: JSONValue {
    .object(
      settings.values.filter { name, value in
        Self.alwaysCounted.contains(name)
          || !Self.table.settings.contains { $0.name == name && $0.defaultValue == value }
      })
  }
}

/// A choice of pages such as `1-3,7`, counted from 1.
public struct PageSelection: Hashable, Sendable, CustomStringConvertible {
  private let ranges: [ClosedRange<Int>]

  /// Every page.
  public static let all = PageSelection(ranges: [1...Int.max])

  private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Reads numbers and ranges with commas between them; `5-` means from page 5 to the end. Nil when it is neither.
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

  /// These pages, which ascend.
  package init(pages: [Int]) {
    ranges = pages.reduce(into: []) { ranges, page in
      if let last = ranges.last, last.upperBound == page - 1 {
        ranges[ranges.count - 1] = last.lowerBound...page
      } else {
        ranges.append(page...page)
      }
    }
  }

  /// Reads what `description` says.
  package init?(stored text: String) {
    if text == Self.all.description { self = .all } else { self.init(text) }
  }

  /// Whether a page is chosen.
  package func contains(_ page: Int) -> Bool { ranges.contains { $0.contains(page) } }

  /// How many of a number of pages are selected.
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

  /// The choice as it is read, or `all`.
  public var description: String {
    if self == .all { return "all" }
    return ranges.map { range in
      if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
      return range.upperBound == Int.max ? "\(range.lowerBound)-" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}
