// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: seller and buyer have their whole names, and no other line of an address is taken for a name.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Names of sellers and buyers") struct PartyNameTests {
  private func buyer(_ address: String) throws -> String? {
    let found = try #require(
      invoice(
        """
        Muster Gartenbau GmbH
        Am Markt 5, 04103 Leipzig
        Tel. 0341 555 0118

        \(address)

        Rechnung Nr. 2026-0418
        Datum 12.03.2026
        Netto 100,00
        MwSt. 19 % 19,00
        Gesamtbetrag EUR 119,00
        """))
    return found.buyer?.value
  }

  @Test(
    "Takes the name from an address, not a department, a remark for the post, or the manager",
    arguments: [
      (
        "Stiftung Sonnenblume\nAbteilung Fuhrpark\nFrau Delbrück\nLindenweg 8\n12345 Musterstadt",
        "Stiftung Sonnenblume"
      ),
      ("Persönlich/Vertraulich\nHerrn Dr. Ansgar Muster\nRebgasse 4\n12345 Musterstadt", "Herrn Dr. Ansgar Muster"),
      (
        "Hausgemeinschaft Mühlgasse\np.A. Verwaltung Muster GmbH\nHauptplatz 22\n12345 Musterstadt",
        "Hausgemeinschaft Mühlgasse"
      ),
      ("WEG Amselstieg 14–18\nc/o Verwaltung Muster GmbH\nHauptplatz 22\n12345 Musterstadt", "WEG Amselstieg 14-18"),
      ("Herrn J. Cash\nLindenweg 8\n12345 Musterstadt", "Herrn J. Cash"),
      ("Chorfreunde Nord\n\nz. Hd. Kassenwart\n\nLindenweg 8\n\n12345 Musterstadt", "Chorfreunde Nord"),
      ("M MUSTER JEAN\nAPPT 12 BAT C\n18 RUE DES TANNEURS\n19230 VEYRAC", "M MUSTER JEAN"),
      ("Dª Inmaculada Muster\nC/ Herrerías 15, 2º B\n37651 Valdelagua", "Dª Inmaculada Muster"),
    ])
  func addresses(address: String, name: String) throws {
    let found = try buyer(address)
    #expect(found == name)
  }

  @Test("Prefers the company that is billed to a place of delivery") func delivery() throws {
    let found = try #require(
      invoice(
        """
        Karoo Muster Pumps CC      TAX INVOICE
        14 Loop Street             Number  IN104471
        6280 Graaff-Reinet         Date  2026/03/07

        Nuwefontein Muster Ltd     Deliver to:
        Posbus 118                 Plaas Nuwefontein
        6270 Aberdeen              Road 61, 6270 Aberdeen

        Total Exclusive  R 29 119.20
        Total VAT  R 4 367.88
        Total  R 33 487.08
        """))
    let isPlace = found.buyer?.value.hasPrefix("Plaas") ?? false
    #expect(!isPlace || found.buyer?.confidence ?? 0 < 0.85, "\(found)")
  }

  @Test("Adds no other line to a company's short name") func short() throws {
    let bill =
      "ABC GmbH\nIndustriepark Nord\n12345 Musterstadt\nRechnung Nr. 4711\nDatum 12.03.2026\nGesamtbetrag EUR 119,00"
    #expect(try #require(invoice(bill)).seller?.value == "ABC GmbH")
    let slip = "ABC Shop\nDowntown Plaza\n22.01.2026 17:46\nChops  21.04\nTotal  21.04"
    #expect(try #require(ReceiptReader().read(ReceiptText.page(slip))).merchant?.value == "ABC Shop")
  }

  @Test("Takes no authority above its department and telephone number for the buyer") func authority() throws {
    let bill = """
      Stadt Musterburg
      Abteilung Stadtwerke
      Hauptstraße 4
      12345 Musterburg
      Tel. 0341 555 0118

      Rechnung Nr. 4711
      Datum 12.03.2026
      Gesamtbetrag EUR 119,00
      """
    #expect(try #require(invoice(bill)).buyer == nil)
  }

  @Test("Takes no label of a form for the buyer") func labels() throws {
    let found = try #require(
      invoice(
        """
        MADERAS EL ROBLE LTDA.               R.U.T.: 76.418.820-5
        Giro: Venta de maderas               FACTURA ELECTRÓNICA
        Casa matriz: Av. Central 20                   Nº 20931
        SEÑOR(ES):    CONSTRUCTORA LOS OLMOS SPA     VENCIMIENTO: 11-06-2026
        R.U.T.:       77.204.418-3                   VENDEDOR: J. Huerta
        GIRO:         Obras menores
        MONTO NETO $ 562.775
        I.V.A. 19% $ 106.927
        Verifique documento:  TOTAL $ 669.702
        """))
    #expect(found.buyer?.value == "CONSTRUCTORA LOS OLMOS SPA" && found.number?.value != "669.702", "\(found)")
    #expect(found.seller?.value != "J. Huerta")
  }

  @Test("Takes the names after their labels in both boxes of an Italian courtesy copy") func boxes() throws {
    let bill = """
      Cedente/prestatore (fornitore)            Cessionario/committente (cliente)
      Identificativo fiscale ai fini IVA: IT03421770649    Codice fiscale: 98034120554
      Codice fiscale: 03421770649               Denominazione: CONDOMINIO MUSTER
      Denominazione: TERMOIDRAULICA ROSSI SRL   Indirizzo: Via Mascarella 8
      DI PAOLO ROSSI                            Comune: Ro di Sopra
      Indirizzo: Via dell'Argine 27             CAP: 44034

      Tipologia documento    Numero documento    Data documento
      TD01 fattura           112/FE              31-10-2025
      Totale documento 657,94
      """
    let found = try #require(invoice(bill))
    #expect(found.seller?.value == "TERMOIDRAULICA ROSSI SRL DI PAOLO ROSSI")
    #expect(found.buyer?.value == "CONDOMINIO MUSTER")
  }

  @Test("Takes the labelled names below the headings of a Brazilian service note") func sections() throws {
    let bill = """
      PREFEITURA DO MUNICÍPIO DE SERRA AZULINA
      NOTA FISCAL DE SERVIÇOS ELETRÔNICA
      Número da Nota 00000418
      Data e Hora de Emissão 08/06/2026 14:27:03
                    PRESTADOR DE SERVIÇOS
      CPF/CNPJ: 31.482.077/0001-79
      Nome/Razão Social: MUSTER PROJETOS ELÉTRICOS LTDA
      Endereço: R DAS PAINEIRAS 210
                     TOMADOR DE SERVIÇOS
      Nome/Razão Social: COLÉGIO EXEMPLO LTDA
      CPF/CNPJ: 07.241.885/0001-60
      VALOR TOTAL DA NOTA R$ 2.860,00
      """
    let found = try #require(invoice(bill))
    #expect(found.seller?.value == "MUSTER PROJETOS ELÉTRICOS LTDA")
    #expect(found.buyer?.value == "COLÉGIO EXEMPLO LTDA")
  }

  @Test("Takes names in rows below their labels in a Portuguese receipt") func tables() throws {
    let bill = """
      FATURA-RECIBO N.º FR ATSIRE01FR/27
      Data de emissão: 2025-09-08
      TRANSMITENTE DOS BENS OU PRESTADOR DO SERVIÇO
      Nome
      MATILDE MUSTER AVELAR
      Domicílio
      RUA DO OUTEIRO 18
      ADQUIRENTE DOS BENS OU DO SERVIÇO
      Nome
      TEATRO DO EXEMPLO
      Total 1.350,00 €
      """
    let found = try #require(invoice(bill))
    #expect(found.seller?.value == "MATILDE MUSTER AVELAR" && found.buyer?.value == "TEATRO DO EXEMPLO")
  }

  @Test("Takes a shop's name in capitals that begins with M for no addressee") func capitals() throws {
    let bill = "M ELECTRONIC STORE\n12 RUE HAUTE\n75001 PARIS\nFACTURE N 4711\nDate 12/03/2026\nTotal TTC 119,00 EUR"
    let found = try #require(invoice(bill))
    #expect(found.seller?.value == "M ELECTRONIC STORE" && found.buyer == nil)
  }

  @Test("Keeps the number of a company without another name") func numbered() throws {
    let bill = """
      2290418 Ontario Inc. o/a Muster Carpentry
      1184 Concession 6, Hollins Corners ON N0G 1W0
      Invoice #25-067
      July 9, 2025
      Total $ 118.40
      """
    #expect(try #require(invoice(bill)).seller?.value == "2290418 Ontario Inc. o/a Muster Carpentry")
  }

  @Test("Takes neither an earlier balance nor an amount by age for the total") func ages() throws {
    let text = """
      MUSTER FAMILY MEDICINE, P.C.
      STATEMENT DATE 03/05/2026
      BALANCE FORWARD  36.40
      OFFICE VISIT  49.73
      COPAY CASH  -25.00
      SALES TAX  0.00
      CURRENT  31–60 DAYS  61–90 DAYS  OVER 90 DAYS  PAY THIS AMOUNT
      49.73  36.40  0.00  0.00
      """
    #expect(ReceiptReader().read(ReceiptText.page(text))?.total?.value != "36.40")
  }

  @Test("Joins the two rows of a logo that are one row elsewhere") func logo() throws {
    let bill = """
      GALAHVIEW
      AIR & ELECTRICAL
      PO Box 118
      GALAHVIEW VIC 3757

      TAX INVOICE
      Invoice Number INV-3382
      Invoice Date 6 May 2026
      Subtotal 100.00
      TOTAL AUD 110.00
      Please pay by direct deposit:
      Galahview Air & Electrical
      """
    #expect(try #require(invoice(bill)).seller?.value == "Galahview Air & Electrical")
    let slip = "PUKEWHARE\nMEATS\n22.01.2026 17:46\nChops  21.04\nTotal  21.04\nPukewhare Meats thanks you"
    #expect(try #require(ReceiptReader().read(ReceiptText.page(slip))).merchant?.value == "PUKEWHARE MEATS")
  }

  @Test("Takes none of the subtotals of several parts for that of the whole") func parts() throws {
    let text = """
      Treuhand Muster AG
      11.12.2025
      Verbuchen  1710.00
      Löhne  570.00
      Zwischentotal 1  2280.00
      Beratung  560.00
      Zwischentotal 2  560.00
      MWST 8.1 %  230.04
      Total CHF  3070.04
      """
    let found = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(found.subtotal == nil, "\(found)")
  }

  @Test("Takes a date in a remark about another paper for neither") func remark() throws {
    let text = """
      Geom. Paolo Verdi
      Borgo Padova 118 - 31033 Castelfranco (TV)
      Castelfranco, lì 20 marzo 2026
      FATTURA n. 14/2026 (rif. avviso di parcella n. 9 del 02/03/2026)
      Totale fattura € 600,00
      """
    let found = try #require(invoice(text)).date?.value
    #expect(found == "2026-03-20")
  }

  @Test(
    "Takes the whole name of a shop instead of its logo, without the line of its offers",
    arguments: [
      (
        "Rosenberg\nApotheke Rosenberg AG\nBahnhofplatz 3, 8240 Thayngen\n22.01.2026 17:46\nSalbe  49.35\nTotal CHF 49.35",
        "Apotheke Rosenberg AG"
      ),
      (
        "U Zlatého suma\nHospoda · Penzion\nNáměstí 4, 110 00 Praha\n22.01.2026 17:46\nPivo  110,00\nGuláš  200,00\nCelkem Kč 310,00",
        "U Zlatého suma"
      ),
      (
        "Pittex\nboulangerie · tea-room · depuis 1931\nBoulangerie Pittex Sàrl\nGrand-Rue 19\n1563 Vuissonnaz\n22.01.2026 17:46\nPain  4.60\nTotal CHF 4.60",
        "Boulangerie Pittex Sàrl"
      ),
      (
        "Kornmuster\nDie Backstube mit Café\nBäckerei Kornmuster GmbH\nAm Obertor 2\n72417 Burgfelden\n22.01.2026 17:46\nBrot  4,60\nSumme EUR 4,60",
        "Bäckerei Kornmuster GmbH"
      ),
      (
        "Brightwell\nDRUG STORE\nSTORE #0417 (413) 555-0170\n88 MAIN ST, ASHBY FALLS, MA 01337\n03/13/26 5:14 PM\nBANDAGES  5.79\nTOTAL  5.79",
        "Brightwell DRUG STORE"
      ),
    ])
  func shops(text: String, name: String) throws {
    let found = try #require(ReceiptReader().read(ReceiptText.page(text))).merchant?.value
    #expect(found == name)
  }

  @Test("Takes the company at the end for the whole name of a logo, and joins a name of two rows") func rows() throws {
    let items = (1...16).map { "Kurs \($0)  10,00" }.joined(separator: "\n")
    let text =
      "loonlake\n22.01.2026 17:46\n\(items)\nSumme EUR  160,00\nwww.loonlake.de\nLoonlake Lernwelten GmbH, 12345 Musterstadt"
    let shop = try #require(ReceiptReader().read(ReceiptText.page(text))).merchant?.value
    #expect(shop == "Loonlake Lernwelten GmbH")
    for (head, name) in [
      ("Lékárna\nU Bílé sovy\nNáměstí 4\n110 00 Praha", "Lékárna U Bílé sovy"),
      ("librairie indépendante\nSARL Mots Muster\n5 rue Haute\n75001 Paris", "SARL Mots Muster"),
      ("Einhorn-\nA\nApotheke\nMarktgasse 41\n74564 Crailsheim", "Einhorn-Apotheke"),
    ] {
      let text = "\(head)\n22.01.2026 17:46\nAspirin  45,00\nTotal  45,00"
      let found = try #require(ReceiptReader().read(ReceiptText.page(text))).merchant?.value
      #expect(found == name)
    }
    let bakery =
      "Muster\n22.01.2026 17:46\nBrot  4,50\nSumme EUR  4,50\nBäckerei Muster GmbH & Co. KG\nIndustrieweg 5\n84061 Musterstadt"
    #expect(
      try #require(ReceiptReader().read(ReceiptText.page(bakery))).merchant?.value == "Bäckerei Muster GmbH & Co. KG")
    let slip =
      "FARMACIA LDA.\nINES MUSTER\nCalle Mayor 3\n28001 Madrid\n22.01.2026 17:46\nAspirina  4,50\nTotal EUR  4,50"
    let pharmacy = try #require(ReceiptReader().read(ReceiptText.page(slip))).merchant?.value
    #expect(pharmacy == "FARMACIA LDA. INES MUSTER")
  }

  @Test(
    "Takes neither a tax number nor the code of a form for the receipt's number",
    arguments: ["TAX INVOICE   GST No. 93-417-066", "FACTURA B (Cod. 006)"])
  func otherNumbers(line: String) throws {
    let text = "Muster Meats\n\(line)\n22.01.2026 17:46\nChops  21.04\nTotal  21.04"
    let found = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(found.number == nil, "\(found)")
  }

  @Test("Isn't certain of a kind of business as a shop's name") func kind() throws {
    let text = "PARKING\nMeerweg 16\n9000 Gent\nBetaald op 07.11.2026 17:41\nTE BETALEN EUR  13,50\nBancontact  13,50"
    let found = try #require(ReceiptReader().read(ReceiptText.page(text))).merchant
    #expect((found?.confidence ?? 0) < 0.85, "\(String(describing: found))")
  }

  @Test("Finds no invoice in a letter with a reference and a tax number, but no amounts") func reference() {
    let letter = """
      Hanbit Sewing (UK) Ltd

      Mrs D. Abernethy
      14 Fleshmarket Row
      Jedburgh
      TD8 6QP

      14 October 2026
      Our ref: SN/RC26/1184
      Dear Mrs Abernethy
      Customer: Mrs D. Abernethy
      We are replacing all foot controls free of charge. Please register and quote the reference.
      Hanbit Sewing (UK) Ltd, Milton Keynes MK9 4XP. VAT no. GB 344718251
      """
    #expect(invoice(letter) == nil)
  }

  @Test("Takes no quantity with its unit for a number") func quantities() throws {
    let text =
      "Muster Foods Ltd\nTAX INVOICE\nSAUSAGE 1.042kg @ 119.99  125.03\nTotal  125.03\nVAT 15%  16.31\nSLIP 118407\n22.01.2026 17:46"
    let found = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(found.number?.value == "118407", "\(found)")
    #expect(invoice(text)?.number?.value != "1.042kg")
  }

  @Test(
    "Takes an unnamed customer at a till for no buyer",
    arguments: ["Consumidor Final", "Público en general", "Walk-in Customer"])
  func anyone(name: String) throws {
    let text = """
      Sabores Muster, Unipessoal Lda.
      Rua da Ribeira 22
      8500-312 Portimão
      Fatura FS A26/4471
      Data: 2026-08-22
      Cliente: \(name)
      Valor líquido 34,00
      IVA 13% 4,90
      Total EUR 38,90
      """
    let found = try #require(invoice(text))
    #expect(found.buyer?.value.contains(name) != true, "\(found)")
  }

  @Test("Reads an Austrian bill for a fee beside opening hours by agreement") func fee() throws {
    let text = """
      Dr. Konstanze Muster
      Ordinationszeiten
      Mo 8–12 Uhr
      und nach Vereinbarung

      Honorarnote

      Nr. 2026-1182
      2. November 2026
      Behandlung  98,00
      Dermatoskopie  50,00
      Gesamtbetrag in EUR  148,00
      """
    #expect(try #require(ReceiptReader().read(ReceiptText.page(text))).total?.value == "148.00")
    #expect(invoice(text)?.total?.value == "148.00")
  }

  @Test("Takes the amount left to pay after a discount for the total") func discounted() throws {
    let text =
      """
      PADARIA DO MONTE LTDA
      CAFE TORRADO 500G  21,50
      QUEIJO MINAS KG  16,33
      Valor total R$  37,83
      Desconto R$  2,15
      Valor a Pagar R$  35,68
      PIX  35,68
      """
    let found = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(found.total?.value == "35.68", "\(found)")
  }
}
