// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Adds the expected errors of a document's pages up.
struct ExpectedErrorsSum {
  private var errors = 0.0
  private var weight = 0.0
  private var worst: (page: Int, rate: Double)?

  /// Takes a page; one without characters counts as one with a single one.
  mutating func add(_ expected: ExpectedErrors, page: Int, characters: Int) {
    errors += expected.characterErrorRate * Double(max(1, characters))
    weight += Double(max(1, characters))
    if expected.characterErrorRate > worst?.rate ?? -1 { worst = (page, expected.characterErrorRate) }
  }

  /// Those of the document; nil where no page was recognized.
  var document: DocumentExpectedErrors? {
    worst.map {
      DocumentExpectedErrors(
        characterErrorRate: errors / weight, worstPage: $0.page, worstCharacterErrorRate: $0.rate)
    }
  }
}
