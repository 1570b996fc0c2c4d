// SPDX-License-Identifier: GPL-3.0-or-later

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
