// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanTypedData
import Testing

@testable import DocScanUnderstanding

/// What the schemes miss was worked out from their weights; nothing else may pass.
@Suite("Check digits")
struct CheckDigitTests {
  private static func digits(_ scalars: [Unicode.Scalar]) -> [Int] { scalars.compactMap(\.digit) }

  private static func gs1(_ name: String, _ form: String) -> Numbering {
    // The weights 1 and 3 are two apart: digits that are five apart can be swapped.
    Numbering(name: name, form: form, passesSwapped: { $0.distance == 5 }, check: { CheckDigits.gs1(digits($0)) })
  }

  private static func deutschePost(_ form: String) -> Numbering {
    // Every other digit from the right counts four times, and so misses what is five apart; four and nine times are
    // five apart, and so miss what is even.
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
    // The rest by seven cannot tell digits that are seven apart; the check digit itself is at most six.
    Numbering(
      name: "DHL Express", form: "##########", passes: { $0.distance == 7 && $0.place < 9 },
      passesSwapped: { $0.distance == 7 && $0.place < 8 }, check: { CheckDigits.dhl(digits($0)) }),
    deutschePost("############"), deutschePost("##############"),
    // The rests 0 and 10 have the same check digit.
    Numbering(
      name: "FedEx Express", form: "############", passes: { $0.place < 11 && $0.rests(fedEx, by: 11) == [0, 10] },
      passesSwapped: {
        $0.place < 10 ? $0.rests(fedEx, by: 11) == [0, 10] : $0.swaps(0, 5) && $0.rests(fedEx, by: 11).contains(10)
      }, check: { CheckDigits.fedEx(digits($0)) }),
    // So have the rests 0 and 6.
    Numbering(
      name: "UPU S10", form: "#########", passes: { $0.place < 8 && $0.rests(s10, by: 11) == [0, 6] },
      passesSwapped: {
        let rests = $0.rests(s10, by: 11)
        return $0.place < 7
          ? rests == [0, 6] : $0.swaps(4, 5) && rests.contains(0) || $0.swaps(0, 2) && rests.contains(1)
      }, check: { CheckDigits.s10(digits($0)) }),
    // Every other character counts twice, and so misses what is five apart; the last two digits both count once.
    Numbering(
      name: "UPS", form: "#?#?############",
      passes: { slip in
        let values = [slip.before, slip.after].map(upsValue)
        return slip.place < 15 && (values[0] - values[1]) % (slip.place % 2 == 0 ? 10 : 5) == 0
      },
      passesSwapped: { $0.place == 14 || (upsValue($0.before) - upsValue($0.after)) % 10 == 0 },
      check: CheckDigits.ups),
  ]

  /// A is 2, B is 3, and so on; ten letters on they begin again.
  private static func upsValue(_ scalar: Unicode.Scalar) -> Int { scalar.digit ?? Int(scalar.value) - 63 }

  @Test("Every wrong character and every swap is caught, but those that the scheme is known to miss")
  func slips() {
    for numbering in Self.numberings {
      let numbers = numbering.rightNumbers(100, seed: 7)
      #expect(numbers.count == 100, "\(numbering.name)")
      #expect(numbering.surprises(in: numbers) == [], "\(numbering.name)")
    }
  }

  @Test("An IBAN with one wrong character or two swapped ones is none, and right ones are found")
  func ibans() {
    for (country, count) in [("DE", 18), ("ES", 20), ("BE", 12), ("AT", 16), ("PT", 21)] {
      let numbering = Numbering(
        name: country, form: country + String(repeating: "#", count: count + 2),
        check: { CheckDigits.mod97($0[4...] + $0[..<4]) })
      let numbers = numbering.rightNumbers(20, seed: 11)
      // The check number is 98 less a rest by 97: 00, 01 and 99 would pass, too, and nobody gives them.
      #expect(numbers.count == 20 && numbering.surprises(in: numbers) == [], "\(country)")
      for number in numbers where (2...98).contains(Int(String(String.UnicodeScalarView(number[2..<4]))) ?? 0) {
        let iban = String(String.UnicodeScalarView(number))
        #expect(found("Please pay to \(iban) today") == ["iban " + iban])
      }
    }
  }

  @Test(
    "Parcel numbers that the carriers and others print as examples are found, and not with another check digit",
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
