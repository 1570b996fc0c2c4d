// SPDX-License-Identifier: GPL-3.0-or-later
// Support: slips in numbers with check digits.

import DocScanTypedData

@testable import DocScanUnderstanding

/// A valid number, and the result of a slip of the pen: one changed character, or two swapped neighbors.
struct Slip {
  var right: [Unicode.Scalar]
  var wrong: [Unicode.Scalar]
  /// The position of the change, or the first one of the swap.
  var place: Int

  var before: Unicode.Scalar { right[place] }
  var after: Unicode.Scalar { wrong[place] }
  /// The difference of the two digits.
  var distance: Int { abs((before.digit ?? 0) - (after.digit ?? 0)) }
  /// Returns whether the two digits are these, in either order.
  func swaps(_ one: Int, _ other: Int) -> Bool { Set([before.digit, after.digit]) == [one, other] }

  /// Returns the remainders of the first digits' weighted sums, for the valid and the wrong number.
  func rests(_ weights: [Int], by modulus: Int) -> Set<Int> {
    Set([right, wrong].map { zip($0.map { $0.digit ?? 0 }, weights).reduce(0) { $0 + $1.0 * $1.1 } % modulus })
  }
}
