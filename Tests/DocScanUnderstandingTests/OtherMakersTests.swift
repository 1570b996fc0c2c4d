// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: receipts with unusual wording are read correctly or with low confidence.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Receipts with unusual wording") struct OtherMakersTests {
  private func read(_ text: String) -> Receipt? { ReceiptReader().read(ReceiptText.page(text)) }

  @Test(
    "Reads the names of shops in other countries",
    arguments: [
      ("BILLA, SPOL. S R.O., MODLETICE 67\n251 01 RICANY", "BILLA, SPOL. S R.O."),
      ("ALDI STORES\nA LIMITED PARTNERSHIP\nCamberwell", "ALDI STORES"),
      ("Sreraen\nMillisan\nSternen AG Willisau\n6130 Willisau", "Sternen AG Willisau"),
      ("WHOLE FOODS\nMARKET\nGreen Bay Road", "WHOLE FOODS MARKET"),
      ("nordlicht\nNordlicht Grand Kiruna\nKungsgatan 47\nwww.nordlicht.se", "nordlicht"),
      ("afslu coop\nKriens Schappe", "coop"),
      ("Apply online today\nThank you for stopping at\nSunny Hills Grange\n14 Main Road", "Sunny Hills Grange"),
      ("Harbour Blue\nCANTINA\n2210 Quay Road", "Harbour Blue CANTINA"),
      ("MUDr. Jana Nová – kožní ordinace\nNádražní 18", "MUDr. Jana Nová"),
    ])
  func namesOfShopsAbroad(head: String, merchant: String) throws {
    let receipt = try #require(
      read(head + "\n12.05.2021  14:05\nMilk  1.50\nBread  2.50\nTOTAL  4.00\nCASH  5.00\nCHANGE  1.00"))
    #expect(receipt.merchant?.value == merchant)
  }

  @Test("Does not take a form for a receipt") func doesNotTakeAFormForAReceipt() {
    let form = """
      REQUEST FOR CHANGE OF BUDGET
      DATE: 04/28/1998
      TO: R. L. Carpenter
      FROM: T. D. Blackwell  250.00
      PROJECT: Taste panel
      APPROVED BY:
      AMOUNT  8674.00
      TOTAL  8924.00
      REASON: more samples
      SIGNED:
      """
    #expect(read(form) == nil)
    #expect(read(form.replacing("SIGNED:", with: "CASH 9000.00 CHANGE 76.00")) != nil)
  }

  @Test("Lowers the confidence of a date with a time attached to the year") func aTimeGluedToAYearIsNoCertainDate()
    throws
  {
    let receipt = try #require(
      read(
        """
        Frischemarkt Lindner GmbH
        Hauptstr. 12
        33102 Paderborn
        Bio Honig       3,29
        Zahncreme       2,15
        SUMME EUR       5,44
        BAR            10,00
        Rückgeld        4,56
        02.03.2015:59  Kasse 3
        """))
    #expect(receipt.date?.value == "2020-03-02")
    #expect((receipt.date?.confidence ?? 1) < 0.8)
  }

  @Test("Reads no date with a one-digit year") func aYearOfOneDigitIsNone() throws {
    let receipt = try #require(
      read(
        """
        Gasthaus Lindner
        Hauptstr. 12
        33102 Paderborn
        4x Hausbier     12,00
        2x Suppe         9,80
        SUMME EUR       21,80
        BAR             21,80
        0.07.13  21:52
        """))
    #expect(receipt.date == nil)
  }

  @Test("Recognizes American receipts by state and ZIP code")
  func aStateWithItsZIPCodeIsAmericanWhateverElseLooksCanadian() throws {
    let receipt = try #require(
      read(
        """
        HILLTOP WHOLESALE
        4801 MILL AVE
        RICHMOND, CA 94804
        K1H 2B3 OIL FEE  9.87
        MOTOR OIL       34.49
        SUBTOTAL        44.36
        TOTAL           44.36
        VISA            44.36
        """))
    #expect(receipt.total?.currency == "USD")
  }

  @Test("Doesn't read the server's name as the merchant") func whoServedIsNotTheShop() throws {
    let receipt = try #require(
      read(
        """
        BIENVENUE A MONTFLEUR
        Vendeur: 47492LYNDA
        Caissier: 47492LYNDA
        Date: 25/10/2017 14:29
        2 CAFE GRAIN     5.58
        TOTAL            5.58
        ESPECES          5.70
        RENDU            0.12
        """))
    #expect(receipt.merchant?.value == "MONTFLEUR")
  }

  @Test("Reads total, date, and tax of a gas pump's receipt") func whatIsDueAtAPump() throws {
    let receipt = try #require(
      read(
        """
        HILLTOP FUEL STOP
        4410 OLD MILL RD
        DAYTON, OH 45402
        07/19/2016  2:51 PM
        PUMP 4  REGULAR
        GALLONS  9.871
        FUEL SALE      24.67
        SODA            1.89
        SUBTOTAL       26.56
        TAX              .13
        TOTAL TAX        .13
        BAL DUE        26.69
        VISA           26.69
        """))
    #expect(receipt.total?.value == "26.69")
    #expect(receipt.date?.value == "2016-07-19")
    #expect(receipt.taxes.contains { $0.amount == "0.13" })
  }

  @Test("Joins a merchant's name over two rows") func aNameOverTwoRows() throws {
    let receipt = try #require(
      read(
        """
        The Blue Heron
        Restaurant & Bar
        12 Harbour Street
        Date: Ju1 15, 2017  19:20
        2 Fish Pie       24.00
        1 Tea             2.50
        Total            26.50
        """))
    #expect(receipt.merchant?.value == "The Blue Heron Restaurant & Bar")
    #expect(receipt.date?.value == "2017-07-15")
  }

  @Test("Doesn't read a greeting as the merchant") func aGreetingIsNoName() throws {
    let receipt = try #require(
      read(
        """
        YOUR GUEST NUMBER IS
        81
        Welcome to Pepper Hill Grill
        5/6/2016  10:43 AM
        Chicken Plate    6.25
        Sub Total        6.25
        Tax              0.41
        Total            6.66
        www.pepperhillgrill.com
        """))
    #expect(receipt.merchant?.value == "Pepper Hill Grill")
  }

  @Test(
    "Finds the merchant among addresses, branches, and websites",
    arguments: [
      ("Pinecrestwood\n118 W Alder St\nDalton,GA30720\n706-555-0143", "Pinecrestwood"),
      ("4/4/2012 7:33 AM Sales\nQ.R.S.LLC\n300 FAIRFAX WAY\n\nStore 1\n\nDAYTON WA 98824", "Q.R.S.LLC"),
      (
        "Thank you for stopping at\nLake View Grill\nApply on line at\nlakejobs.com/26499\n14 POWERS ST.",
        "Lake View Grill"
      ),
      ("OLIVE\nThe Old Olive Hackney\n14-15 Hackney Market\nLondon N1 6HG", "The Old Olive Hackney"),
      ("GREEN PALM HTL & RESORTS\nPOOL BAR\n\nInvoice:4369 POS:5", "GREEN PALM HTL & RESORTS POOL BAR"),
      ("MAPLE STREET\nQUAY\nSALES RECEIPT", "MAPLE STREET QUAY"),
      ("HARTWELL\nMARLOW\n12 FIFTH AVENUE\nNEW YORK, NY 10019", "HARTWELL MARLOW"),
      ("Copper Kettle Restaurant\nOld Town\nTel: 04-5550143", "Copper Kettle Restaurant"),
      ("COPPER KETTLE\nfresh every day\nTel: 04-5550143", "COPPER KETTLE"),
      ("y HARTWELL\nDALTON, GA\nPhone: 706-555-0143", "HARTWELL"),
      ("DR JOHN SMITH BRANCH\nDALTON, Georgia\n706-555-0143", "DR JOHN SMITH BRANCH"),
      ("07320006\nJade Tea House\n5030 Spring Hill Rd\nLas Vegas, NV 89146", "Jade Tea House"),
      ("Restaurant Seeblick\nBergbahn Muster GmbH\nA-6534 Serfaus, Dorfbahnstr. 75", "Restaurant Seeblick"),
      ("1545 MAPLE RESTAURANT LLP\n11712, Rose Compound\nSenapati Marg", "MAPLE RESTAURANT LLP"),
      ("di Hill Runner\nVisit Us At www.hillrunner.com\nSTORE : 25188", "Hill Runner"),
    ])
  func theNameAmongAddressesBranchesAndWebsites(head: String, name: String) throws {
    let receipt = try #require(
      read(head + "\nDate: 15/07/2017  19:20\n2 Fish Pie       24.00\n1 Tea             2.50\nTotal            26.50"))
    #expect(receipt.merchant?.value == name)
  }

  @Test(
    "Trusts a poorly read name that other text confirms",
    arguments: ["www.hartwell.com", "Feedback: shop@hartwell.com"])
  func confirmedNames(confirmation: String) throws {
    func confidence(_ end: String) throws -> Double {
      let text = "Hartwell\nDate: 15/07/2017  19:20\n2 Fish Pie   24.00\n1 Tea   2.50\nTotal   26.50\n" + end
      let receipt = try #require(ReceiptReader().read(ReceiptText.page(text, confidence: 0.6)))
      #expect(receipt.merchant?.value == "Hartwell")
      return receipt.merchant?.confidence ?? 0
    }
    #expect(try confidence(confirmation) > confidence("Come again soon") + 0.1)
  }

  @Test("Finds a chain's name among the unreadable remains of its logo") func chainInNoise() throws {
    let page = ReceiptText.page(
      "1n midNo coop\nKriens Schappe\n12.05.2021  14:05\nMilk  1.50\nBread  2.50\nTOTAL  4.00", confidence: 0.3)
    #expect(ReceiptReader().read(page)?.merchant?.value == "coop")
  }

  @Test("Prefers a chain's company at the end to a slogan") func chainCompany() throws {
    let receipt = try #require(
      read(
        """
        Mein Drogeriemarkt
        20.05.2020 14:47 Bed Nr.:111
        MULTIP.PROT.KOKOS    1,89 B
        NAGELBUERSTE BAMB    1,49 A
        Total    3,38
        Bar    20,00
        MWST A 19%    1,25
        MWST B 7%    1,77
        3 Artikel
        Bon Nr.:16
        VIELEN DANK FUER IHREN EINKAUF
        UST: 2,17 Dirk Rossmann GmbH,
        Paderborn / Kamp 32
        """))
    #expect(receipt.merchant?.value == "Dirk Rossmann GmbH")
  }

  @Test("Determines the order of day and month by another date") func anotherDateTellsTheOrderOfDayAndMonth() throws {
    let receipt = try #require(
      read(
        """
        HARBOUR VIEW STORE
        Invoice No: 88123
        Date 03/04/2018  12:10
        Bread           $2.50
        Cheese          $4.00
        Total           $6.50
        Goods may be returned until 28/04/2018
        """))
    #expect(receipt.date?.value == "2018-04-03")
  }

  @Test("Determines the order of day and month by the weekday") func theDayOfTheWeekTellsTheOrderOfDayAndMonth() throws
  {
    let receipt = try #require(
      read(
        """
        HARBOUR VIEW STORE
        DATE 09/06/2007 THU  TIME 09:30
        Bread            2.50
        Cheese           4.00
        Total            6.50
        """))
    #expect(receipt.date?.value == "2007-09-06")
  }

  @Test("Reads digits after an apostrophe as the year") func theYearBehindAnApostropheIsNoDay() throws {
    let receipt = try #require(
      read(
        """
        HARBOUR VIEW STORE
        KS#03 S#1 Ju1.30'11(Sat)07:27
        Bread            2.50
        Cheese           4.00
        Total            6.50
        """))
    #expect(receipt.date?.value == "2011-07-30")
  }

  @Test("Doesn't list the sum of all items as an item") func theSumOfAllItemsIsNoItem() throws {
    let receipt = try #require(
      read(
        """
        HARBOUR VIEW STORE
        15/07/2017  19:20
        Bread            2.50
        Cheese           4.00
        2 Items
                         6.50
        TOTAL
        """))
    #expect(receipt.total?.value == "6.50")
    #expect(receipt.items.map(\.amount) == ["2.50", "4.00"])
  }

  @Test("Reads a card slip as a receipt") func theSlipOfACardIsAReceipt() throws {
    let receipt = try #require(
      read(
        """
        Harbour View Store
        APPROVED
        $23.90
        Visa ending in 1234
        AUTH 040791
        2023-05-06 14:28:01
        This supplemental receipt is provided to customers
        """))
    #expect(receipt.total?.value == "23.90")
    #expect(receipt.date?.value == "2023-05-06")
  }

  @Test("Reads amounts without decimals") func amountsWithoutHundredths() throws {
    let receipt = try #require(
      read(
        """
        Lagoon House
        02Feb'15  19:13
        Eau Minerale     400
        Calamari Steak  1600
        Sashimi         1600
        Lagoon Fish     3000
        Total Due       6600
        """))
    #expect(receipt.total?.value == "6600")
    #expect(receipt.date?.value == "2015-02-02")
  }

  @Test(
    "Reads the seller after a label with a wide gap, or in the next row",
    arguments: ["Name:          Holzbau Brenner GmbH", "Firma\nHolzbau Brenner GmbH"])
  func sellerAfterLabel(name: String) throws {
    let receipt = try #require(
      read("Rechnung Nr. 90321 vom 05.03.2018\nVerkäufer\nNummer: 549910\n\(name)\nKäufer\nName: Stadtwerke Lindau AG"))
    #expect(receipt.merchant?.value == "Holzbau Brenner GmbH")
  }

  @Test("Reads number, date, and seller from an invoice's first page") func theFirstPageOfAnInvoiceSaysWhoAndWhen()
    throws
  {
    let receipt = try #require(
      read(
        """
        Handelsrechnung (380) Nr. 90321 vom 05.03.2018
        Währung: EUR
        Liefer- und Leistungsdatum: 28.02.2018
        Bestellung: B774411
        Verkäufer
        Nummer: 549910
        Name: Holzbau Brenner GmbH
        Anschrift: Lindenweg 3
        Käufer
        Name: Stadtwerke Beispielheim AG
        Seite 1 von 3
        """))
    #expect(receipt.number?.value == "90321")
    #expect(receipt.date?.value == "2018-03-05")
    #expect(receipt.merchant?.value == "Holzbau Brenner GmbH")
    #expect(receipt.total == nil)
  }

  @Test("Finds no receipt in a letter about an invoice") func aLetterThatSpeaksOfAnInvoiceIsNone() {
    #expect(
      read(
        """
        Dear Ms. Miller,
        thank you for your letter of 5 March 2018 about the invoice that we sent to you last month.
        We are glad to answer your questions, and would like to see you in our office.
        Yours sincerely
        """) == nil)
  }
}
