// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanTypedData
@testable import DocScanUnderstanding

/// A right number, and what a slip of the pen makes of it: one character changed, or two neighbours swapped.
struct Slip {
  var right: [Unicode.Scalar]
  var wrong: [Unicode.Scalar]
  /// The place of the change, or the first one of the swap.
  var place: Int

  var before: Unicode.Scalar { right[place] }
  var after: Unicode.Scalar { wrong[place] }
  /// How far apart the two digits are.
  var distance: Int { abs((before.digit ?? 0) - (after.digit ?? 0)) }
  /// Whether the two digits are these, either way round.
  func swaps(_ one: Int, _ other: Int) -> Bool { Set([before.digit, after.digit]) == [one, other] }

  /// The weighted sums of the first digits, of the right number and the wrong one, by a modulus.
  func rests(_ weights: [Int], by modulus: Int) -> Set<Int> {
    Set([right, wrong].map { zip($0.map { $0.digit ?? 0 }, weights).reduce(0) { $0 + $1.0 * $1.1 } % modulus })
  }
}
