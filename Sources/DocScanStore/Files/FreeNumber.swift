// SPDX-License-Identifier: GPL-3.0-or-later

/// The first number that is free, if the numbers from `start` on are taken without a gap, and a free one otherwise.
///
/// It looks at few numbers only: a scanner that gives every file the same name makes thousands of them.
package func firstFreeNumber<Failure: Error>(
  from start: Int, isTaken: (Int) throws(Failure) -> Bool
) throws(Failure) -> Int? {
  guard try isTaken(start) else { return start }
  var taken = start
  var free = start + 1
  while try isTaken(free) {
    taken = free
    let (next, overflow) = free.multipliedReportingOverflow(by: 2)
    if overflow { return nil }
    free = next
  }
  while free - taken > 1 {
    let middle = taken + (free - taken) / 2
    if try isTaken(middle) { taken = middle } else { free = middle }
  }
  return free
}
