// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: VAT numbers of every scheme are checked as strictly as the scheme allows.

import DocScanTypedData
import Testing

@testable import DocScanUnderstanding

@Suite("VAT numbers")
struct VATSchemeTests {
  /// Returns the numbering of a country, with the slips that its check digits accept.
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

  private static let romania = [7, 5, 3, 2, 1, 7, 5, 3, 2]
  private static let seven = [8, 7, 6, 5, 4, 3, 2]

  private static let numberings = [
    numbering("DE", "#########", passesSwapped: germanSwap), numbering("HR", "###########", passesSwapped: germanSwap),
    // The weights of neighbors differ by even numbers, so digits that differ by 5 can be swapped.
    numbering("HU", "########", passesSwapped: differByFive), numbering("EE", "#########", passesSwapped: differByFive),
    numbering("SK", "##########"), numbering("LV", "###########"), numbering("MT", "########"),
    numbering("CY", "########?"),
    numbering("BG", "#########", passes: bulgarian, passesSwapped: bulgarian),
    numbering("LT", "#######1#", passes: lithuanian, passesSwapped: lithuanian),
    numbering("LT", "##########1#", passes: lithuanian, passesSwapped: lithuanian),
    numbering(
      "SI", "########", passesSwapped: { $0.place == 6 && $0.swaps(0, 1) && $0.rests(seven, by: 11).contains(1) }),
    // The remainders 0 and 10 share a check digit.
    numbering(
      "CZ", "########", passes: { $0.place < 7 && $0.rests(seven, by: 11) == [0, 10] && $0.wrong[0] != "9" },
      passesSwapped: {
        let rests = $0.rests(seven, by: 11)
        return $0.place < 6
          ? rests == [0, 10] && $0.wrong[0] != "9"
          : $0.swaps(1, 2) && rests.contains(0) || $0.swaps(0, 1) && rests.contains(1)
      }),
    numbering(
      "RO", "##########", passes: { $0.place < 9 && $0.rests(romania, by: 11) == [0, 1] && $0.wrong[0] != "0" },
      passesSwapped: {
        let rests = $0.rests(romania, by: 11)
        return $0.place < 8 ? rests == [0, 1] && $0.wrong[0] != "0" : $0.swaps(0, 1) && rests.contains(1)
      }),
    // Luhn's formula confuses 09 and 90. In Austria's numbers, the last two digits both count once.
    numbering("AT", "U########", passesSwapped: { $0.swaps(0, 9) && $0.place < 7 || $0.place == 7 }),
    numbering("IT", "###########", passesSwapped: { $0.swaps(0, 9) }),
    numbering("ES", "B########", passesSwapped: { $0.swaps(0, 9) }),
    numbering("ES", "Q#######?", passesSwapped: { $0.swaps(0, 9) && $0.place < 7 }),
    numbering("ES", "########?"), numbering("ES", "Y#######?"),
    // Sweden's numbers end with two digits for a company's parts.
    numbering("SE", "##########01", passesSwapped: { $0.swaps(0, 9) }),
    numbering("BE", "##########"), numbering("FR", "###########"), numbering("DK", "########"),
    numbering("FI", "########"), numbering("PL", "##########"), numbering("LU", "########"),
    numbering("IE", "#######?"), numbering("IE", "#######??"), numbering("CHE", "#########"),
    // The remainders 0 and 1 share a check digit; no number begins with a zero.
    numbering(
      "PT", "#########", passes: { $0.place < 8 && $0.rests(portugal, by: 11) == [0, 1] && $0.wrong[0] != "0" },
      passesSwapped: {
        $0.place < 7
          ? $0.rests(portugal, by: 11) == [0, 1] && $0.wrong[0] != "0"
          : $0.swaps(0, 1) && $0.rests(portugal, by: 11).contains(1)
      }),
    // The remainders 0 and 10 share a check digit.
    numbering(
      "EL", "#########", passes: { $0.place < 8 && $0.rests(greece, by: 11) == [0, 10] },
      passesSwapped: {
        $0.place < 7
          ? $0.rests(greece, by: 11) == [0, 10] : $0.swaps(0, 7) && $0.rests(greece, by: 11).contains(10)
      }),
    // There are two series of numbers: the sums of one are multiples of 97, those of the other are 55 less.
    numbering(
      "GB", "#########", passes: { $0.rests(britain, by: 97) == [0, 42] },
      passesSwapped: { $0.rests(britain, by: 97) == [0, 42] }),
    // Older numbers have a check digit for the first nine digits, newer ones have check numbers for all; a wrong number
    // of one kind may be valid as the other.
    numbering("NL", "#########B##", passes: dutch, passesSwapped: dutch),
  ]

