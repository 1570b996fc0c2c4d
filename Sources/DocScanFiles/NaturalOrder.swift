// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns whether one name precedes another in natural order: digits by value, and letters without regard to case. Names that differ only in case or
/// leading zeros are ordered by their bytes, so the order is total.
package func isNaturallyOrdered(_ first: String, before second: String) -> Bool {
  let (a, b) = (Array(first.utf8), Array(second.utf8))
  var (i, j) = (0, 0)
  while i < a.count, j < b.count {
    if isDigit(a[i]), isDigit(b[j]) {
      let (left, right) = (digits(a, &i), digits(b, &j))
      if left.count != right.count { return left.count < right.count }
      if left != right { return left.lexicographicallyPrecedes(right) }
    } else {
      let (left, right) = (lowercased(a[i]), lowercased(b[j]))
      if left != right { return left < right }
      i += 1
      j += 1
    }
  }
  let (restOfFirst, restOfSecond) = (a.count - i, b.count - j)
  return restOfFirst != restOfSecond ? restOfFirst < restOfSecond : a.lexicographicallyPrecedes(b)
}

/// Returns a key whose byte order is the natural order of names, for sorting in a database. A number is encoded as the digit 0, the number of its
/// digits without leading zeros in two bytes, and the digits. After a zero byte, the name itself breaks ties.
package func naturalSortKey(_ name: String) -> [UInt8] {
  let bytes = Array(name.utf8)
  var key: [UInt8] = []
  key.reserveCapacity(2 * bytes.count + 8)
  var index = 0
  while index < bytes.count {
    if isDigit(bytes[index]) {
      let number = digits(bytes, &index)
      let count = min(number.count, 0xffff)
      key += [UInt8(ascii: "0"), UInt8(count >> 8), UInt8(count & 0xff)]
      key += number
    } else {
      key.append(lowercased(bytes[index]))
      index += 1
    }
  }
  return key + [0] + bytes
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
}

/// Returns the digits at an index without leading zeros. Advances the index past them.
private func digits(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
  let start = index
  while index < bytes.count, isDigit(bytes[index]) { index += 1 }
  return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
}
