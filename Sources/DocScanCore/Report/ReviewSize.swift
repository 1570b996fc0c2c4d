// SPDX-License-Identifier: GPL-3.0-or-later

/// How many pages a person wants to look at: a share such as `2%`, or a number such as `20`.
public enum ReviewSize: Hashable, Sendable, CustomStringConvertible {
  /// So many of a hundred pages.
  case percent(Double)
  /// So many pages.
  case pages(Int)

  /// A list never has more pages, so that memory does not grow with the run.
  package static let limit = 10_000

  /// Reads `2%`, `0.5%` or `20`; nil for anything else, and for nothing at all.
  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Double(text.dropLast()), share > 0, share <= 100 else { return nil }
      self = .percent(share)
    } else {
      guard let count = Int(text), (1...Self.limit).contains(count) else { return nil }
      self = .pages(count)
    }
  }

  /// How many pages are listed at most, whatever their number is.
  package var most: Int {
    switch self {
    case .pages(let count): count
    case .percent: Self.limit
    }
  }

  /// How many of a number of pages are listed; a percentage gives at least one page.
  package func count(of total: Int) -> Int {
    switch self {
    case .pages(let count): min(count, total)
    case .percent(let share): min(Self.limit, Int((Double(total) * share / 100).rounded(.up)))
    }
  }

  /// As it is written on the command line.
  public var description: String {
    switch self {
    case .pages(let count): "\(count)"
    case .percent(let share): JSONValue.number(share).shortText + "%"
    }
  }
}

extension ReviewSize: Codable {
  /// Reads what `description` gives.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let size = ReviewSize(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected 2% or 20, found \(text)")
    }
    self = size
  }

  /// Writes it as a text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
