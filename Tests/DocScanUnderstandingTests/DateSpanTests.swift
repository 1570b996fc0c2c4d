// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: both ends of a period are found if only the second has a year, and other numbers before a date aren't taken for days.

import DocScanCore
import DocScanTypedData
import Testing

@Suite("Periods of days, and values that words beside them decide") struct DateSpanTests {
  private func values(_ type: Detection.Kind, _ text: String) -> [String] {
    TypedData(types: [type], masks: false).find(on: page(text)).map(\.value)
  }

  @Test(
    "Finds the first day of a period",
    arguments: [
      (
        "Förtidsröstning pågår från den 26 augusti till den 13 september 2026 i hela landet",
        ["2026-08-26", "2026-09-13"]
      ),
      ("De bijeenkomsten zijn op 4 en 9 juni 2026 in het gemeentehuis van de stad", ["2026-06-04", "2026-06-09"]),
      ("The fair is open 12-14 June 2026 and all visitors are welcome to come", ["2026-06-12", "2026-06-14"]),
      ("The office is closed from June 3–9, 2026, and on all public holidays", ["2026-06-03", "2026-06-09"]),
      ("It runs from June 28 through July 9, 2026, in the hall of the town", ["2026-06-28", "2026-07-09"]),
      ("Die Ausstellung ist vom 3. bis zum 9. Juni 2026 für alle geöffnet", ["2026-06-03", "2026-06-09"]),
      ("Der Abrechnungszeitraum ist 01.04.–30.04.2026 und gilt für alle", ["2026-04-01", "2026-04-30"]),
      ("Wir haben vom 3.-9.6.2026 geschlossen und danken für das Verständnis", ["2026-06-03", "2026-06-09"]),
      ("Le festival a lieu du 3 au 9 juin 2026 dans toute la ville et ses environs", ["2026-06-03", "2026-06-09"]),
      ("La mostra è aperta dal 28 maggio al 9 giugno 2026 per tutti i visitatori", ["2026-05-28", "2026-06-09"]),
      ("We are away from 28 December to 3 January 2027 and wish you all the best", ["2026-12-28", "2027-01-03"]),
      ("You can visit us Fri 12 – Sun 14 June 2026 and bring all of your friends", ["2026-06-12", "2026-06-14"]),
    ])
  func periods(text: String, dates: [String]) { #expect(values(.date, text) == dates) }

  @Test(
    "Doesn't take other numbers for the first day",
    arguments: [
      ("Please meet in Room 3 – 9 June 2026 is the day when all of you should come", ["2026-06-09"]),
      ("Bitte lesen Sie bis zum Freitag das Kapitel 5 bis 12.06.2026 und die Aufgaben", ["2026-06-12"]),
      ("Die Tagesordnung der Sitzung mit TOP 4 und 12. Juni 2026 als nächstem Termin", ["2026-06-12"]),
      ("Firmado en el Juzgado nº 4 a 15 de junio de 2026, en presencia de todos", ["2026-06-15"]),
      ("Please read chapter 4 to 15 June 2026 and answer all of the questions there", ["2026-06-15"]),
      ("Der Ratenplan für das Jahr\n1 - 12.06.2026 Anzahlung\n2 - 12.07.2026 Rate", ["2026-06-12", "2026-07-12"]),
      ("The order of 12 chairs, 9 June 2026, is complete and will be sent to you", ["2026-06-09"]),
      ("In the year of the fair, 14 to 9 June 2026 would be a mistake of the author", ["2026-06-09"]),
      ("Please pay 4.50 to 9 June 2026 as the day when all of this is to be done", ["2026-06-09"]),
      ("Die Normen 3/2/9. Juni 2026 sind die Grundlage für alle Arbeiten hier", []),
    ])
  func others(text: String, dates: [String]) { #expect(values(.date, text) == dates) }

  @Test(
    "Ends a telephone number before a bracket, and takes no numbers with other labels for one",
    arguments: [
      ("Need help with all of this? Call +353 1 555 0147 (7 am to 10 pm, Irish time)", ["+35315550147"]),
      ("Write to us or call +44 (0)20 7946 0958 and ask for the office of the town", ["+442079460958"]),
      (
        "Ønsker du ikke at forny, skal du melde dig ud skriftligt, eller ring til kasserer Palle Bruun på 20 55 50 73",
        ["+4520555073"]
      ),
      ("Denuncia dei sinistri: numero verde 800 555 046, dal lunedì al venerdì per tutti", ["+39800555046"]),
      ("Para la reserva llame al teléfono de la oficina +54 9 (11) 4323-0000 por la tarde", ["+5491143230000"]),
      ("Composez le n° 01 42 92 81 00 pour joindre le service client de la mairie", ["+33142928100"]),
      ("Du ska rösta i vallokalen och ta med kortet. Kort nr 0418-04-0685 är ditt och gäller för dig", []),
    ])
  func phones(text: String, numbers: [String]) { #expect(values(.phone, text) == numbers) }

  @Test(
    "Tells hours of the day from hours of work",
    arguments: [
      (
        "O curso tem as horas de cada módulo\nContabilidade 25 h\nImpostos 30 h\nSalários 20 h\nque são dadas no instituto",
        []
      ),
      ("A sessão de teatro começa às 20 h no salão da escola e todos são bem-vindos", ["20:00"]),
      ("Proszę być na miejscu o czasie i czekać na nasz samochód\nGodzina załadunku: 6:40", ["06:40"]),
      (
        "Les résultats seront disponibles à partir de 16 h. Prévenez-nous 48 h à l’avance si vous ne venez pas",
        ["16:00"]
      ),
    ])
  func hours(text: String, times: [String]) { #expect(values(.time, text) == times) }

  @Test(
    "Finds amounts whose currency is in brackets, has an ending, or precedes a dash for the cents",
    arguments: [
      ("Please pay the whole sum by Friday\nTotal (INR) 51,489.00", ["51489.00"]),
      ("Bitte zahlen Sie den ganzen Betrag bis Freitag\nSumme (€): 123,45", ["123.45"]),
      ("Tazminat tutarı abone başına 486,50 ₺’dir ve bu yıl için ödenir", ["486.50"]),
      ("Bisher sind Fr. 3’480.– zusammengekommen, und wir danken allen herzlich", ["3480"]),
      ("Bitte die Menge in der Liste der Teile eintragen\nMenge (EUR) 3 Stück", []),
      ("Das Büro ist geöffnet (Fr) 8.30 bis 12.00 und am Montag den ganzen Tag", []),
      ("Der Kurs ist am Fr. 12.- So. 14.6.2026 in der Halle für alle, die kommen", []),
      ("Das Büro ist offen: Do und Fr. 9.- 12 Uhr für alle Kunden der Firma", []),
    ])
  func amounts(text: String, amounts: [String]) { #expect(values(.money, text) == amounts) }

  @Test(
    "Finds addresses on the internet with endings that are also words",
    arguments: [
      (
        "Write to help@corribair.example or visit the site at any time of the day", Detection.Kind.email,
        ["help@corribair.example"]
      ),
      ("Termine gibt es unter praxis@zahn.dental oder am Telefon der Praxis", .email, ["praxis@zahn.dental"]),
      (
        "All of the results are at https://formarmondego.example/v/0318-2026 for you", .url,
        ["https://formarmondego.example/v/0318-2026"]
      ),
      ("Das war das Ende.alles gut und danach gab es am Haus.live music für alle", .url, []),
      ("Visit invoice.date or total.tax and see order.page for all of the fields there", .url, []),
      ("Besuchen Sie uns auf www.firma.de.Live dabei sein ist für alle ganz einfach", .url, ["https://www.firma.de"]),
      ("Please write to kontakt@verein. team members will answer as soon as they can", .email, []),
    ])
  func endings(text: String, type: Detection.Kind, found: [String]) { #expect(values(type, text) == found) }
}
