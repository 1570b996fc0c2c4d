// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a shop's address is whole, and what isn't clearly its address is uncertain.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Addresses of shops") struct AddressTests {
  private static let sure = 0.85

  private func address(_ head: String, foot: String = "", total: String = "Total  21.04") throws -> Field? {
    let text = "\(head)\n22.01.2026 17:46\nChops  21.04\n\(total)\n\(foot)"
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    return receipt.address.map { Field(value: $0.value, confidence: $0.confidence) }
  }

  private struct Field {
    var value: String
    var confidence: Double
  }

  @Test(
    "Joins the street, the town, and what is between them",
    arguments: [
      ("Tasca Muster\nRua da Ribeira, 22\n8500-312 Portimão", "Rua da Ribeira, 22, 8500-312 Portimão"),
      ("Muster's Bakery\n12 Station Road\nHarrogate\nHG1 1AA", "12 Station Road, Harrogate, HG1 1AA"),
      ("Muster Diner\n1420 Tillamook Ave\nAstoria, OR 97103", "1420 Tillamook Ave, Astoria, OR 97103"),
      ("Kebab Muster\nBox 118, 453 23 Lysekil", "Box 118, 453 23 Lysekil"),
      ("Muster Fleisch\nMeisterbetrieb seit 1928\nMarktplatz 11\n4273 Musterbach", "Marktplatz 11, 4273 Musterbach"),
      ("Muster\nMuster Potraviny a.s., Plzeňská 2044\n150 00 Praha 5", "Plzeňská 2044, 150 00 Praha 5"),
      (
        "Plaza Muster\nRFC OCV180412K47\nAv. Juárez 2044, Col. La Paz\n72160 Puebla, Pue.",
        "Av. Juárez 2044, Col. La Paz, 72160 Puebla, Pue."
      ),
      ("Muster Mart\nLOT 2811, JALAN ANGSA\n41150 KLANG\nSELANGOR", "LOT 2811, JALAN ANGSA, 41150 KLANG, SELANGOR"),
      (
        "Farmácia Muster\nRua Nova, 1187 - Centro\nRibeirão - SP - 14050-020",
        "Rua Nova, 1187, Centro, Ribeirão, SP, 14050-020"
      ),
      ("Muster Garage\nGaragenweg 211\n5073 Gipf\nReferenz\n21 00000 00003", "Garagenweg 211, 5073 Gipf"),
      (
        "Muster Lokanta\nKemer Mah. Uzun Sok.\nNo:47/A Zemin\n61030 Ortahisar",
        "Kemer Mah. Uzun Sok. No:47/A Zemin, 61030 Ortahisar"
      ),
      ("Muster Cafe\nStrickerweg 8\n8400 Winterthur / +41 52 213 69 69", "Strickerweg 8, 8400 Winterthur"),
    ])
  func whole(head: String, address: String) throws {
    let found = try #require(try self.address(head))
    #expect(found.value.filter { !" -,".contains($0) } == address.filter { !" -,".contains($0) }, "\(found)")
    #expect(found.confidence >= Self.sure, "\(found)")
  }

  @Test(
    "Takes the address out of a line with other details",
    arguments: [
      "Muster Stream Limited · Level 4, 18 Customhouse Quay, London N1 6HG · help.muster.example",
      "Muster Stream Limited / Level 4, 18 Customhouse Quay, London N1 6HG / T 020 5550 1182",
      "Muster Stream Limited, Level 4, 18 Customhouse Quay, London N1 6HG",
      "Muster Stream Limited - Level 4, 18 Customhouse Quay, London N1 6HG · Org. no. 858500-6183 · T 020 5550 1182",
      "Muster Stream Limited - Level 4, 18 Customhouse Quay - London N1 6HG - 020 5550 1182",
    ])
  func line(foot: String) throws {
    let found = try #require(try address("MUSTER STREAM LIMITED", foot: foot))
    #expect(found.value == "Level 4, 18 Customhouse Quay, London N1 6HG" && found.confidence >= Self.sure, "\(found)")
  }

  @Test(
    "Marks a street without a town, and text that only resembles an address",
    arguments: [
      ("Muster Store\nLevel 2 Mall Road", ""), ("Muster Store\nOperator 35259 THOMAS", ""),
      (
        "Muster Store",
        "You can change or cancel your plan in the park, and each month\nuntil you cancel. This is your square."
      ),
      ("Muster Store\nGuests 4\nChk Nr 48213", ""), ("Muster Store\nREG 1234\nLane 4", ""),
      ("Muster Store\nLane 4\nCashier 35259 THOMAS", ""), ("Muster Store\nLane 12, Till 10482 Main", ""),
      ("Muster Store\nSTORE : 25188 REGISTER:002", ""), ("Muster Store\nBiljett 104 882", ""),
    ])
  func doubtful(head: String, foot: String) throws {
    let found = try address(head, foot: foot)
    #expect((found?.confidence ?? 0) < Self.sure, "\(String(describing: found))")
  }

  @Test(
    "Takes the address of a guest or a delivery for none of the shop's",
    arguments: ["DELIVERY\nJohn Smith", "Deliver to:\nJohn Smith", "Lieferadresse\nAnna Beispiel", "Guest: Ann Lee"])
  func deliveries(customer: String) throws {
    let text =
      "Pizza Muster\n\(customer)\n12 Mill Road\nLeeds LS1 4AB\n22.01.2026 17:46\nPizza  21.04\nTotal  21.04\nCash  21.04"
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect((receipt.address?.confidence ?? 0) < Self.sure, "\(receipt)")
    #expect(receipt.merchant?.value == "Pizza Muster")
  }

  @Test("Takes neither a donor's address nor the box for payments for the seller's")
  func donors() throws {
    let gift = """
      OFFICIAL RECEIPT
      Muster Wildlife Society
      1187 Concession Road 10, Port Elgin, ON N0H 2C1
      Receipt number:  2025-0447
      Date:  February 12, 2026
      Donated by:    Beverly Example
          44 Lakeshore Boulevard North
          Southampton, ON N0H 2L0
      Total amount received:  $600.00
      """
    let received = try #require(ReceiptReader().read(ReceiptText.page(gift))?.address)
    #expect(received.confidence < Self.sure || received.value.hasPrefix("1187 Concession"), "\(received)")
    let bill = """
      Invoice
      Invoice Number: 1844718233
      Invoice Date: March 3, 2026
      Bill to: Palouse Grain LLC
      Charges    $934.54
      Sales Tax    $73.83
      Total    $1,008.37
      Muster Cloud, Inc., 300 Harrison Street, Oakland, CA 94612
      Please remit to: Muster Cloud, Inc., P.O. Box 44718, Los Angeles, CA 90074
      """
    let remitted = ReceiptReader().read(ReceiptText.page(bill))?.address
    #expect(remitted?.value.contains("P.O. Box") != true, "\(String(describing: remitted))")
  }

  @Test("Takes the seller's address at the foot, not the buyer's below the seller's name") func buyers() throws {
    let bill = """
      Bluegum Gas GmbH

      Rechnung an:
      Lerngarten Nord GmbH
      Postweg 318
      12345 Nambour

      Rechnung Nr. 4711
      Datum 12.03.2026
      Netto 100,00
      MwSt. 19 % 19,00
      Gesamtbetrag EUR 119,00
      Bluegum Gas GmbH · Enterpriseweg 14 · 54321 Yandina · Tel. 0341 555 0118 · IBAN DE89 3704 0044 0532 0130 00
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(bill)))
    let found = try #require(receipt.address)
    #expect(found.value == "Enterpriseweg 14, 54321 Yandina" && found.confidence >= Self.sure, "\(found)")
  }
}
