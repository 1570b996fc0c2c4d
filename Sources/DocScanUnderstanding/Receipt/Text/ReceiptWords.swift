// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanKeywords
internal import DocScanTypedData
internal import DocScanWords

enum ReceiptWords {
  static let table: [(label: ReceiptLabel, words: [Keyword])] = ReceiptLabel.allCases.map {
    ($0, Keyword.list("receipt.\($0.rawValue)"))
  }
}

extension Keyword {
  /// Returns the keywords of a topic in all languages.
  static func list(_ topic: String) -> [Keyword] { WordLists.words(topic).map(Keyword.init) }
}
