// SPDX-License-Identifier: GPL-3.0-or-later

/// The pages of a run that the user should review first.
public struct Review: Codable, Hashable, Sendable {
  /// The number of pages that was requested.
  public var requested: ReviewSize
  /// The number of pages from which the worst were selected.
  public var pageCount: Int
  /// The selected pages: failures first, then by descending error rate.
  public var pages: [Page]

  package init(requested: ReviewSize, pageCount: Int, pages: [Page]) {
    (self.requested, self.pageCount, self.pages) = (requested, pageCount, pages)
  }

  /// A page to review, or a document that failed as a whole.
  public struct Page: Codable, Hashable, Sendable {
    /// The name of the document in the output folder.
    public var document: String
    /// The page number in the document, or `nil` for a document that failed as a whole.
    public var page: Int?
    /// The status of the page.
    public var status: PageStatus
    /// The expected character error rate, from 0 to 1, or `nil` for a failure.
    public var characterErrorRate: Double?
    /// The expected grade of the text, or `nil` if nothing was recognized.
    public var grade: ExpectedErrors.Grade?
    /// The reasons for the review, the most important first.
    public var reasons: [String]

    package init(
      document: String, page: Int?, status: PageStatus, characterErrorRate: Double? = nil,
      grade: ExpectedErrors.Grade? = nil, reasons: [String]
    ) {
      (self.document, self.page, self.status) = (document, page, status)
      (self.characterErrorRate, self.grade, self.reasons) = (characterErrorRate, grade, reasons)
    }
  }
}

/// The number of pages to review: a percentage such as `2%`, or a count such as `20`.
public enum ReviewSize: Hashable, Sendable, CustomStringConvertible {
  /// A percentage of all pages.
  case percent(Double)
  /// A number of pages.
  case pages(Int)

  /// The maximum number of pages, which bounds the memory use.
  package static let limit = 10_000

  /// Parses `2%`, `0.5%`, or `20`. Returns `nil` for anything else and for numbers outside the limits.
  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let share = Double(text.dropLast()), share > 0, share <= 100 else { return nil }
      self = .percent(share)
    } else {
      guard let count = Int(text), (1...Self.limit).contains(count) else { return nil }
      self = .pages(count)
    }
  }

  package var most: Int {
    switch self {
    case .pages(let count): count
    case .percent: Self.limit
    }
  }

  /// Returns the number of pages to list from a total. A percentage results in at least one page.
  package func count(of total: Int) -> Int {
    switch self {
    case .pages(let count): min(count, total)
    case .percent(let share): min(Self.limit, Int((Double(total) * share / 100).rounded(.up)))
    }
  }

  /// The value in the form of the command line, such as `2%` or `20`.
  public var description: String {
    switch self {
    case .pages(let count): "\(count)"
    case .percent(let share): JSONValue.number(share).shortText + "%"
    }
  }
}

extension ReviewSize: Codable {
  /// Decodes the value from its description.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the text is neither a percentage nor a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let size = ReviewSize(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected 2% or 20, found \(text)")
    }
    self = size
  }

  /// Encodes the value as its description.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if the text can't be encoded.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
