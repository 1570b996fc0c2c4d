// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns a free number by exponential and binary search, or `nil` after an overflow. If the taken numbers from `start` have no gap, it's the first
/// free number. The search checks few numbers even if thousands are taken, for example because a scanner gives all files the same name.
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
