// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: invoices and receipts are read in the languages of Eastern Europe and Asia, and a value that isn't right is marked.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Eastern European languages") struct EasternLanguageTests {
  struct Paper: Sendable, CustomTestStringConvertible {
    let language: String
    let values: [String: String]
    let text: String
    var testDescription: String { language }
  }

  @Test("Reads an invoice", arguments: invoices) func invoiceValues(paper: Paper) throws {
    let found = try #require(invoice(paper.text))
    let fields = [
      "number": found.number, "date": found.date, "dueDate": found.dueDate, "total": found.total, "net": found.net,
      "tax": found.tax, "seller": found.seller, "buyer": found.buyer,
    ]
    for (name, wanted) in paper.values {
      let field = try #require(fields[name], "\(name)")
      #expect(field?.value == wanted, "\(name): \(field?.value ?? "none") at \(field?.confidence ?? 0)")
    }
  }

  @Test("Reads a receipt", arguments: receipts) func receiptValues(paper: Paper) throws {
    let found = try #require(ReceiptReader().read(ReceiptText.page(paper.text)))
    let fields = ["number": found.number, "date": found.date, "total": found.total, "merchant": found.merchant]
    for (name, wanted) in paper.values {
      let field = try #require(fields[name], "\(name)")
      #expect(field?.value == wanted, "\(name): \(field?.value ?? "none") at \(field?.confidence ?? 0)")
    }
    #expect(found.items.count == 3 && found.checks.allSatisfy(\.holds), "\(found.items) \(found.checks)")
  }

  static let receipts = [
    Paper(
      language: "Bulgarian",
      values: ["number": "0012845", "date": "2026-03-14", "total": "17.10", "merchant": "Книжарница Лястовица"],
      text: """
        Книжарница Лястовица
        Лястовица Образец ООД
        ул. Примерна 3, 9000 Варна
        ЕИК 200000031
        Роман   12.90 Б
        Тетрадка   2.40 Б
        Химикал   1.80 Б
        ОБЩА СУМА ЕВРО   17.10
        В т.ч. ДДС 20%   2.85
        В БРОЙ ЕВРО   30.00
        РЕСТО   12.90
        БОН № 0012845
        Дата 14.03.2026 16:42
        ФИСКАЛЕН БОН
        """),
    Paper(
      language: "Russian",
      values: ["number": "0042", "date": "2025-03-07", "total": "465.00", "merchant": "Аптека Ромашка"],
      text: """
        Аптека Ромашка
        ООО «Здоровье Пример»
        г. Тверь, ул. Примерная, д. 5
        КАССОВЫЙ ЧЕК № 0042
        ПРИХОД
        Бинт стерильный   89,00
        Витамин C   245,00
        Пластырь   131,00
        ИТОГО   465,00
        В т.ч. НДС 10%   42,27
        НАЛИЧНЫМИ   1 000,00
        СДАЧА   535,00
        07.03.2025 18:25
        Кассир: Смирнова О.
        ИНН 6900000014
        СПАСИБО ЗА ПОКУПКУ
        """),
    Paper(
      language: "Ukrainian",
      values: ["number": "10457", "date": "2026-03-11", "total": "252.00", "merchant": "Кав'ярня Зернятко"],
      text: """
        Кав'ярня Зернятко
        ТОВ «Зернятко Приклад»
        м. Одеса, вул. Прикладна, 9
        ІД 400000134567
        Капучино   85,00 А
        Круасан   72,00 А
        Сік апельсиновий   95,00 А
        СУМА   252,00
        ПДВ А = 20,00%   42,00
        ГОТІВКА   500,00
        РЕШТА   248,00
        ЧЕК № 10457
        11-03-2026 09:18
        ФІСКАЛЬНИЙ ЧЕК
        ДЯКУЄМО
        """),
    Paper(
      language: "Serbian",
      values: [
        "number": "AB12CD34-AB12CD34-5821", "date": "2026-03-18", "total": "1035.00", "merchant": "Апотека Липа",
      ],
      text: """
        ============ ФИСКАЛНИ РАЧУН ============
        100000026
        Апотека Липа
        Примерна 7, 18000 Ниш
        Касир: Јелена
        -------------ПРОМЕТ ПРОДАЈА-------------
        Артикли
        Витамин Ц   640,00 (Е)
        Чај од камилице   210,00 (Е)
        Завој   185,00 (Е)
        Укупан износ:   1.035,00
        Готовина:   2.000,00
        Повраћај:   965,00
        Ознака   Име   Стопа   Порез
        Е   П-ПДВ   10,00%   94,09
        Укупан износ пореза:   94,09
        ПФР време: 18.03.2026. 12:07:31
        ПФР број рачуна: AB12CD34-AB12CD34-5821
        Бројач рачуна: 5790/5821ПП
        ======== КРАЈ ФИСКАЛНОГ РАЧУНА =========
        """),
    Paper(
      language: "Croatian",
      values: ["number": "1187/1/2", "date": "2026-03-11", "total": "24.70", "merchant": "Konoba Galeb"],
      text: """
        Konoba Galeb
        Galeb Primjer d.o.o.
        Primjerna obala 2, 23000 Zadar
        OIB: 00000000034
        Račun br: 1187/1/2
        Datum: 11.03.2026. 20:36
        Bijelo vino 0,5 l   13,50
        Mineralna voda   3,20
        Liker   8,00
        Osnovica PDV 25%   19,76
        PDV 25%   4,94
        UKUPNO EUR   24,70
        Gotovina   60,00
        Vraćeno   35,30
        Konobar: Ivo
        Hvala!
        """),
    Paper(
      language: "Slovenian",
      values: ["number": "B1-2-4471", "date": "2026-03-06", "total": "12.50", "merchant": "Gostilna Pri Lipi"],
      text: """
        Gostilna Pri Lipi
        Janez Vzorec s.p.
        Vzorčni trg 1, 3000 Celje
        Davčna številka: 00000026
        Račun št.: B1-2-4471
        Datum: 06.03.2026 13:15
        Vino 0,2 l   4,80
        Pivo 0,5 l   4,20
        Žganje   3,50
        SKUPAJ EUR   12,50
        Osnova DDV 22 %   10,25
        DDV 22 %   2,25
        Gotovina   30,00
        Vračilo   17,50
        Natakar: Maja
        Hvala za obisk
        """),
    Paper(
      language: "Lithuanian",
      values: ["number": "0003914", "date": "2026-03-19", "total": "13.20", "merchant": "Kavinė Pas Oną"],
      text: """
        Kavinė Pas Oną
        UAB „Onos pavyzdys“
        Pavyzdžio g. 8, Klaipėda
        PVM kodas LT100000000026
        Kvitas Nr. 0003914
        Kava juoda   2,80 A
        Cepelinai   7,90 A
        Gira   2,50 A
        IŠ VISO   13,20 EUR
        PVM 21 %   2,29
        GRYNAIS   20,00
        GRĄŽA GRYNAIS   6,80
        Kasininkas: Rūta
        2026-03-19 11:52
        AČIŪ
        """),
    Paper(
      language: "Latvian",
      values: ["number": "20817", "date": "2026-03-15", "total": "13.15", "merchant": "Aptieka Liepa"],
      text: """
        Aptieka Liepa
        SIA "Liepas piemērs"
        Parauga iela 4, Liepāja
        PVN Nr. LV40000000026
        Čeks Nr. 20817
        Vitamīns D   7,45
        Plāksteris   2,60
        Kumelīšu tēja   3,10
        KOPĀ EUR   13,15
        Summa bez PVN   11,74
        PVN 12%   1,41
        SKAIDRA NAUDA   20,00
        ATLIKUMS   6,85
        15.03.2026 17:03
        Kasieris: Ilze
        PALDIES PAR PIRKUMU
        """),
    Paper(
      language: "Estonian",
      values: ["number": "7733", "date": "2026-03-05", "total": "9.60", "merchant": "Kohvik Pärn"],
      text: """
        Kohvik Pärn
        Pärna Proov OÜ
        Näidise tn 20, Pärnu
        KMKR EE100000026
        Kviitung nr 7733
        Kuupäev 05.03.2026 10:44
        Kohv   3,50
        Kaneelirull   3,20
        Mahl   2,90
        KOKKU EUR   9,60
        Summa km-ta   7,74
        KM 24%   1,86
        Sularaha   20,00
        Tagasi   10,40
        Teenindaja: Mari
        Täname!
        """),
  ]
}
