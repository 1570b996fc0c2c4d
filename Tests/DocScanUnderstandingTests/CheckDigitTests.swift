// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: check digits catch every slip that their scheme can catch.

import DocScanTypedData
import Testing

@testable import DocScanUnderstanding

/// The accepted slips follow from each scheme's weights; no others may pass.
@Suite("Check digits")
struct CheckDigitTests {
  private static func digits(_ scalars: [Unicode.Scalar]) -> [Int] { scalars.compactMap(\.digit) }

  private static func gs1(_ name: String, _ form: String) -> Numbering {
    // The difference of the weights 1 and 3 is two: digits with a difference of five can be swapped.
    Numbering(name: name, form: form, passesSwapped: { $0.distance == 5 }, check: { CheckDigits.gs1(digits($0)) })
  }

  private static func deutschePost(_ form: String) -> Numbering {
    // Every other digit from the right counts four times, which misses differences of five; the difference of four and
    // nine times is five, which misses even ones.
    let last = form.count - 1
    return Numbering(
      name: "DHL Germany, \(form.count) digits", form: form,
      passes: { $0.distance == 5 && $0.place < last && (last - $0.place) % 2 == 1 },
      passesSwapped: { $0.distance % 2 == 0 && $0.place < last - 1 }, check: { CheckDigits.deutschePost(digits($0)) })
  }

  private static let fedEx = [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]
  private static let s10 = [8, 6, 4, 2, 3, 5, 9, 7]

  private static let numberings = [
    Numbering(
      name: "Luhn", form: "################", passesSwapped: { $0.swaps(0, 9) }, check: { CheckDigits.luhn(digits($0)) }
    ),
    gs1("ISBN-13", "978##########"), gs1("FedEx Ground", "###############"), gs1("SSCC", "##################"),
    gs1("USPS", "94####################"), gs1("USPS, 20 digits", "####################"),
    Numbering(name: "ISBN-10", form: "##########", check: CheckDigits.isbn10),
    Numbering(name: "ISBN-10 with X", form: "#########X", check: CheckDigits.isbn10),
    // The remainder modulo 7 can't distinguish digits with a difference of seven; the check digit itself is at most six.
    Numbering(
      name: "DHL Express", form: "##########", passes: { $0.distance == 7 && $0.place < 9 },
      passesSwapped: { $0.distance == 7 && $0.place < 8 }, check: { CheckDigits.dhl(digits($0)) }),
    deutschePost("############"), deutschePost("##############"),
    // The remainders 0 and 10 share a check digit.
    Numbering(
      name: "FedEx Express", form: "############", passes: { $0.place < 11 && $0.rests(fedEx, by: 11) == [0, 10] },
      passesSwapped: {
        $0.place < 10 ? $0.rests(fedEx, by: 11) == [0, 10] : $0.swaps(0, 5) && $0.rests(fedEx, by: 11).contains(10)
      }, check: { CheckDigits.fedEx(digits($0)) }),
    // The remainders 0 and 6 share a check digit.
    Numbering(
      name: "UPU S10", form: "#########", passes: { $0.place < 8 && $0.rests(s10, by: 11) == [0, 6] },
      passesSwapped: {
        let rests = $0.rests(s10, by: 11)
        return $0.place < 7
          ? rests == [0, 6] : $0.swaps(4, 5) && rests.contains(0) || $0.swaps(0, 2) && rests.contains(1)
      }, check: { CheckDigits.s10(digits($0)) }),
    // Every other character counts twice, which misses differences of five; the last two digits both count once.
    Numbering(
      name: "UPS", form: "#?#?############",
      passes: { slip in
        let values = [slip.before, slip.after].map(upsValue)
        return slip.place < 15 && (values[0] - values[1]) % (slip.place % 2 == 0 ? 10 : 5) == 0
      },
      passesSwapped: { $0.place == 14 || (upsValue($0.before) - upsValue($0.after)) % 10 == 0 },
      check: CheckDigits.ups),
  ]

  /// Returns the value of a digit or letter: A is 2, B is 3, and so on. The values repeat after ten letters.
  private static func upsValue(_ scalar: Unicode.Scalar) -> Int { scalar.digit ?? Int(scalar.value) - 63 }

  @Test("Rejects every wrong character and swap except those that the scheme can't catch")
  func slips() {
    for numbering in Self.numberings {
      let numbers = numbering.rightNumbers(100, seed: 7)
      #expect(numbers.count == 100, "\(numbering.name)")
      #expect(numbering.surprises(in: numbers) == [], "\(numbering.name)")
    }
  }

  @Test("Rejects IBANs with a wrong character or a swap, and finds valid ones")
  func ibans() {
    for (country, count) in [("DE", 18), ("ES", 20), ("BE", 12), ("AT", 16), ("PT", 21)] {
      let numbering = Numbering(
        name: country, form: country + String(repeating: "#", count: count + 2),
        check: { CheckDigits.mod97($0[4...] + $0[..<4]) })
      let numbers = numbering.rightNumbers(20, seed: 11)
      // The check number is 98 minus a remainder modulo 97: 00, 01, and 99 would pass, too, but are never assigned.
      #expect(numbers.count == 20 && numbering.surprises(in: numbers) == [], "\(country)")
      for number in numbers where (2...98).contains(Int(String(String.UnicodeScalarView(number[2..<4]))) ?? 0) {
        let iban = String(String.UnicodeScalarView(number))
        #expect(found("Please pay to \(iban) today") == ["iban " + iban])
      }
    }
  }

  @Test(
    "Finds published examples of parcel numbers, and rejects other check digits",
    arguments: [
      ("UPS", "1Z999AA10123456784"), ("UPS", "1Z5R89390357567127"), ("post", "RA473124829US"),
      ("post", "RB123456785GB"),
      ("FedEx", "986578788855"), ("FedEx", "477179081230"), ("FedEx", "041441760228964"), ("FedEx", "568283610012734"),
      ("DHL", "3318810025"), ("DHL", "8487135506"), ("DHL", "563102430313"), ("DHL", "21348075016401"),
      ("USPS", "9400111201080805483016"), ("USPS", "9505511069605048600624"), ("USPS", "03071790000523483741"),
    ])
  func parcels(carrier: String, number: String) {
    #expect(found("\(carrier) tracking number \(number) is here") == ["tracking " + number])
    var wrong = Array(number.unicodeScalars)
    let place = carrier == "post" ? 10 : wrong.count - 1
    for other in "0123456789".unicodeScalars where other != Array(number.unicodeScalars)[place] {
      wrong[place] = other
      let text = String(String.UnicodeScalarView(wrong))
      #expect(!found("\(carrier) tracking number \(text) is here").contains("tracking " + text))
    }
  }
}