  /// ISO 7064 carries a product through the digits; for each of the product's values, it confuses one pair of neighbors.
  private static let germanSwap: @Sendable (Slip) -> Bool = { slip in
    let digits = slip.right.compactMap(\.digit)
    let product = digits[..<slip.place].reduce(10) { product, digit in
      let sum = (product + digit) % 10
      return (sum == 0 ? 10 : sum) * 2 % 11
    }
    let sums = Set([digits[slip.place], digits[slip.place + 1]].map { ($0 + product) % 10 })
    return sums == [5, 6] && (slip.place < digits.count - 2 || product == 5)
  }

  private static let differByFive: @Sendable (Slip) -> Bool = { slip in (0..<5).contains { slip.swaps($0, $0 + 5) } }

  private static let bulgarian = secondSum(Array(1...8), Array(3...10))
  private static let lithuanian: @Sendable (Slip) -> Bool = {
    $0.wrong[$0.wrong.count - 2] == "1"
      && secondSum([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4])($0)
  }

  /// A slip passes only if the first sum of the right or wrong number leaves the remainder 10, so that the second one decides.
  private static func secondSum(_ first: [Int], _ second: [Int]) -> @Sendable (Slip) -> Bool {
    { slip in
      let body = slip.wrong.dropLast().compactMap(\.digit)
      func rest(_ weights: [Int]) -> Int { zip(body, weights).reduce(0) { $0 + $1.0 * $1.1 } % 11 }
      let check = rest(first) == 10 ? rest(second) % 10 : rest(first)
      return slip.rests(Array(first.prefix(body.count)), by: 11).contains(10) && slip.wrong.last?.digit == check
    }
  }

  private static let dutch: @Sendable (Slip) -> Bool = { slip in
    let digits = slip.wrong.compactMap(\.digit)
    let isOlder = zip(digits, netherlands).reduce(0) { $0 + $1.0 * $1.1 } % 11 == 0
    // N is 23, L is 21, B is 11.
    let isNewer = ([2, 3, 2, 1] + digits[..<9] + [1, 1] + digits[9...]).reduce(0) { ($0 * 10 + $1) % 97 } == 1
    return isOlder || isNewer
  }

  @Test("Rejects every wrong character and swap except those that the scheme can't catch")
  func slips() {
    for numbering in Self.numberings {
      let numbers = numbering.rightNumbers(40, seed: 13)
      #expect(numbers.count == 40, "\(numbering.name)")
      #expect(numbering.surprises(in: numbers) == [], "\(numbering.name)")
    }
    #expect(Set(Self.numberings.map { String($0.name.prefix { $0 != " " }) }) == Set(VATScheme.all.keys))
  }

  @Test("Accepts any last two digits in Sweden and any first letter in Spain")
  func unchecked() {
    for wrong in ["556016068001", "556016068002", "556016068077"] { #expect(isRight("SE", wrong)) }
    #expect(!isRight("SE", "556016068000"))
    for wrong in ["A28015865", "B28015865", "F28015865"] { #expect(isRight("ES", wrong)) }
  }

  @Test(
    "Accepts numbers that companies and tax offices publish",
    arguments: [
      ("DE", "136695976 129273398 143454214 811569869"), ("AT", "U13585627 U33864707 U14189108"),
      ("BE", "0428759497 0417497106 0202239951"), ("FR", "83404833048 59542051180 10632012100 89380129866"),
      ("IT", "00743110157 00905811006 00159560366"), ("PT", "501964843 500697256 504499777"),
      ("ES", "B58378431 A28015865 A15075062 Q2818002D 54362315K X2482300W"),
      ("NL", "004495445B01 803441526B01 000099998B57 123456789B13"), ("GB", "980780684 220430231 333289454"),
      ("DK", "13585628 24256790 22756214"), ("FI", "20774740 01120389 01098628"),
      ("SE", "556016068001 556012579001 123456789701"), ("PL", "8567346215 7740001454 5252674798"),
      ("LU", "15027442 20260743 20165772"), ("IE", "6433435F 6388047V 3206488LH 6433435OA"),
      ("BG", "175074752 131202360 831642181"), ("LT", "119511515 100004801610 290061371314"),
      ("LV", "40003521600 40003032949 40003245752"), ("MT", "11679112 15121333 10271622"), ("CY", "10259033P"),
      ("EL", "094259216 094019245 090000045"), ("CHE", "100155212 103867266 101654423"),
    ])
  func published(country: String, numbers: String) {
    for number in numbers.split(separator: " ") { #expect(isRight(country, String(number)), "\(number)") }
  }

  private func isRight(_ country: String, _ number: String) -> Bool {
    VATScheme.all[country]?.body(of: Array(number.unicodeScalars)) != nil
  }
}
