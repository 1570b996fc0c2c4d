// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore

extension SearchQuery.Term {
  /// The term as an FTS5 expression. Pieces contain only letters and digits, so they can't contain operators.
  var matchExpression: String {
    switch self {
    case .phrase(let pieces): Self.expression(pieces)
    case .near(let phrases, let distance):
      "NEAR(\(phrases.map { Self.expression($0) }.joined(separator: " ")), \(distance))"
    }
  }

  var pieces: [SearchQuery.Piece] {
    switch self {
    case .phrase(let pieces): pieces
    case .near(let phrases, _): phrases.flatMap { $0 }
    }
  }

  private static func expression(_ pieces: [SearchQuery.Piece]) -> String {
    "\"\(pieces.map(\.text).joined(separator: " "))\"" + (pieces.last?.isPrefix == true ? " *" : "")
  }
}

extension SearchQuery {
  /// The required terms as an FTS5 expression, or `nil` if there are none.
  var matchExpression: String? {
    guard !choices.isEmpty else { return nil }
    return choices.map { "(\($0.map(\.matchExpression).joined(separator: " OR ")))" }.joined(separator: " AND ")
  }

  /// The other conditions as SQL for a page `p` of a document `d`, each preceded by "AND".
  var conditionsAsSQL: (sql: String, values: [Database.Value]) {
    var (sql, values) = ("", [Database.Value]())
    for term in excluded {
      sql += " AND p.id NOT IN (SELECT rowid FROM words WHERE words MATCH ?)"
      values.append(.text(term.matchExpression))
    }
    for condition in conditions {
      let (one, its) = condition.filter.asSQL
      sql += condition.isExcluded ? " AND NOT (\(one))" : " AND (\(one))"
      values += its
    }
    return (sql, values)
  }
}

extension SearchQuery.Filter {
  /// The filter as an SQL condition for a page `p` of a document `d`.
  fileprivate var asSQL: (String, [Database.Value]) {
    switch self {
    case .language(let tag):
      return ("p.language LIKE '% ' || ? || ' %' OR p.language LIKE '% ' || ? || '-%'", [.text(tag), .text(tag)])
    case .document(let pattern):
      let hasWildcards = pattern.contains { "*?".contains($0) }
      let escaped = pattern.replacing(where: { $0 == "[" }, with: "[[]").lowercased()
      return ("lower(d.name) GLOB ?", [.text(hasWildcards ? escaped : "*\(escaped)*")])
    case .date(let dates):
      return (
        "p.id IN (SELECT page FROM finding WHERE type = 'date' AND value >= ? AND value <= ?)",
        [.text(dates.lowerBound), .text(dates.upperBound + "~")]
      )
    case .kind(let kind): return ("p.id IN (SELECT page FROM finding WHERE type = ?)", [.text(kind)])
    case .sender(let pieces):
      return (
        "p.id IN (SELECT page FROM finding WHERE type IN ('sender', 'merchant') AND value LIKE '%' || ? || '%')",
        [.text(pieces.joined(separator: " "))]
      )
    case .documentKind(let kind):
      return ("p.id IN (SELECT page FROM finding WHERE type = 'kind' AND value = ?)", [.text(kind)])
    case .amount(let amounts):
      return (
        "p.id IN (SELECT page FROM finding WHERE type IN ('money', 'total') AND CAST(value AS REAL) BETWEEN ? AND ?)",
        [.real(amounts.lowerBound), .real(amounts.upperBound)]
      )
    case .merchant(let pieces):
      return (
        "p.id IN (SELECT page FROM finding WHERE type = 'merchant' AND value LIKE '%' || ? || '%')",
        [.text(pieces.joined(separator: " "))]
      )
    }
  }
}
