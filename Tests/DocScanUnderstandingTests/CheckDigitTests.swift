// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import DocScanUnderstanding

/// Numbers are made by trying: a scheme's own generator would repeat its own mistakes.
@Suite("Check digits")
struct CheckDigitTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11 ^ state << 21
    }
  }

  /// Right numbers of so many digits.
  private func right(_ count: Int, _ seed: UInt64, _ check: ([Int]) -> Bool) -> [[Int]] {
    var random = Numbers(state: seed)
    var found: [[Int]] = []
    for _ in 0..<20_000 where found.count < 40 {
      let digits = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
      if check(digits) { found.append(digits) }
    }
    return found
  }

  /// How many of the changes of one digit, and of the swaps of two neighbours, still pass.
  private func missed(_ numbers: [[Int]], _ check: ([Int]) -> Bool) -> (changes: Int, swaps: Int) {
    var (changes, swaps) = (0, 0)
    for number in numbers {
      for place in number.indices {
        for digit in 0...9 where digit != number[place] {
          var changed = number
          changed[place] = digit
          changes += check(changed) ? 1 : 0
        }
        if place + 1 < number.count, number[place] != number[place + 1] {
          var swapped = number
          swapped.swapAt(place, place + 1)
          swaps += check(swapped) ? 1 : 0
        }
      }
    }
    return (changes, swaps)
  }

  private static func text(_ digits: [Int]) -> [Unicode.Scalar] {
    Array(digits.map(String.init).joined().unicodeScalars)
  }

  @Test("Every wrong digit is caught, and every swap where the scheme promises it")
  func promises() {
    // Luhn's formula takes 09 for 90; GS1's weights cannot tell digits that are five apart.
    let schemes: [(name: String, count: Int, swaps: Bool, check: ([Int]) -> Bool)] = [
      ("Luhn", 16, false, CheckDigits.luhn), ("GS1", 13, false, CheckDigits.gs1), ("SSCC", 18, false, CheckDigits.gs1),
      ("ISBN-10", 10, true, { CheckDigits.isbn10(Self.text($0)) }),
      ("DHL", 10, false, { CheckDigits.dhl($0) }),
      ("VAT DE", 9, false, { VATScheme.all["DE"]?.body(of: Self.text($0)) != nil }),
      ("VAT PL", 10, false, { VATScheme.all["PL"]?.body(of: Self.text($0)) != nil }),
    ]
    for scheme in schemes {
      let numbers = right(scheme.count, 7, scheme.check)
      #expect(numbers.count > 20, "\(scheme.name)")
      let missed = missed(numbers, scheme.check)
      // DHL's rest by seven cannot tell digits that are seven apart.
      #expect(scheme.name == "DHL" || scheme.name == "VAT PL" || missed.changes == 0, "\(scheme.name)")
      if scheme.swaps { #expect(missed.swaps == 0, "\(scheme.name)") }
    }
  }

  @Test("Luhn's formula misses the swap of 0 and 9 only, and GS1's digits that are five apart")
  func knownGaps() {
    for number in right(16, 3, CheckDigits.luhn) + right(13, 4, CheckDigits.gs1) {
      let isCard = number.count == 16
      for place in number.indices.dropLast() {
        let (first, second) = (number[place], number[place + 1])
        var swapped = number
        swapped.swapAt(place, place + 1)
        let passes = isCard ? CheckDigits.luhn(swapped) : CheckDigits.gs1(swapped)
        let isGap = first == second || (isCard ? Set([first, second]) == [0, 9] : abs(first - second) == 5)
        #expect(passes == isGap)
      }
    }
  }

  @Test("An IBAN with one wrong character or two swapped ones is none, and right ones are found")
  func ibans() {
    var random = Numbers(state: 11)
    for country in ["DE", "ES", "BE", "AT", "PT"] {
      let length = ["DE": 18, "ES": 20, "BE": 12, "AT": 16, "PT": 21][country] ?? 0
      let body = (0..<length).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      // Of a hundred check numbers one is right, from 02 to 98.
      let right = (2...98).map { country + $0.padded + body }.filter { isRight($0) }
      #expect(right.count == 1)
      for iban in right {
        #expect(found("Please pay to \(iban) today") == ["iban " + iban])
        let scalars = Array(iban.unicodeScalars)
        for place in 4..<scalars.count {
          for digit in "0123456789".unicodeScalars where digit != scalars[place] {
            var changed = scalars
            changed[place] = digit
            #expect(!isRight(String(String.UnicodeScalarView(changed))))
          }
          if place + 1 < scalars.count, scalars[place] != scalars[place + 1] {
            var swapped = scalars
            swapped.swapAt(place, place + 1)
            #expect(!isRight(String(String.UnicodeScalarView(swapped))))
          }
        }
      }
    }
  }

  private func isRight(_ iban: String) -> Bool {
    let scalars = Array(iban.unicodeScalars)
    return CheckDigits.mod97(scalars[4...] + scalars[..<4])
  }

  @Test("Parcel numbers are found, and not with a wrong digit")
  func parcels() {
    var random = Numbers(state: 5)
    for _ in 0..<20 {
      let eight = (0..<8).map { _ in Int.random(in: 0...9, using: &random) }
      let nine = (0...9).map { eight + [$0] }.filter(CheckDigits.s10)
      #expect(nine.count == 1)
      for digits in nine {
        let number = "RR" + digits.map(String.init).joined() + "DE"
        #expect(found("Your parcel \(number) is here") == ["tracking " + number])
        for place in digits.indices {
          var changed = digits
          changed[place] = (digits[place] + 1) % 10
          // The scheme gives the rests 0 and 10 the digits 5 and 0, which others have, too: only the check digit's own change.
          if place == 8 { #expect(!CheckDigits.s10(changed)) }
        }
      }
      let body = (0..<15).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let ups = (0...9).map { body + "\($0)" }.filter { CheckDigits.ups(Array($0.unicodeScalars)) }
      #expect(ups.count == 1)
      for number in ups { #expect(found("Your parcel 1Z\(number) is here") == ["tracking 1Z" + number]) }
      let eleven = (0..<11).map { _ in Int.random(in: 0...9, using: &random) }
      for digits in (0...9).map({ eleven + [$0] }).filter(CheckDigits.fedEx) {
        let number = digits.map(String.init).joined()
        #expect(found("FedEx tracking number \(number) is here") == ["tracking " + number])
      }
    }
  }

  @Test(
    "VAT numbers that tax offices give as examples are right, and wrong with another last digit",
    arguments: [
      ("DE", "136695976"), ("AT", "U13585627"), ("BE", "0428759497"), ("FR", "83404833048"), ("IT", "00743110157"),
      ("PT", "501964843"), ("ES", "B58378431"), ("NL", "004495445B01"), ("GB", "980780684"), ("DK", "13585628"),
      ("FI", "20774740"), ("SE", "123456789701"), ("PL", "8567346215"), ("LU", "15027442"), ("IE", "6433435F"),
      ("EL", "094259216"), ("CHE", "100155212"),
    ])
  func vat(country: String, number: String) throws {
    let scheme = try #require(VATScheme.all[country])
    #expect(scheme.body(of: Array(number.unicodeScalars)) != nil)
    var wrong = Array(number.unicodeScalars)
    let place = country == "NL" ? 8 : country == "SE" ? 9 : wrong.count - 1
    wrong[place] = wrong[place] == "F" ? "G" : wrong[place] == "9" ? "1" : Unicode.Scalar(wrong[place].value + 1) ?? "0"
    #expect(scheme.body(of: wrong) == nil)
  }
}
