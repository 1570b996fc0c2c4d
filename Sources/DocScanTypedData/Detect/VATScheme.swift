// SPDX-License-Identifier: GPL-3.0-or-later

/// The structure of a country's VAT numbers. Source: European Commission, *VIES, structure of VAT numbers*, and national tax offices.
package struct VATScheme: Sendable {
  package var lengths: [Int]
  /// Whether the check rejects more than 90% of random numbers, or the form is rare.
  package var isStrong = true
  /// The positions of letters, or `nil` if letters and digits can be anywhere.
  package var letters: Set<Int>? = []
  package var check: @Sendable ([Unicode.Scalar]) -> Bool

  /// Returns the number with misread characters corrected, or `nil` if it is invalid.
  package func body(of read: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    guard lengths.contains(read.count) else { return nil }
    let plain = read.map(\.capital)
    if check(plain) { return plain }
    guard let letters else { return nil }
    let right = plain.enumerated().map { place, scalar in
      letters.contains(place)
        ? scalar.isCapital ? scalar : Misreading.letters(for: scalar).first ?? scalar
        : scalar.isDigit ? scalar : Misreading.digit(for: read[place]) ?? scalar
    }
    return zip(right, plain).count { $0 != $1 } <= 2 && check(right) ? right : nil
  }

  private static func digits(_ scalars: [Unicode.Scalar]) -> [Int]? {
    let digits = scalars.compactMap(\.digit)
    return digits.count == scalars.count ? digits : nil
  }

  private static func sum(_ digits: some Sequence<Int>, _ weights: [Int]) -> Int {
    zip(digits, weights).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func doubled(_ digits: some Sequence<Int>, from first: Int) -> Int {
    digits.enumerated().reduce(0) {
      $0 + ($1.offset % 2 == first ? $1.element * 2 / 10 + $1.element * 2 % 10 : $1.element)
    }
  }

  private static func mod1110(_ digits: [Int]) -> Bool {
    var product = 10
    for digit in digits.dropLast() {
      let sum = (digit + product) % 10
      product = 2 * (sum == 0 ? 10 : sum) % 11
    }
    return digits.last == (11 - product) % 10
  }

  // If the first sum leaves the remainder 10, the second one decides.
  private static func twoSums(_ digits: [Int], _ first: [Int], _ second: [Int]) -> Bool {
    let body = digits.dropLast()
    let rest = sum(body, first) % 11
    return digits.last == (rest < 10 ? rest : sum(body, second) % 11 % 10)
  }

  private static func number(_ digits: some Sequence<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

  /// The schemes by ISO 3166 code, with EL for Greece and CHE for Switzerland.
  package static let all: [String: VATScheme] = [
    "DE": VATScheme(lengths: [9]) { digits($0).map { $0[0] > 0 && mod1110($0) } ?? false },
    "AT": VATScheme(lengths: [9], letters: [0]) { scalars in
      guard scalars[0] == "U", let d = digits(Array(scalars.dropFirst())) else { return false }
      return (96 - doubled(d.prefix(7), from: 1)) % 10 == d[7]
    },
    "BE": VATScheme(lengths: [10]) { scalars in
      guard let d = digits(scalars), d[0] < 2 else { return false }
      return 97 - number(d.prefix(8)) % 97 == number(d.suffix(2))
    },
    "FR": VATScheme(lengths: [11]) { scalars in
      guard let d = digits(scalars), CheckDigits.luhn(Array(d.suffix(9))) else { return false }
      return (12 + 3 * (number(d.suffix(9)) % 97)) % 97 == number(d.prefix(2))
    },
    "IT": VATScheme(lengths: [11], isStrong: false) {
      digits($0).map { CheckDigits.luhn($0) && $0.contains { $0 > 0 } } ?? false
    },
    "PT": VATScheme(lengths: [9], isStrong: false) { scalars in
      guard let d = digits(scalars), d[0] > 0 else { return false }
      let check = 11 - sum(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
      return d[8] == (check > 9 ? 0 : check)
    },
    "ES": VATScheme(lengths: [9], letters: nil, check: spanish),
    "NL": VATScheme(lengths: [12], letters: [9]) { scalars in
      guard scalars[9] == "B", let d = digits(Array(scalars.prefix(9) + scalars.suffix(2))) else { return false }
      return sum(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 == d[8] || CheckDigits.mod97("NL".unicodeScalars + scalars)
    },
    "GB": VATScheme(lengths: [9], isStrong: false) { scalars in
      guard let d = digits(scalars) else { return false }
      let total = sum(d, [8, 7, 6, 5, 4, 3, 2]) + number(d.suffix(2))
      return total % 97 == 0 || (total + 55) % 97 == 0
    },
    "DK": VATScheme(lengths: [8], isStrong: false) {
      digits($0).map { $0[0] > 0 && sum($0, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0 } ?? false
    },
    "FI": VATScheme(lengths: [8], isStrong: false) { scalars in
      digits(scalars).map { sum($0, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 == 0 } ?? false
    },
    "SE": VATScheme(lengths: [12]) { scalars in
      digits(scalars).map { CheckDigits.luhn(Array($0.prefix(10))) && number($0.suffix(2)) > 0 } ?? false
    },
    "PL": VATScheme(lengths: [10]) { digits($0).map { sum($0, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == $0[9] } ?? false },
    "LU": VATScheme(lengths: [8], isStrong: false) {
      digits($0).map { number($0.prefix(6)) % 89 == number($0.suffix(2)) } ?? false
    },
    "IE": VATScheme(lengths: [8, 9], letters: [7, 8]) { scalars in
      guard let d = digits(Array(scalars.prefix(7))), scalars[7].isCapital else { return false }
      let extra = scalars.count == 9 && scalars[8].isCapital ? 9 * (Int(scalars[8].value) - 64) : 0
      let rest = (sum(d, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23
      // The second letter has the same range as check letters.
      return (scalars.count == 8 || ("A"..."W").contains(scalars[8]))
        && Int(scalars[7].value) == (rest == 0 ? 87 : 64 + rest)
    },
    "EL": VATScheme(lengths: [9]) { scalars in
      digits(scalars).map { sum($0, [256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == $0[8] } ?? false
    },
    "HR": VATScheme(lengths: [11]) { digits($0).map(mod1110) ?? false },
    "HU": VATScheme(lengths: [8], isStrong: false) {
      digits($0).map { (10 - sum($0, [9, 7, 3, 1, 9, 7, 3]) % 10) % 10 == $0[7] } ?? false
    },
    "CZ": VATScheme(lengths: [8], isStrong: false) {
      digits($0).map { $0[0] < 9 && (11 - sum($0, [8, 7, 6, 5, 4, 3, 2]) % 11) % 10 == $0[7] } ?? false
    },
    "SK": VATScheme(lengths: [10]) { digits($0).map { $0[0] > 0 && number($0) % 11 == 0 } ?? false },
    "SI": VATScheme(lengths: [8], isStrong: false) { scalars in
      guard let d = digits(scalars), d[0] > 0 else { return false }
      let check = 11 - sum(d, [8, 7, 6, 5, 4, 3, 2]) % 11
      return check < 11 && d[7] == check % 10
    },
    "EE": VATScheme(lengths: [9], isStrong: false) {
      digits($0).map { (10 - sum($0, [3, 7, 1, 3, 7, 1, 3, 7]) % 10) % 10 == $0[8] } ?? false
    },
    "RO": VATScheme(lengths: [10, 9, 8, 7, 6], isStrong: false) { scalars in
      guard let d = digits(scalars), let last = d.last, d[0] > 0 else { return false }
      return sum(d.dropLast(), Array([7, 5, 3, 2, 1, 7, 5, 3, 2].suffix(d.count - 1))) * 10 % 11 % 10 == last
    },
    "BG": VATScheme(lengths: [9], isStrong: false) { scalars in
      digits(scalars).map { twoSums($0, Array(1...8), Array(3...10)) } ?? false
    },
    "LT": VATScheme(lengths: [9, 12]) { scalars in
      guard let d = digits(scalars), d[d.count - 2] == 1 else { return false }
      return twoSums(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4])
    },
    "LV": VATScheme(lengths: [11], isStrong: false) {
      digits($0).map { $0[0] > 3 && (sum($0, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) + $0[10]) % 11 == 3 } ?? false
    },
    "MT": VATScheme(lengths: [8]) {
      digits($0).map { 37 - sum($0, [3, 4, 6, 7, 8, 9]) % 37 == number($0.suffix(2)) } ?? false
    },
    "CY": VATScheme(lengths: [9], letters: [8]) { scalars in
      guard let d = digits(Array(scalars.prefix(8))) else { return false }
      let values = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
      let total = d.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? values[$1.element] : $1.element) }
      return Int(scalars[8].value) == 65 + total % 26
    },
    "CHE": VATScheme(lengths: [9]) { scalars in
      digits(scalars).map { (11 - sum($0, [5, 4, 3, 2, 7, 6, 5, 4]) % 11) % 11 == $0[8] } ?? false
    },
  ]

  /// Verifies a Spanish number. Companies have a letter and a check digit or letter, and persons have eight digits and a letter.
  private static func spanish(_ scalars: [Unicode.Scalar]) -> Bool {
    let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE".unicodeScalars)
    if let d = digits(Array(scalars.prefix(8))) { return scalars[8] == letters[number(d) % 23] }
    guard let d = digits(Array(scalars[1...7])) else { return false }
    if let foreign = ["X", "Y", "Z"].firstIndex(of: scalars[0]) {
      return scalars[8] == letters[(foreign * 10_000_000 + number(d)) % 23]
    }
    guard Array("ABCDEFGHJNPQRSUVW".unicodeScalars).contains(scalars[0]) else { return false }
    let check = (10 - doubled(d, from: 0) % 10) % 10
    return scalars[8].digit == check || scalars[8] == Array("JABCDEFGHI".unicodeScalars)[check]
  }
}
