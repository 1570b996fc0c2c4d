// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a name is stated whole, or it is marked.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Parts of names") struct PartialNameTests {
  @Test(
    "Joins the rows of a name, and takes it out of a sentence",
    arguments: [
      ("MUSTER HARDWARE\n& PAINTS LTD\nExample Street 4, Kisumu", "MUSTER HARDWARE & PAINTS LTD"),
      ("solea est une marque d’Exemple Mobile SAS\n12 rue Haute, 69000 Lyon", "Exemple Mobile SAS"),
      ("solea is a brand of Example Mobile Ltd\n12 High Street", "Example Mobile Ltd"),
      ("Chez Muster\nbistro de quartier\n12, rue Haute\n69000 Lyon", "Chez Muster"),
      ("La Maison\nrestaurant\n12, rue Haute\n69000 Lyon", "La Maison restaurant"),
    ])
  func merchants(head: String, name: String) throws {
    let slip = head + "\n12.05.2026 17:46\nCement  119.00\nTotal  119.00"
    #expect(try #require(ReceiptReader().read(ReceiptText.page(slip))).merchant?.value == name)
  }

  @Test("Joins a labelled name to the legal form below, without the label") func form() throws {
    let found = try #require(
      invoice(
        """
        Furnizor: TRANS MUSTER BROTHERS      Cumpărător: Mobilier Exemplu S.R.L.
        S.R.L.                               Nr. ord. reg. com.: J12/447/2004
        Sediul: Str. Lungă nr. 8             400664 Cluj-Napoca

        Factură nr. 004471
        Data: 12.05.2026
        Total de plată   119,00 lei
        """))
    #expect(found.seller?.value == "TRANS MUSTER BROTHERS S.R.L.", "\(found)")
    #expect(found.buyer?.value == "Mobilier Exemplu S.R.L.")
  }

  @Test("Isn't certain of a name to which the row above belongs") func part() throws {
    let found = try #require(
      invoice(
        """
        MUSTER EASTERN
        STATIONERY SDN. BHD
        12 Example Road

        Invoice No. 4711
        Invoice date 12 May 2026
        Total  119.00
        """))
    let seller = try #require(found.seller)
    #expect(seller.confidence < 0.85 || seller.value == "MUSTER EASTERN STATIONERY SDN. BHD", "\(seller)")
  }

  @Test("Takes no tax number in another column than the title for the number of an invoice") func columns() throws {
    let found = try #require(
      invoice(
        """
        Trans Exemplu S.R.L.     FACTURĂ                 C.I.F.: RO16220418
        Str. Lungă nr. 8         Seria TMB nr. 004471    Sediul: Str. Mică nr. 9
        550052 Sibiu             Data: 12.05.2026        400664 Cluj-Napoca
        Total de plată   119,00 lei
        """))
    #expect(found.number.map { $0.value == "004471" || $0.confidence < 0.85 } ?? true, "\(found)")
  }

  @Test("Takes no title for the seller, isn't certain of a torn logo, and writes a legal form with letters")
  func titles() throws {
    func bill(_ head: String) throws -> Invoice {
      try #require(
        invoice(head + "\nFactuurnr. 4711\nDatum 12-05-2026\nTotaal excl. btw 100,00\nBtw 19,00\nTotaal 119,00"))
    }
    #expect(try bill("wolkenwol.example\n\nCreditfactuur\n").seller?.value != "Creditfactuur")
    #expect((try bill("A RCH I\nHoofdstraat 4\n").seller?.confidence ?? 0) < 0.85)
    #expect(try bill("Tartak Przykładowy Sp. z 0.0.\nul. Leśna 4\n").seller?.value == "Tartak Przykładowy Sp. z o.o.")
  }

  @Test(
    "Joins the letters of letter-spaced words",
    arguments: [
      ("A L B E R G O   T R E   A R C H I\nVia Roma 4\n50123 Firenze", "ALBERGO TRE ARCHI"),
      ("H A LV E R S O N   FA M I LY\n12 Example Road", "HALVERSON FAMILY"),
      ("J. R. R. Muster & Co.\n12 Example Road", "J. R. R. Muster & Co."),
      ("B & Q\n12 Example Road", "B & Q"),
    ])
  func letterSpacing(head: String, name: String) throws {
    let slip = head + "\n12.05.2026 17:46\nCamera  119.00\nTotale  119.00"
    #expect(try #require(ReceiptReader().read(ReceiptText.page(slip))).merchant?.value == name)
  }

  @Test("Takes no label of a table for the shop's name") func tableLabel() {
    let table = "Less:\nTotal Costs   All Funds\n12/31/2004\nTravel  94.00\nRent  170.00\nTotal  264.00"
    #expect(ReceiptReader().read(ReceiptText.page(table))?.merchant?.value != "Less")
  }
}
