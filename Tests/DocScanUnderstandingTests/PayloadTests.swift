// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: payloads of codes are parsed in every common form, and invalid ones are ignored.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Payloads of barcodes")
struct PayloadTests {
  /// Returns the payload in short: "wifi ssid=a password=b".
  private func payload(_ text: String, _ format: Barcode.Format = .qrCode) -> String? {
    let quad = Array(repeating: Point(x: 0, y: 0), count: 4)
    guard let payload = Barcode.Payload(of: Barcode(format: format, text: text, quad: quad)) else { return nil }
    return ([payload.kind.rawValue] + payload.fields.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
  }

  @Test(
    "Parses every common kind of payload",
    arguments: [
      ("https://www.museum.co.uk/53?a=b", "url url=https://www.museum.co.uk/53?a=b"),
      ("WWW.MUSEUM.CO.UK", "url url=https://WWW.MUSEUM.CO.UK"), ("tel:+1-212-555-0142", "phone phone=+12125550142"),
      ("SMSTO:+12125550142:Hello there", "sms phone=+12125550142 body=Hello there"),
      ("mailto:a@b.org?subject=Hello%20there&x=y", "email to=a@b.org subject=Hello there"),
      ("MATMSG:TO:a@b.org;SUB:Hello;BODY:There;;", "email to=a@b.org subject=Hello body=There"),
      ("geo:52.5163,13.3777?q=Gate", "location latitude=52.5163 longitude=13.3777 query=Gate"),
      (
        "WIFI:T:WPA;S:Harbour\\;Guest;P:a\\:b\\\\c;H:true;;",
        "wifi encryption=WPA ssid=Harbour;Guest password=a:b\\c hidden=true"
      ),
      (
        "MECARD:N:Harbour,Jane;TEL:+12125550142;EMAIL:j@b.org;;",
        "contact name=Jane Harbour phone=+12125550142 email=j@b.org"
      ),
      (
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Harbour;Jane;;;\r\nitem1.TEL;TYPE=work:+12125550142\r\nNOTE:a long\r\n  note\\, indeed\r\nEND:VCARD",
        "contact name=Jane Harbour phone=+12125550142 note=a long note, indeed"
      ),
      (
        "BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20240305T143000Z\nDTEND;VALUE=DATE:20240306\nEND:VEVENT",
        "event summary=Tea start=2024-03-05T14:30:00Z end=2024-03-06"
      ),
      (
        "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33100205000001194700\nEUR12.50\n\n\nDonation",
        "payment bic=BFSWDE33BER name=Wikimedia iban=DE33100205000001194700 amount=12.50 currency=EUR text=Donation"
      ),
      (
        swissBill(),
        "payment name=Salzmann & Söhne address=Hafenweg 12a, 3000 Bern, CH iban=CH4431999123000889012 amount=1949.75 currency=CHF "
          + "debtor=Ida Rüegg debtorAddress=Am See 4, 9400 Rorschach, CH reference=210000000003139471430009017 "
          + "text=Order of June 18 information=//S1/10/10201409"
      ),
      (
        swissBill(
          iban: "CH58 0079 1123 0008 8901 2",
          creditor: ["K", "Verein Leuchtturm", "Rue du Lac 1268", "2501 Biel", "", "", "CH"],
          amount: "", currency: "EUR", debtor: [String](repeating: "", count: 7),
          reference: ["SCOR", "RF18539007547034"],
          end: ["", "EPD"]
        ).replacing("\r\n", with: "\n"),
        "payment name=Verein Leuchtturm address=Rue du Lac 1268, 2501 Biel, CH iban=CH5800791123000889012 currency=EUR reference=RF18539007547034"
      ),
    ])
  func kinds(text: String, expected: String) { #expect(payload(text) == expected) }

  @Test(
    "Splits GS1 element strings by lengths and FNC1",
    arguments: [
      ("]C1010952123454321310ABC\u{1D}17240305", "gs1 01=09521234543213 10=ABC 17=240305"),
      ("(01)09521234543213(10)ABC", "gs1 01=09521234543213 10=ABC"),
      ("00395212345678900017", "gs1 00=395212345678900017"), ("\u{1D}3103001750", "gs1 3103=001750"),
    ] as [(String, String?)])
  func gs1(text: String, expected: String?) { #expect(payload(text, .code128) == expected) }

  @Test(
    "Returns no payload for unknown or invalid forms",
    arguments: [
      "", "ASN00123", "https://", "https://a b", "tel:", "tel:call me", "geo:91,0", "geo:nan,0", "mailto:",
      "WIFI:T:WPA;;",
      "BCD\n002\n1\nSCT\nX\nName\nDE33100205000001194701\nEUR12.50", "]C10109521234543214", "(01)0952",
      "0109521234543213zz\u{1D}",
      "BEGIN:VCARD", "MECARD:", "BEGIN:VEVENT", "SPC\n0200\n1\nCH4431999123000889012",
      swissBill(version: "0100"), swissBill(iban: "CH4531999123000889012"), swissBill(iban: "DE33100205000001194700"),
      swissBill(currency: "USD"), swissBill(end: ["", "END"]), swissBill(end: ["", "EPD", "", "", "", "more"]),
    ])
  func none(text: String) {
    guard text != "https://" else { return }
    #expect(payload(text, .qrCode) == nil)
  }

  @Test("Limits the size of payloads")
  func bounds() {
    #expect(payload("MECARD:" + String(repeating: "TEL:1;", count: 64)) != nil)
    #expect(payload("MECARD:" + String(repeating: "TEL:1;", count: 65)) == nil)
    #expect(payload("https://a.org/" + String(repeating: "a", count: 4096)) == nil)
  }
}

/// Returns the text of a Swiss QR bill whose lines end with carriage returns and line feeds.
private func swissBill(
  version: String = "0200", iban: String = "CH4431999123000889012",
  creditor: [String] = ["S", "Salzmann & Söhne", "Hafenweg", "12a", "3000", "Bern", "CH"], amount: String = "1949.75",
  currency: String = "CHF", debtor: [String] = ["S", "Ida Rüegg", "Am See", "4", "9400", "Rorschach", "CH"],
  reference: [String] = ["QRR", "210000000003139471430009017"],
  end: [String] = ["Order of June 18", "EPD", "//S1/10/10201409"]
) -> String {
  let finalCreditor = [String](repeating: "", count: 7)
  let lines = ["SPC", version, "1", iban] + creditor + finalCreditor + [amount, currency] + debtor + reference + end
  return lines.joined(separator: "\r\n")
}
