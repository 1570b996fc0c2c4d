// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanTypedData
import Testing

@testable import DocScanUnderstanding

@Suite("VAT numbers")
struct VATSchemeTests {
  /// A country's numbers.
  private static func numbering(
    _ country: String, _ form: String, unchecked: Set<Int> = [],
    passes: @escaping @Sendable (Slip) -> Bool = { _ in false },
    passesSwapped: @escaping @Sendable (Slip) -> Bool = { _ in false }
  ) -> Numbering {
    Numbering(
      name: "\(country) \(form)", form: form, unchecked: unchecked, passes: passes, passesSwapped: passesSwapped,
      check: { VATScheme.all[country]?.body(of: $0) == $0 })
  }

  private static let portugal = [9, 8, 7, 6, 5, 4, 3, 2]
  private static let greece = [256, 128, 64, 32, 16, 8, 4, 2]
  private static let britain = [8, 7, 6, 5, 4, 3, 2, 10, 1]
  private static let netherlands = [9, 8, 7, 6, 5, 4, 3, 2, -1]

  private static let numberings = [
    numbering("DE", "#########", passesSwapped: germanSwap),
    // Luhn's formula takes 09 for 90. In Austria's numbers the last two digits both count once.
    numbering("AT", "U########", passesSwapped: { $0.swaps(0, 9) && $0.place < 7 || $0.place == 7 }),
    numbering("IT", "###########", passesSwapped: { $0.swaps(0, 9) }),
    numbering("ES", "B########", passesSwapped: { $0.swaps(0, 9) }),
    numbering("ES", "Q#######?", passesSwapped: { $0.swaps(0, 9) && $0.place < 7 }),
    numbering("ES", "########?"), numbering("ES", "Y#######?"),
    // Sweden's end with two digits that number a company's parts.
    numbering("SE", "##########01", passesSwapped: { $0.swaps(0, 9) }),
    numbering("BE", "##########"), numbering("FR", "###########"), numbering("DK", "########"),
    numbering("FI", "########"), numbering("PL", "##########"), numbering("LU", "########"),
    numbering("IE", "#######?"), numbering("IE", "#######??"), numbering("CHE", "#########"),
    // The rests 0 and 1 have the same check digit; no number begins with a zero.
    numbering(
      "PT", "#########", passes: { $0.place < 8 && $0.rests(portugal, by: 11) == [0, 1] && $0.wrong[0] != "0" },
      passesSwapped: {
        $0.place < 7
          ? $0.rests(portugal, by: 11) == [0, 1] && $0.wrong[0] != "0"
          : $0.swaps(0, 1) && $0.rests(portugal, by: 11).contains(1)
      }),
    // The rests 0 and 10 have the same check digit.
    numbering(
      "EL", "#########", passes: { $0.place < 8 && $0.rests(greece, by: 11) == [0, 10] },
      passesSwapped: {
        $0.place < 7
          ? $0.rests(greece, by: 11) == [0, 10] : $0.swaps(0, 7) && $0.rests(greece, by: 11).contains(10)
      }),
    // There are two series of numbers: the one's sums are a multiple of 97, the other's 55 less.
    numbering(
      "GB", "#########", passes: { $0.rests(britain, by: 97) == [0, 42] },
      passesSwapped: { $0.rests(britain, by: 97) == [0, 42] }),
    // Numbers of the older kind have a check digit for the first nine digits, those of the newer kind check numbers for
    // all of them; what is wrong in the one may be right in the other.
    numbering("NL", "#########B##", passes: dutch, passesSwapped: dutch),
  ]

  /// ISO 7064 goes through the digits with a product; at each of its values it takes one pair of neighbours for another.
  private static let germanSwap: @Sendable (Slip) -> Bool = { slip in
    let digits = slip.right.compactMap(\.digit)
    let product = digits[..<slip.place].reduce(10) { product, digit in
      let sum = (product + digit) % 10
      return (sum == 0 ? 10 : sum) * 2 % 11
    }
    let sums = Set([digits[slip.place], digits[slip.place + 1]].map { ($0 + product) % 10 })
    return sums == [5, 6] && (slip.place < 7 || product == 5)
  }

  private static let dutch: @Sendable (Slip) -> Bool = { slip in
    let digits = slip.wrong.compactMap(\.digit)
    let isOlder = zip(digits, netherlands).reduce(0) { $0 + $1.0 * $1.1 } % 11 == 0
    // N is 23, L is 21, B is 11.
    let isNewer = ([2, 3, 2, 1] + digits[..<9] + [1, 1] + digits[9...]).reduce(0) { ($0 * 10 + $1) % 97 } == 1
    return isOlder || isNewer
  }

  @Test("Every wrong character and every swap is caught, but those that the scheme is known to miss")
  func slips() {
    for numbering in Self.numberings {
      let numbers = numbering.rightNumbers(40, seed: 13)
      #expect(numbers.count == 40, "\(numbering.name)")
      #expect(numbering.surprises(in: numbers) == [], "\(numbering.name)")
    }
    #expect(Set(Self.numberings.map { String($0.name.prefix { $0 != " " }) }) == Set(VATScheme.all.keys))
  }

  @Test("Sweden's last two digits and Spain's first letter have no check digit")
  func unchecked() {
    for wrong in ["556016068001", "556016068002", "556016068077"] { #expect(isRight("SE", wrong)) }
    #expect(!isRight("SE", "556016068000"))
    for wrong in ["A28015865", "B28015865", "F28015865"] { #expect(isRight("ES", wrong)) }
  }

  @Test(
    "Numbers that companies print and tax offices give as examples are right",
    arguments: [
      ("DE", "136695976 129273398 143454214 811569869"), ("AT", "U13585627 U33864707 U14189108"),
      ("BE", "0428759497 0417497106 0202239951"), ("FR", "83404833048 59542051180 10632012100 89380129866"),
      ("IT", "00743110157 00905811006 00159560366"), ("PT", "501964843 500697256 504499777"),
      ("ES", "B58378431 A28015865 A15075062 Q2818002D 54362315K X2482300W"),
      ("NL", "004495445B01 803441526B01 000099998B57 123456789B13"), ("GB", "980780684 220430231 333289454"),
      ("DK", "13585628 24256790 22756214"), ("FI", "20774740 01120389 01098628"),
      ("SE", "556016068001 556012579001 123456789701"), ("PL", "8567346215 7740001454 5252674798"),
      ("LU", "15027442 20260743 20165772"), ("IE", "6433435F 6388047V 3206488LH 6433435OA"),
      ("EL", "094259216 094019245 090000045"), ("CHE", "100155212 103867266 101654423"),
    ])
  func published(country: String, numbers: String) {
    for number in numbers.split(separator: " ") { #expect(isRight(country, String(number)), "\(number)") }
  }

  private func isRight(_ country: String, _ number: String) -> Bool {
    VATScheme.all[country]?.body(of: Array(number.unicodeScalars)) != nil
  }
}
