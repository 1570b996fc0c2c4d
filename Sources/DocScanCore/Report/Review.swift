// SPDX-License-Identifier: GPL-3.0-or-later

/// The pages of a run that a person should look at first.
public struct Review: Codable, Hashable, Sendable {
  /// How many were asked for.
  public var requested: ReviewSize
  /// The number of pages of which these are the worst.
  public var pageCount: Int
  /// What failed first, then by falling error rate.
  public var pages: [Page]

  /// A list of pages, the one to look at first before the others.
  package init(requested: ReviewSize, pageCount: Int, pages: [Page]) {
    (self.requested, self.pageCount, self.pages) = (requested, pageCount, pages)
  }

  /// A page, or a document that failed as a whole, and why it is listed.
  public struct Page: Codable, Hashable, Sendable {
    /// The name in the output folder.
    public var document: String
    /// The number in the document; nil for a document that failed as a whole.
    public var page: Int?
    /// What became of it.
    public var status: PageStatus
    /// The character error rate to expect; nil for what failed.
    public var characterErrorRate: Double?
    /// How good it is likely to be; nil if nothing was read.
    public var grade: ExpectedErrors.Grade?
    /// Why it is listed, in words, the most important first.
    public var reasons: [String]

    /// A page to look at.
    package init(
      document: String, page: Int?, status: PageStatus, characterErrorRate: Double? = nil,
      grade: ExpectedErrors.Grade? = nil, reasons: [String]
    ) {
      (self.document, self.page, self.status) = (document, page, status)
      (self.characterErrorRate, self.grade, self.reasons) = (characterErrorRate, grade, reasons)
    }
  }
}

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
