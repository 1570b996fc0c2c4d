// SPDX-License-Identifier: GPL-3.0-or-later

/// Verifies check digits. Luhn, GS1, ISO 7064, and ISBN detect every wrong digit. The other functions document their misses.
package enum CheckDigits {
  /// Verifies Luhn's check digit (ISO/IEC 7812-1, annex B), which payment cards and the VAT numbers of France, Italy, and Sweden contain.
  package static func luhn(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, entry in
      let value = entry.offset % 2 == 0 ? entry.element : entry.element * 2
      return sum + (value > 9 ? value - 9 : value)
    }
    return !digits.isEmpty && sum % 10 == 0
  }

  /// Verifies ISO 7064, MOD 97-10, over digits and capital letters. The first four characters of an IBAN must be moved to the end.
  package static func mod97(_ characters: some Sequence<Unicode.Scalar>) -> Bool {
    var rest = 0
    for scalar in characters {
      if let digit = scalar.digit {
        rest = (rest * 10 + digit) % 97
      } else if scalar.isCapital {
        rest = (rest * 100 + Int(scalar.value) - 55) % 97
      } else {
        return false
      }
    }
    return rest == 1
  }

  /// Verifies the final check digit of a Swiss QR reference: modulo 10, recursive.
  package static func recursive10(_ digits: [Int]) -> Bool {
    let table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
    guard let check = digits.last else { return false }
    return (10 - digits.dropLast().reduce(0) { table[($0 + $1) % 10] }) % 10 == check
  }

  /// Verifies the last of the nine digits of a number according to UPU standard S10. Two of the eleven remainders share a check digit, so some wrong
  /// digits are missed.
  package static func s10(_ digits: [Int]) -> Bool {
    guard digits.count == 9 else { return false }
    let check = 11 - zip(digits, [8, 6, 4, 2, 3, 5, 9, 7]).reduce(0) { $0 + $1.0 * $1.1 } % 11
    return digits[8] == (check == 10 ? 0 : check == 11 ? 5 : check)
  }

  /// Verifies the check digit of a UPS tracking number, given the 16 characters after "1Z". Misses digits that are off by five in every other
  /// position.
  package static func ups(_ characters: [Unicode.Scalar]) -> Bool {
    guard characters.count == 16, let check = characters[15].digit else { return false }
    let sum = characters.prefix(15).enumerated().reduce(0) { sum, entry in
      let value = entry.element.digit ?? (Int(entry.element.value) - 63) % 10
      return sum + (entry.offset % 2 == 0 ? value : 2 * value)
    }
    return (10 - sum % 10) % 10 == check
  }

  /// Verifies the final check digit of a GS1 number of any length, such as an ISBN-13, an SSCC, or a tracking number of USPS or FedEx Ground.
  package static func gs1(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return !digits.isEmpty && sum % 10 == 0
  }

  /// Verifies the check digit of a FedEx Express number of 12 digits: weights 3, 1, and 7, modulo 11, then modulo 10. The remainders 0 and 10 share a
  /// check digit, so some wrong digits are missed.
  package static func fedEx(_ digits: [Int]) -> Bool {
    guard digits.count == 12 else { return false }
    let sum = zip(digits, [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return sum % 11 % 10 == digits[11]
  }

  /// Verifies a DHL Express number of ten digits, the last of which is the remainder of the first nine divided by 7. Misses digits that are off by
  /// seven.
  package static func dhl(_ digits: [Int]) -> Bool {
    guard digits.count == 10 else { return false }
    return digits.prefix(9).reduce(0) { ($0 * 10 + $1) % 7 } == digits[9]
  }

  /// Verifies a number of DHL or Deutsche Post with 12 or 14 digits: weights 4 and 9 from the right. Misses digits with weight 4 that are off by
  /// five.
  package static func deutschePost(_ digits: [Int]) -> Bool {
    guard let check = digits.last, digits.count == 12 || digits.count == 14 else { return false }
    let sum = digits.dropLast().reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 4 : 9) }
    return (10 - sum % 10) % 10 == check
  }

  package static func isbn10(_ characters: [Unicode.Scalar]) -> Bool {
    guard characters.count == 10 else { return false }
    var sum = 0
    for (place, scalar) in characters.enumerated() {
      guard let value = scalar.digit ?? (place == 9 && scalar == "X" ? 10 : nil) else { return false }
      sum += value * (10 - place)
    }
    return sum % 11 == 0
  }
}
