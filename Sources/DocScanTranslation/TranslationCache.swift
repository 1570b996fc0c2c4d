// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import DocScanStore
internal import Glibc

/// A cache of translations by content in `translations.sqlite`, so that an interrupted run doesn't pay for a translation twice.
package final class TranslationCache {
  private static let table = """
    CREATE TABLE IF NOT EXISTS translation(
      provider TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, text TEXT NOT NULL, result TEXT NOT NULL,
      PRIMARY KEY(provider, source, target, text)) WITHOUT ROWID;
    """

  private let database: Database

  /// Opens or creates the cache in the hidden folder of an output folder. Replaces a damaged cache.
  package init(folder: String) throws(OutputError) {
    database = try Database.derived("translations.sqlite", in: HiddenFolder.opened(folder)) {
      (database) throws(OutputError) in
      try database.run("PRAGMA journal_mode = WAL")
      try database.runAll("PRAGMA synchronous = NORMAL; " + Self.table)
      try database.check(Self.table)
    }
  }

  package func result(of text: String, _ pair: LanguagePair, by provider: String) throws(OutputError) -> String? {
    try run(
      "SELECT result FROM translation WHERE provider = ? AND source = ? AND target = ? AND text = ?",
      [.text(provider), .text(pair.source), .text(pair.target), .text(text)]
    ).first?.first?.text
  }

  package func remember(_ result: String, of text: String, _ pair: LanguagePair, by provider: String)
    throws(OutputError)
  {
    try run(
      "INSERT OR REPLACE INTO translation VALUES(?, ?, ?, ?, ?)",
      [.text(provider), .text(pair.source), .text(pair.target), .text(text), .text(result)])
  }

  @discardableResult
  private func run(_ sql: String, _ values: [Database.Value]) throws(OutputError) -> [[Database.Value]] {
    try database.run(sql, values)
  }
}
