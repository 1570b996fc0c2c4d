// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: words of many languages tell times, amounts, telephone numbers, and addresses from numbers that look like them.

import DocScanCore
import DocScanTypedData
import Testing

@Suite("Typed data and the words around it")
struct TypedDataWordsTests {
  private func values(_ type: Detection.Kind, _ text: String) -> [String] {
    TypedData(types: [type]).find(on: page(text)).map(\.value)
  }

  // A sentence is too short to show some languages.
  private static let swedish = """

    Styrelsen föreslår att hissen byts ut och att alla medlemmar får veta mer om arbetet innan det börjar
    Medlem som inte kan närvara får företrädas av ombud med skriftlig fullmakt från föreningen
    Frågor om ekonomin besvaras av förvaltaren på vardagar
    """
  private static let hungarian =
    "\nA résztvevőket kérjük, hogy a rajt előtt egy órával érkezzenek meg, és hozzák magukkal ezt"
  private static let croatian =
    "\nMolimo vas da tijekom prekida isključite osjetljive uređaje i hvala vam na razumijevanju"
  private static let finnish =
    "\nOlemme perheyritys, joka etsii vakituiseen työsuhteeseen asentajaa ja tarjoaa hyvän palkan"

  @Test(
    "Finds times by the words, days, and other times around them",
    arguments: [
      ("Stämman hålls kl. 18.30 i föreningens lokal och alla är välkomna", ["18:30"]),
      ("Vedenjakelu on poikki klo 8.00–15.30 koko talossa ja pihalla", ["08:00", "15:30"]),
      ("Het kantoor is open van 8 tot 11 uur voor alle bewoners van de buurt", ["08:00", "11:00"]),
      ("De winkel is open op maandag 10.00–17.00 en wij helpen u graag verder", ["10:00", "17:00"]),
      ("Das Büro öffnet um 9uhr und schließt dann gegen 17 Uhr für alle", ["09:00", "17:00"]),
      ("Das Büro ist von 8-12, 14-18 Uhr für alle unsere Kunden geöffnet", ["08:00", "12:00", "14:00", "18:00"]),
      ("Zkoušku složila dne 17. dubna ve 13.30 hodin před celou komisí", ["13:30"]),
      ("A pénztár 7:45-től várja a versenyzőket és a hozzátartozókat is", ["07:45"]),
      ("Toplantı salonda 14.30'da başlıyor ve bütün üyeler davetlidir", ["14:30"]),
      ("The meeting runs from 6:30 to 7:30 p.m. in the library of the school", ["18:30", "19:30"]),
      ("The shop opens at 10-2 pm on most days of the week for visitors", ["10:00", "14:00"]),
      ("Il servizio è attivo dalle 6 alle 23 tutti i giorni della settimana", ["06:00", "23:00"]),
      ("Hausordnung: Die Feier in der Halle beginnt ab 18.00 und endet spät", ["18:00"]),
      (
        "Programm des Tages\n9.30 Anmeldung der Gäste\n10.00 Begrüßung durch den Vorstand\n11.15 Vortrag im Saal",
        ["09:30", "10:00", "11:15"]
      ),
      ("Zug und Wagen Abfahrt Ankunft\nHannover nach München 06:40 10:50 mit Speisewagen", ["06:40", "10:50"]),
      (
        "Horário da linha em vigor desde setembro para todos os passageiros\nFreixedal 06:35 08:10 12:45 17:20",
        ["06:35", "08:10", "12:45", "17:20"]
      ),
      ("Maloobchod je v pátek otevřen jen od 13 hodin a v sobotu vůbec ne", ["13:00"]),
      ("Dal mercoledì alla domenica: pranzo 12.15–14.30 per tutti i nostri ospiti", ["12:15", "14:30"]),
      ("Terminliste for laget\nlør. 17.01.2026 13.30 Skarfjord mot Nordvåg i hallen", ["13:30"]),
      (
        "Program festivalu pro celou rodinu a přátele hudby\n17.00–18.15 16.30–17.30 22.30–0.30",
        ["17:00", "18:15", "16:30", "17:30", "22:30", "00:30"]
      ),
      ("Klid od 2.30 do 8.00. Autobus odjíždí v 15.20 a 18.05 od nádraží", ["02:30", "08:00", "15:20", "18:05"]),
      ("Prekršek je bil ugotovljen v torek, 14. 4. 2026, ob 10.42 na tej ulici", ["10:42"]),
      (
        "Розклад сеансів у міському кінотеатрі на цей тиждень\n10:15 14:40 19:20\n11:00 13:05 15:10\n12:25 16:45",
        ["10:15", "14:40", "19:20", "11:00", "13:05", "15:10", "12:25", "16:45"]
      ),
      ("Кіноклуб збирається у міському кінотеатрі о 15 год. 30 хв. щотижня", ["15:30"]),
      ("Το γραφείο ανοίγει στις 10:30 π.μ. και κλείνει το απόγευμα κάθε μέρα", ["10:30"]),
    ])
  func times(text: String, expected: [String]) { #expect(values(.time, text) == expected) }

  @Test(
    "Doesn't take durations, prices, versions, and scores for times",
    arguments: [
      "Der Flug dauert 1:10 Std. und kostet nichts extra für unsere Kunden",
      "Il viaggio ha una durata 6h43 con un solo cambio per i passeggeri",
      "Le service est ouvert 24h/24 pour tous nos clients et leurs amis",
      "Wir brauchen 8 bis 12 Personen und 3 bis 5 Tische für diesen Saal",
      "The film has a length of 2:30 and won 3:12 in the vote of members",
      "Preisliste\n9.30 Pasta mit Soße\n8.40 Suppe des Tages\n12.15 Fisch mit Reis aus dem Ofen",
      "Der Kurs steigt von 4.15 auf 4.20 in diesem Quartal und bleibt dort",
      "We expect 12 to 20 people at the house and 3-5 dogs in the garden",
      "La carte des sentiers est à l'échelle 1:25 000 et coûte très peu cher",
      "Kiwi vorgereift Kl. 1 für Sie und Ihre Gäste, mit Vitaminen 10.25 bis zum Rand",
      "Ergebnisse im Schwimmen: Zeit 12.35 für den ersten und 12.55 für den zweiten",
      "The race time 3.45 was the best of all runners in the second heat",
      "Preise von 12.50 bis 18.90 je nach Größe der Pizza und der Zutaten",
      "Die Sätze endeten 15:10 15:12 16:14 für den Verein aus unserer Stadt",
      "Hauptgerichte 12.00–18.00, Nachtisch 6.00–8.50 und dazu ein Glas Wein aus der Region",
      "Desmontaje y montaje de los muebles con 3 operarios × 5 h por cada día",
      "La espera en la puerta es de 2 o 3 horas para los grupos sin reserva",
      "Als u 8 uur per dag werkt, krijgt u van ons een vergoeding voor de reis",
      "Die Version 10.15 vom 3. Mai 2026 behebt einen Fehler in dem Programm",
      "El contrato es por una jornada de 8 horas y la vacante es para todos",
      "Werk zoveel als nodig is, maar niet meer dan 24 uur in deze week",
    ])
  func notTimes(text: String) { #expect(values(.time, text).isEmpty) }

  @Test(
    "Reads dates that begin with the year and the name of a month",
    arguments: [
      ("A nevezés határideje 2026. augusztus 31. a verseny minden távján", "2026-08-31"),
      ("Susirinkimas vyks 2026 m. liepos 21 d. mokyklos salėje vakare", "2026-07-21"),
      ("Sapulce notiks 2026. gada 21. jūlijā skolas zālē un visi ir aicināti", "2026-07-21"),
      ("The invoice of 2026-Jul-21 was paid in full by the new owner", "2026-07-21"),
    ])
  func yearFirst(text: String, date: String) { #expect(values(.date, text) == [date]) }

  @Test(
    "Reads the entries of a statement, and dates in the forms of northern countries",
    arguments: [
      (
        "Your statement for 1 March 2026 to 31 March 2026\n02 Mar 26 Rent 785.00",
        ["2026-03-01", "2026-03-31", "2026-03-02"]
      ),
      ("In May 2026 the team of 12 Mar 26 people who came from the north", []),
      ("Anmälan ska göras före den 12/3 2026" + swedish, ["2026-03-12"]),
      ("We paid 12/3 2026 times for the same meal in the same old house", []),
      ("Esmaspäeval, 6. aprillil 2026 on pood inventuuri tõttu suletud", ["2026-04-06"]),
      ("Tavataan kaikki yhdessä 4. toukokuun 2026 kokouksessa" + finnish, ["2026-05-04"]),
    ])
  func entries(text: String, dates: [String]) { #expect(values(.date, text) == dates) }

  @Test("Doesn't join the end of a sentence and a number of things to a date")
  func sentences() {
    #expect(values(.date, "The house was sold in 2025. May 12 students lived there for a year").isEmpty)
  }

  @Test(
    "Gives kronor, forints, and dollars their currency by the language and the country",
    arguments: [
      ("Årsavgiften höjs från 3 915 kr till 4 070 kr per månad" + swedish, ["3915 SEK", "4070 SEK"]),
      ("Livsvarig pension på 5.120 kr. udbetales hver måned til dig og dine", ["5120 DKK"]),
      ("A nevezés díja 9 800 Ft és a póló ára 4 500 Ft minden versenyzőnek", ["9800 HUF", "4500 HUF"]),
      ("Frais : membres 195 $ ; étudiants 75 $ au Québec, Canada, taxes en sus", ["195 CAD", "75 CAD"]),
      ("Postage is $12.50 and all of the prices here (A$) include the local tax", ["12.50 AUD"]),
      ("Gifts start at CAD 10 in Canada and each gift of $20.00 gets a receipt", ["10 CAD", "20.00 CAD"]),
      ("Sprechstunde Mo. - Fr. 8.00 und Fr. 14.00 - 16.00 in unserer Praxis", []),
      ("Sprechstunde Do und Fr 14.30 bis 18.00 und Di 9.30, Fr 10.30 in der Praxis", []),
      ("Der Eintritt kostet Fr. 12.50 für Kinder, Rabatt -Fr. 5.00 für alle", ["12.50 CHF", "-5.00 CHF"]),
      ("Öffnungszeiten: Mo-Fr 8.00-12.00 und Sa 9.00-11.00 in der Praxis am Markt", []),
      ("2 Flugscheine zu je 318,40 € 636,80 € und wir danken Ihnen dafür", ["318.40 EUR", "636.80 EUR"]),
      ("Vaste kosten per maand € 6,99 € 7,25 en wij schrijven dit af", ["6.99 EUR", "7.25 EUR"]),
      ("Tilsammen 2026 kr og tallet kan også være et årstal i denne tekst", []),
    ])
  func currencies(text: String, amounts: [String]) {
    let found = TypedData(types: [.money]).find(on: page(text))
    #expect(found.map { "\($0.value) \($0.currency ?? "")" } == amounts)
  }

  @Test("Gives the amounts of a column the currency of its heading, but no quantities")
  func headings() {
    var page = page(
      "Ceník služeb platný od začátku září pro všechny naše zákazníky\nSlužba Cena_v_Kč\nStřih 690\nMelír 1200\nBarvení 1450"
    )
    for (line, text) in ["Kč", "690", "1200", "1450"].enumerated() {
      // The amounts are right-aligned below the heading.
      let width = Double(text.count) * 20
      page.blocks[0].lines[line + 1].words[1].text = text
      page.blocks[0].lines[line + 1].words[1].box = Box(
        x: 900 - width, y: 80 + 40 * Double(line), width: width, height: 30)
      page.blocks[0].lines[line + 1].text = page.blocks[0].lines[line + 1].words.map(\.text).joined(separator: " ")
    }
    let found = TypedData(types: [.money]).find(on: page)
    #expect(found.map { "\($0.value) \($0.currency ?? "")" } == ["690 CZK", "1200 CZK", "1450 CZK"])
    page.blocks[0].lines[0].text += " tis"
    #expect(TypedData(types: [.money]).find(on: page).isEmpty)
  }

  @Test("Finds short amounts at the right edge of a column that aren't below its heading")
  func shortAmounts() {
    var page = page(
      "The contents of the parcel are listed for the customs of your country\nValue NZD\nThrow 289.00\nJar 79.80\nHats 104.70"
    )
    for (line, width) in zip(1..., [60.0, 120, 40, 120]) {
      // The heading is at the left edge of the column.
      let x = line == 1 ? 780 : 900 - width
      page.blocks[0].lines[line].words[1].box = Box(x: x, y: 80 + 40 * Double(line), width: width, height: 30)
    }
    #expect(TypedData(types: [.money]).find(on: page).map(\.value).sorted() == ["104.70", "289.00", "79.80"])
  }

  @Test(
    "Finds right-aligned amounts beside a centered heading of two lines, after an empty row and before words for the total"
  )
  func centeredHeadings() {
    var page = page(
      "Description of the goods that we sold to you in the spring of this year\nQty Rate\n(₹)\nLamp 40 Nos 1,150.00\n"
        + "Carried 900.00 9\nCable 20 Coil 2,890.00\nPayable: one lakh and thirty thousand rupees in words",
      confidence: 0.95)
    let places: [[Double]] = [[560, 700], [702], [100, 560, 610, 764], [100, 1000, 1200], [100, 560, 610, 764]]
    for (line, (y, xs)) in zip(1..., zip([120.0, 155, 300, 360, 420], places)) {
      for (word, x) in xs.enumerated() {
        let text = page.blocks[0].lines[line].words[word].text
        page.blocks[0].lines[line].words[word].box = Box(x: x, y: y, width: 18 * Double(text.count), height: 30)
      }
    }
    for word in page.blocks[0].lines[6].words.indices { page.blocks[0].lines[6].words[word].box.y = 500 }
    let found = TypedData(types: [.money]).find(on: page)
    #expect(found.map { "\($0.value) \($0.currency ?? "")" } == ["1150.00 INR", "2890.00 INR"])
  }

  @Test("Takes a count and a price with a wide gap for two numbers")
  func countAndPrice() {
    var page = page("Bürodrehstühle, anthrazit, mit Rückgabe der alten Stühle\nStühle 2 289,00 € 578,00 €")
    for index in 2..<6 { page.blocks[0].lines[1].words[index].box.x += 40 }
    #expect(TypedData(types: [.money]).find(on: page).map(\.value) == ["289.00", "578.00"])
  }

  @Test("Takes the column below the currency of a heading, not the one below the word before it")
  func adjacentColumns() {
    var page = page(
      "Bestellung für den Sommer und alle unsere Kunden\nMenge EUR\n12 340\n25 610\n31 700", confidence: 0.95)
    for line in 1...4 {
      page.blocks[0].lines[line].words[0].box.x = 600
      page.blocks[0].lines[line].words[1].box.x = 720
    }
    #expect(TypedData(types: [.money]).find(on: page).map(\.value) == ["340", "610", "700"])
  }

  @Test("Finds the columns below headings with numbers and with currencies that are words")
  func wordyHeadings() {
    var page = page(
      "Priserna gäller för alla våra kunder under hela säsongen och\nVuxen kr/dag 6–11 år kr\na 470 b c 285\nb 490 c d 299"
        + Self.swedish)
    for line in 1...3 {
      let places = line == 1 ? [270.0, 350, 640, 760, 850] : [100, 350, 600, 700, 850]
      for (index, x) in places.enumerated() { page.blocks[0].lines[line].words[index].box.x = x }
    }
    let found = TypedData(types: [.money]).find(on: page)
    #expect(found.map { "\($0.value) \($0.currency ?? "")" }.sorted() == ["285 SEK", "299 SEK", "470 SEK", "490 SEK"])
  }

  @Test("Doesn't join the numbers of two columns")
  func columns() {
    var page = page("Az asztal mérete és ára ezen a papíron itt olvasható\nmagasság 750 486 000 Ft")
    // The words after "750" are in the next column.
    for index in 2..<5 { page.blocks[0].lines[1].words[index].box.x += 200 }
    #expect(TypedData(types: [.money]).find(on: page).map(\.value) == ["486000"])
  }

  @Test(
    "Finds addresses in the orders of many countries",
    arguments: [
      ("Leipomo on osoitteessa Koskikuja 33, 14470 Kielometsä ja palvelee teitä", "Koskikuja 33, 14470 Kielometsä"),
      ("Kontoret ligger på Kajgatan 14, 451 47 Strandvik och är öppet varje dag", "Kajgatan 14, 451 47 Strandvik"),
      ("Het huis staat aan de Kerkpad 9a, 7231 DP Warnsloot en is te koop", "Kerkpad 9a, 7231 DP Warnsloot"),
      ("Punkt zbiórki: ul. Cegielniana 4, 57-447 Lipowiec Górny i okolice", "ul. Cegielniana 4, 57-447 Lipowiec Górny"),
      ("Náš salon a rádi vás uvidíme: Hornická 118/33, 592 31 Nové Podolí", "Hornická 118/33, 592 31 Nové Podolí"),
      ("Cégünk székhelye: 7621 Pécs, Tímár utca 47." + hungarian, "7621 Pécs, Tímár utca 47."),
      (
        "Our clinic in New Zealand (+64 9 301 0101) is at 42 Kōwhai Road, Titirangi, Auckland 0604",
        "42 Kōwhai Road, Titirangi, Auckland 0604"
      ),
      (
        "Klinikken i Danmark har en ny adresse\nÅboulevarden 63, 2. sal, 8000 Aarhus C\nog vi glæder os til at se jer",
        "Åboulevarden 63, 2. sal, 8000 Aarhus C"
      ),
      (
        "A herdade tem esta morada\nEstrada Nacional 256, km 12\n7200-175 Reguengos de Monsaraz",
        "Estrada Nacional 256, km 12 7200-175 Reguengos de Monsaraz"
      ),
      ("Please write to 118 Hargraves Parade, Kyvale VIC 3447 before Friday", "118 Hargraves Parade, Kyvale VIC 3447"),
      ("Your parcel is at Unit 3, Weir Mill Lane, Hexley HX5 1PL until noon", "Unit 3, Weir Mill Lane, Hexley HX5 1PL"),
      (
        "Ring the bell at 18 Strand Terrace\nDingle, Co. Kerry V92 X8P4 and wait",
        "18 Strand Terrace Dingle, Co. Kerry V92 X8P4"
      ),
      ("Leveringsadres: Blauwputlaan 40, 3010 Kessel-Lo is waar wij u ontvangen", "Blauwputlaan 40, 3010 Kessel-Lo"),
      (
        "Zbigniew Trzaskoma\nos. Kolejowe 9 m. 18\n36-448 Rudna Górna", "os. Kolejowe 9 m. 18 36-448 Rudna Górna"
      ),
      ("Leveringsadres: Oude Heerweg 118 bus 2, 9448 Moerdonk en meer", "Oude Heerweg 118 bus 2, 9448 Moerdonk"),
      (
        "Locuința se află în Bd. Aviatorilor nr. 33, bl. C4, ap. 18, 400447 Cluj-Napoca",
        "Bd. Aviatorilor nr. 33, bl. C4, ap. 18, 400447 Cluj-Napoca"
      ),
      (
        "Registered in England. Registered office: 40\nCalder Row, Leeds LS2 7QT. Write to us there",
        "40 Calder Row, Leeds LS2 7QT"
      ),
      ("14 bis, avenue Jean-Muster\n73200 Albertville et ses environs", "14 bis, avenue Jean-Muster 73200 Albertville"),
      (
        "Calle peatonal: carga y descarga hasta las once de la mañana en la zona\nRúa do Castro, 9, bajo\n36203 Vigo",
        "Rúa do Castro, 9, bajo 36203 Vigo"
      ),
      ("De heer en mevrouw Muster\nHofstraat 112 A\n9712 JD Groningen", "Hofstraat 112 A 9712 JD Groningen"),
      ("Write to us at\n2710 S 188th St, Suite 400\nSeaTac, WA 98188", "2710 S 188th St, Suite 400 SeaTac, WA 98188"),
      ("Unser Büro: Hauptstraße 12, 60311 Frankfurt am Main", "Hauptstraße 12, 60311 Frankfurt am Main"),
      ("Die Feier ist in der Hauptstraße 12, 10115 Berlin am Montag, 4. Mai", "Hauptstraße 12, 10115 Berlin"),
      ("Rádi vás uvidíme: J. Žižky 16, 257 06\nLouňovice pod Blaníkem", "J. Žižky 16, 257 06 Louňovice pod Blaníkem"),
      ("Кінотеатр чекає на вас: вул. Соборності, 41, Полтава, 36014", "вул. Соборності, 41, Полтава, 36014"),
      ("Contrà San Zeno, 4\n36022 Cassola (VI) e tutti i clienti", "Contrà San Zeno, 4 36022 Cassola"),
      ("Nos mudamos a Pº de la Chopera 104, 3.º B, 28045 Madrid", "Pº de la Chopera 104, 3.º B, 28045 Madrid"),
      ("Medlemmet bor i byen og betaler selv\nGrenåvej 231, 2. tv.\n8240 Risskov", "Grenåvej 231, 2. tv. 8240 Risskov"),
      (
        "Voitte lähettää kirjeen tähän osoitteeseen: Postiosoite: PL 118, 45101 Kouvola", "PL 118, 45101 Kouvola"
      ),
      ("Kirje lähetetään teille kotiin\nKoivukuja 4 B 17\n45150 KOUVOLA", "Koivukuja 4 B 17 45150 KOUVOLA"),
      (
        "Başvurular bu adrese yapılır: Mimar Sinan Bulvarı No: 173 Kat: 2, 45030 Yunusemre/Manisa",
        "Mimar Sinan Bulvarı No: 173 Kat: 2, 45030 Yunusemre/Manisa"
      ),
      (
        "Please write to our regd. office: Plot No. 47, MIDC Phase II, Chakan, Dist. Pune 410501.",
        "Plot No. 47, MIDC Phase II, Chakan, Dist. Pune 410501"
      ),
      (
        "This card was given to the customer named below\nFlat 302, Shanti Residency, 5th Cross, Kothrud, Pune\n411038",
        "Flat 302, Shanti Residency, 5th Cross, Kothrud, Pune 411038"
      ),
      ("Adres Hoogkouter 118, 9120 Beveren is waar wij u graag ontvangen", "Hoogkouter 118, 9120 Beveren"),
    ])
  func addresses(text: String, address: String) { #expect(values(.address, text) == [address]) }

  @Test(
    "Doesn't take years, boxes, and numbers of pages for addresses",
    arguments: [
      "Das Buch erschien als Band 12, 2019 Berlin und ist heute vergriffen",
      "Please write to 203 PO Box 118, Bulgandra VIC 3447 before next Friday",
      "Im Anhang 3, 12345 Zeilen Code und viele Tests für das ganze Programm",
      "Band 3, 12345 Euro und die Kosten für alle weiteren Bände der Reihe",
      "Klasse 12, 20000 Schüler und die Lehrer an den Schulen des Landes",
      "Siehe Seite 3 10115 und die Tabelle mit den Werten in diesem Anhang",
      "Siehe Punkt 4 B 17 12345 Zeilen und die Tabelle mit den Werten dazu",
      "The meeting of the board, held in Room 12, was about Order 410501 and others",
      "Office supplies, Order 410501, were sent to all of the people who asked",
      "12 chairs, two tables, Invoice 410501 was paid by all of the people here",
      "In Chapter 3, all of the results, such as those of Table 411038, are shown",
    ])
  func notAddresses(text: String) { #expect(values(.address, text).isEmpty) }

  @Test(
    "Finds telephone numbers by the words of many languages",
    arguments: [
      ("Prijava kvarova je na broju telefona 023/447-118" + croatian, "+38523447118"),
      ("Write to Mr. Holt or reach the office at 802-555-0133, ext. 24, today", "+18025550133"),
      ("Please keep your tag. Tracing desk: 1-800-426-0333, all day", "+18004260333"),
      ("Ota yhteyttä, puh. 040 447 1183" + finnish, "+358404471183"),
    ])
  func phones(text: String, number: String) { #expect(values(.phone, text) == [number]) }

  @Test(
    "Doesn't take numbers after longer words for telephone numbers, times, or floors",
    arguments: [
      "Bitte geben Sie die Belegnummer 0301234567 bei jeder Zahlung an uns an",
      "The rent was paid by standing order 0078-4419-2 31.20 of this account",
      "Die Kommission 0301234567 wurde für Sie und Ihre Kunden angelegt",
      "Участники получили счет 12:15 против 21:30 во втором периоде этой встречи",
    ])
  func longerWords(text: String) { #expect(found(text).isEmpty) }

  @Test(
    "Verifies the VAT numbers of more countries",
    arguments: [
      ("Naš PDV ID HR44711833041 je na svakom računu koji dobijete od nas", "HR44711833041"),
      ("Tvrtka ima OIB i PDV ID HR44711833042 na svakom računu koji dobijete", nil),
    ])
  func taxNumbers(text: String, number: String?) { #expect(values(.vat, text).first == number) }

  @Test("Finds the flights in a table below their heading")
  func flights() {
    let text = """
      Sus vuelos son los siguientes y le rogamos llegar a tiempo
      Fecha Vuelo Ruta Salida Llegada
      04/12/2026 AM 2447 Querétaro – Ciudad de México 07:10 08:05
      04/12/2026 AM 831 Ciudad de México – Oaxaca 09:50 11:05
      08/12/2026 VB 7183 Oaxaca – Mérida 16:25 18:20
      """
    #expect(values(.flight, text) == ["AM2447", "AM831", "VB7183"])
  }
}
