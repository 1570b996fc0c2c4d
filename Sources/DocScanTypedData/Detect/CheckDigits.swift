// SPDX-License-Identifier: GPL-3.0-or-later

/// The check digits of numbers. Luhn's, GS1's, ISO 7064's and those of ISBNs catch every digit that is wrong; others say what they miss.
package enum CheckDigits {
  /// Luhn's formula, ISO/IEC 7812-1, annex B: cards, and the VAT numbers of Italy and Sweden.
  package static func luhn(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, entry in
      let value = entry.offset % 2 == 0 ? entry.element : entry.element * 2
      return sum + (value > 9 ? value - 9 : value)
    }
    return !digits.isEmpty && sum % 10 == 0
  }

  /// ISO 7064, MOD 97-10, of digits and capital letters, from left to right: IBANs, with the country moved to the end.
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

  /// UPU standard S10: eight digits and their check digit. Two of the eleven rests share one, which misses some wrong digits.
  package static func s10(_ digits: [Int]) -> Bool {
    guard digits.count == 9 else { return false }
    let check = 11 - zip(digits, [8, 6, 4, 2, 3, 5, 9, 7]).reduce(0) { $0 + $1.0 * $1.1 } % 11
    return digits[8] == (check == 10 ? 0 : check == 11 ? 5 : check)
  }

  /// The 16 characters after "1Z" of a parcel number of UPS: every other one counts twice, and misses what is five apart.
  package static func ups(_ characters: [Unicode.Scalar]) -> Bool {
    guard characters.count == 16, let check = characters[15].digit else { return false }
    let sum = characters.prefix(15).enumerated().reduce(0) { sum, entry in
      let value = entry.element.digit ?? (Int(entry.element.value) - 63) % 10
      return sum + (entry.offset % 2 == 0 ? value : 2 * value)
    }
    return (10 - sum % 10) % 10 == check
  }

  /// GS1's check digit, the last one, of any length: ISBN-13, SSCC, parcel numbers of USPS and FedEx Ground.
  package static func gs1(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return !digits.isEmpty && sum % 10 == 0
  }

  /// FedEx Express: 12 digits, the last of which is the sum of the others times 3, 1, 7, …, modulo 11 and 10.
  ///
  /// The rests 0 and 10 share a digit, which misses some wrong ones.
  package static func fedEx(_ digits: [Int]) -> Bool {
    guard digits.count == 12 else { return false }
    let sum = zip(digits, [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return sum % 11 % 10 == digits[11]
  }

  /// DHL Express: ten digits, the last of which is the rest of the others by seven: it misses what is seven apart.
  package static func dhl(_ digits: [Int]) -> Bool {
    guard digits.count == 10 else { return false }
    return digits.prefix(9).reduce(0) { ($0 * 10 + $1) % 7 } == digits[9]
  }

  /// DHL and Deutsche Post in Germany: the weights 4 and 9 from the right, 12 or 14 digits.
  ///
  /// At the weight 4 it misses what is five apart.
  package static func deutschePost(_ digits: [Int]) -> Bool {
    guard let check = digits.last, digits.count == 12 || digits.count == 14 else { return false }
    let sum = digits.dropLast().reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 4 : 9) }
    return (10 - sum % 10) % 10 == check
  }

  /// ISBN-10, whose last character may be an X for ten.
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
