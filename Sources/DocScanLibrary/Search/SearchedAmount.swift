// SPDX-License-Identifier: GPL-3.0-or-later

/// An amount in a query, which is found in any grouping of its digits: 1589.80, 1.589,80, 1'589.80, and 1 589,80 are the same amount.
struct SearchedAmount {
  private let whole: String
  /// The two digits after the decimal mark, or `nil` if there are none.
  private let decimals: String?

  /// Parses an amount with a decimal mark, with groups of digits, or of five or more digits. Returns `nil` for other texts, such as a year.
  init?(_ text: String) {
    let digits = #/([0-9]+|[0-9]{1,3}(?:[.,'’ ][0-9]{2,3})*[.,'’ ][0-9]{3})(?:[.,]([0-9]{2}))?/#
    guard let match = text.wholeMatch(of: digits) else { return nil }
    whole = String(match.1.filter { ("0"..."9").contains($0) })
    decimals = match.2.map(String.init)
    let isLong = whole.count > 4 && whole.first != "0"
    guard whole.count <= 12, decimals != nil || whole.count < match.1.count || isLong else { return nil }
  }

  var value: String { whole + (decimals.map { "." + $0 } ?? "") }

  /// The phrases of tokens with which a page may show the amount: without groups, with groups of thousands, and with lakhs.
  var phrases: [[String]] {
    [[whole], Self.groups(of: whole, sizes: 3, 3), Self.groups(of: whole, sizes: 3, 2)].reduce(into: []) { all, form in
      let phrase = form + [decimals].compactMap(\.self)
      if !all.contains(phrase) { all.append(phrase) }
    }
  }

  /// Returns the groups of digits, of which the last one has `first` digits and the others `rest`.
  private static func groups(of digits: String, sizes first: Int, _ rest: Int) -> [String] {
    var (groups, left, size) = ([String](), digits[...], first)
    while !left.isEmpty {
      groups.insert(String(left.suffix(size)), at: 0)
      left = left.dropLast(size)
      size = rest
    }
    return groups
  }
}
