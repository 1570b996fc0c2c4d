// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: values are found where columns are side by side, and numbers of different columns aren't joined.

import DocScanCore
import DocScanTypedData
import Testing

@Suite("Typed data in columns") struct StackedTextTests {
  /// Returns a page on which several spaces are as wide as they are typed.
  private func wide(_ text: String) -> RecognizedPage {
    var page = page(text)
    var rows = text.split(separator: "\n").makeIterator()
    for block in page.blocks.indices {
      for line in page.blocks[block].lines.indices {
        var (place, word) = (0, 0)
        for part in rows.next()?.split(separator: " ", omittingEmptySubsequences: false) ?? [] {
          if !part.isEmpty {
            page.blocks[block].lines[line].words[word].box.x = 20 * Double(place)
            word += 1
          }
          place += part.count + 1
        }
        page.blocks[block].lines[line].text = page.blocks[block].lines[line].words.map(\.text).joined(separator: " ")
      }
    }
    return page
  }

  private func values(_ type: Detection.Kind, _ text: String) -> [String] {
    TypedData(types: [type], masks: false).find(on: wide(text)).map {
      [$0.value, $0.currency].compactMap(\.self).joined(separator: " ")
    }
  }

  private static let swedish =
    "\n\nVi tackar för er beställning och hoppas att ni är nöjda med arbetet som vi har utfört hos er."
  private static let german =
    "\n\nWir danken für Ihren Auftrag und hoffen, dass Sie mit der Arbeit zufrieden sind, die wir für Sie machen."

  @Test("Finds addresses beside other columns, and below a line of another block")
  func addresses() {
    let text = """
      Fakturanr 4711          Muster Bygg AB
      Kundnr 31-7             Storgatan 14
      Er referens             426 71 Göteborg
      """
    #expect(values(.address, text + Self.swedish) == ["Storgatan 14 426 71 Göteborg"])
    let slip = """
      Gartenweg 12            Gartenweg 12
      8400 Winterthur         8400 Winterthur
      """
    #expect(values(.address, slip + Self.german) == Array(repeating: "Gartenweg 12 8400 Winterthur", count: 2))
    #expect(values(.address, "Gartenweg 12\n\n8400 Winterthur" + Self.german) == ["Gartenweg 12 8400 Winterthur"])
    // The town of another address isn't that of the street.
    #expect(
      values(.address, "Gartenstraße 12\n\n\n\nWir liefern am Montag.\n\n8400 Winterthur" + Self.german) == [
        "Gartenstraße 12"
      ])
  }

  @Test(
    "Finds addresses with boxes, flats, and plots",
    arguments: [
      "PO Box 7719, Bend, OR 97708-7719", "61175 Hilltop Place\nBend, OR 97702",
      "Unit 5/48 Docker Street\nTurvey Park NSW 2650", "Quay Street, Galway H91 WY28",
      "18, Guindy Industrial Estate\nAmbattur, Chennai 600098",
    ])
  func english(address: String) {
    let text = address + "\n\nThank you for the order that you sent to us. We hope that you are pleased with it."
    #expect(values(.address, text) == [address.replacing("\n", with: " ")])
  }

  @Test("Finds Brazilian addresses with the code at the end, and Japanese ones with it in the line above")
  func others() {
    let brazilian = "Rua das Flores, 1299, ap. 62, Centro, Curitiba – PR, CEP 80040-455"
    #expect(values(.address, "O locatário mora na \(brazilian), e não tem outro endereço no país.") == [brazilian])
    let japanese = "〒980-0811\n宮城県仙台市青葉区一番町3丁目8-14\n\n下記の通りご請求申し上げます。お支払いをお願いします。"
    #expect(values(.address, japanese) == ["〒980-0811 宮城県仙台市青葉区一番町3丁目8-14"])
  }

  @Test("Finds the amounts of a receipt above a total with a currency, but no quantities")
  func aligned() {
    let text = """
      Diesel
      41,37 x 1,59            65,74 A
      Kaffee                   3,20 B
      Rabatt                  -1,10
      Menge                   12,50 kg
      Nr                      12
      Montage               1 240,00
      Kabel                 2 24,90
      Seil             12,50 117,00
      Summe EUR               67,84
      """
    let wanted = ["-1.10", "117.00", "24.90", "3.20", "65.74", "67.84"].map { "\($0) EUR" }
    #expect(values(.money, text + Self.german).sorted() == wanted)
    // Of two currencies, either may be meant.
    #expect(
      values(.money, text + "\nUSD                     73,10" + Self.german).sorted() == ["67.84 EUR", "73.10 USD"])
  }

  @Test("Joins no number or sign with that of the next column")
  func apart() {
    #expect(values(.phone, "Tel. and stock\n90262000      45\n90262001      17").isEmpty)
    #expect(
      values(.money, "Uren              Tarief\n24                € 62,50\n7                 € 31,00" + Self.dutch) == [
        "62.50 EUR", "31.00 EUR",
      ])
    #expect(
      values(.phone, "Telefone (41)      99712-4835, e-mail\nO locatário mora no Brasil e não tem outro telefone.") == [
        "+5541997124835"
      ])
  }

  private static let dutch =
    "\n\nWij danken u voor de opdracht en hopen dat u tevreden bent met het werk dat wij voor u hebben gedaan."

  @Test("Finds the times below a heading that is a block of its own")
  func headings() {
    let text =
      "BOARDING      DEPARTURE     ARRIVAL\n\n19:35         20:20         01:55\n\nThe gate closes before the departure."
    #expect(values(.time, text) == ["19:35", "20:20", "01:55"])
  }

  @Test("Finds British numbers in two groups")
  func numbers() {
    let text = """
      Muster Bathrooms, Halifax Road, Halifax HX2 6TR, fax +44 20 7946 0018
      07400 123456 | www.muster.co.uk
      We thank you for the order.
      """
    #expect(values(.phone, text) == ["+442079460018", "+447400123456"])
  }
}
