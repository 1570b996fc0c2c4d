// SPDX-License-Identifier: GPL-3.0-or-later
// Support: the text of invoices in Eastern European languages.

extension EasternLanguageTests {
  static let invoices = [
    Paper(
      language: "Japanese",
      values: [
        "number": "M-260831-07", "date": "2026-08-31", "dueDate": "2026-09-30", "total": "214808", "net": "195280",
        "tax": "19528", "seller": "株式会社見本園芸", "buyer": "有限会社例示カフェ",
      ],
      text: """
        請求書
        有限会社例示カフェ 御中   請求番号:M-260831-07
        〒980-0811   請求日:2026年8月31日
        宮城県仙台市青葉区一番町3丁目8-14   登録番号:T8370001024715
        株式会社見本園芸
        〒981-3133 宮城県仙台市泉区泉中央2丁目5-1
        TEL 022-375-4418
        下記の通りご請求申し上げます。
        ご請求金額   ¥214,808(税込)
        品名   数量   単価(円)   金額(円)
        観葉植物レンタル   4   12,500   50,000
        花壇植え替え作業   1   86,000   86,000
        培養土   12   980   11,760
        ハーブ苗   216   220   47,520
        小計   195,280
        消費税   19,528
        合計   214,808
        お支払期限:2026年9月30日
        """),
    Paper(
      language: "Chinese",
      values: [
        "number": "26310812", "date": "2026-08-31", "dueDate": "2026-09-30", "total": "1272.00", "net": "1200.00",
        "tax": "72.00", "seller": "样本园艺有限公司", "buyer": "例示贸易有限公司",
      ],
      text: """
        增值税专用发票
        购买方: 例示贸易有限公司   发票号码: 26310812
        销售方: 样本园艺有限公司   开票日期: 2026年8月31日
        上海市浦东新区世纪大道100号   纳税人识别号: 91310000MA1K4EXAM0
        项目   数量   单价   金额
        花卉租赁   4   150.00   600.00
        园林维护   1   600.00   600.00
        小计   1,200.00
        税额   72.00
        价税合计   ¥1,272.00
        付款期限: 2026年9月30日
        """),
    Paper(
      language: "Korean",
      values: [
        "number": "2026-0831", "date": "2026-08-31", "dueDate": "2026-09-30", "total": "1320000", "net": "1200000",
        "tax": "120000", "seller": "주식회사 견본조경", "buyer": "예시상사 주식회사",
      ],
      text: """
        청구서
        공급받는자: 예시상사 주식회사   청구번호: 2026-0831
        공급자: 주식회사 견본조경   청구일: 2026년 8월 31일
        서울특별시 종로구 율곡로 84
        아래와 같이 청구합니다.
        품목   수량   단가   금액
        화분 대여   4   150,000   600,000
        정원 관리   1   600,000   600,000
        공급가액   1,200,000원
        부가세   120,000원
        합계   1,320,000원
        납부기한: 2026년 9월 30일
        """),
    Paper(
      language: "Bulgarian",
      values: [
        "number": "0000004127", "date": "2026-03-12", "dueDate": "2026-03-26", "total": "213.60", "net": "178.00",
        "tax": "35.60", "seller": "Балкан Примери ЕООД", "buyer": "Витоша Образци ООД",
      ],
      text: """
        Балкан Примери ЕООД
        ул. Примерна 14, 1000 София
        ЕИК 200000017   ИН по ЗДДС BG200000017
        ФАКТУРА
        ОРИГИНАЛ
        Номер: 0000004127
        Дата на издаване: 12.03.2026 г.
        Срок за плащане: 26.03.2026 г.
        Получател: Витоша Образци ООД
        бул. Измислен 8, 4000 Пловдив
        ЕИК 200000024   МОЛ: Мария Петрова
        №   Наименование на стоките и услугите   Мярка   Количество   Ед. цена   Стойност
        1   Хартия А4   пак.   10   4.50   45.00
        2   Тонер черен   бр.   2   62.00   124.00
        3   Доставка   бр.   1   9.00   9.00
        Данъчна основа:   178.00 EUR
        ДДС 20%:   35.60 EUR
        Сума за плащане:   213.60 EUR
        Начин на плащане: по банков път
        """),
    Paper(
      language: "Russian",
      values: [
        "number": "157", "date": "2025-03-05", "dueDate": "2025-03-19", "total": "48480.00", "net": "40400.00",
        "tax": "8080.00", "seller": "ООО «Ромашка Пример»", "buyer": "ООО «Берёзка Образец»",
      ],
      text: """
        ООО «Ромашка Пример»
        101000, г. Москва, ул. Примерная, д. 12
        ИНН 7700000016   КПП 770001001
        Счет на оплату № 157 от 5 марта 2025 г.
        Срок оплаты: 19.03.2025
        Поставщик: ООО «Ромашка Пример»
        Покупатель: ООО «Берёзка Образец», 190000, г. Санкт-Петербург, ул. Образцовая, д. 7
        №   Товары (работы, услуги)   Ед.   Кол-во   Цена   Сумма
        1   Стол письменный   шт   2   8 450,00   16 900,00
        2   Кресло офисное   шт   4   5 125,00   20 500,00
        3   Сборка мебели   усл   1   3 000,00   3 000,00
        Итого без НДС:   40 400,00 руб.
        НДС 20%:   8 080,00 руб.
        Всего к оплате:   48 480,00 руб.
        Руководитель ____________ Иванова А. П.
        """),
    Paper(
      language: "Ukrainian",
      values: [
        "number": "РФ-000284", "date": "2026-03-10", "dueDate": "2026-03-24", "total": "8724.00", "net": "7270.00",
        "tax": "1454.00", "seller": "ТОВ «Каштан Приклад»", "buyer": "ФОП Шевчук Олена Іванівна",
      ],
      text: """
        ТОВ «Каштан Приклад»
        вул. Прикладна, 21, м. Київ, 01001
        ЄДРПОУ 40000014   ІПН 400000126550
        Рахунок на оплату № РФ-000284
        від 10 березня 2026 р.
        Термін оплати: 24.03.2026
        Постачальник: ТОВ «Каштан Приклад»
        Покупець: ФОП Шевчук Олена Іванівна
        вул. Зразкова, 3, м. Львів, 79000
        №   Товари (роботи, послуги)   Од.   Кількість   Ціна без ПДВ   Сума без ПДВ
        1   Папір офісний   пач   20   165,00   3 300,00
        2   Картридж   шт   3   1 240,00   3 720,00
        3   Доставка   посл   1   250,00   250,00
        Разом без ПДВ:   7 270,00 грн
        ПДВ 20%:   1 454,00 грн
        Всього до сплати:   8 724,00 грн
        Виписав: Коваленко Н. В.
        """),
    Paper(
      language: "Serbian",
      values: [
        "number": "2026-0318", "date": "2026-03-16", "dueDate": "2026-03-30", "total": "36480.00", "net": "30400.00",
        "tax": "6080.00", "seller": "Дунав Пример д.о.о.", "buyer": "Morava Uzorak d.o.o.",
      ],
      text: """
        Дунав Пример д.о.о.
        Примерна улица 18, 11000 Београд
        ПИБ 100000018   Матични број 20000018
        РАЧУН број: 2026-0318
        Датум издавања: 16.03.2026.
        Датум промета: 14.03.2026.
        Рок плаћања: 30.03.2026.
        Купац: Morava Uzorak d.o.o.
        Узорна 5, 21000 Нови Сад
        Р.бр.   Назив добра / услуге   Јед.   Количина   Цена   Износ
        1   Канцеларијски папир   пак   25   520,00   13.000,00
        2   Тонер   ком   2   8.400,00   16.800,00
        3   Испорука   ком   1   600,00   600,00
        Основица:   30.400,00 RSD
        ПДВ 20%:   6.080,00 RSD
        Укупно за уплату:   36.480,00 RSD
        Текући рачун: 160-0000000000000-00
        """),
    Paper(
      language: "Croatian",
      values: [
        "number": "241-1-1", "date": "2026-03-09", "dueDate": "2026-03-24", "total": "280.00", "net": "224.00",
        "tax": "56.00", "seller": "Jadran Primjer d.o.o.", "buyer": "Sljeme Uzorak d.o.o.",
      ],
      text: """
        Jadran Primjer d.o.o.
        Primjerna ulica 11, 21000 Split
        OIB: 00000000018
        Kupac: Sljeme Uzorak d.o.o.
        Ogledna 4, 10000 Zagreb
        OIB: 00000000026
        Račun br. 241-1-1
        Datum računa: 09.03.2026.
        Datum dospijeća: 24.03.2026.
        R.br.   Opis   JM   Količina   Jedinična cijena   Iznos
        1   Uredski papir   pak   15   4,80   72,00
        2   Toner crni   kom   2   71,50   143,00
        3   Dostava   kom   1   9,00   9,00
        Osnovica:   224,00 EUR
        PDV 25%:   56,00 EUR
        Ukupno za platiti:   280,00 EUR
        Operater: Ana
        """),
    Paper(
      language: "Slovenian",
      values: [
        "number": "2026-00418", "date": "2026-03-04", "dueDate": "2026-04-03", "total": "480.68", "net": "394.00",
        "tax": "86.68", "seller": "Triglav Vzorec d.o.o.", "buyer": "Sava Zgled d.o.o.",
      ],
      text: """
        Triglav Vzorec d.o.o.
        Vzorčna ulica 6, 1000 Ljubljana
        ID za DDV: SI00000018
        Kupec: Sava Zgled d.o.o.
        Zgledna cesta 9, 4000 Kranj
        Račun št.: 2026-00418
        Datum izdaje: 4. 3. 2026
        Datum opravljene storitve: 2. 3. 2026
        Rok plačila: 3. 4. 2026
        Zap.   Opis   EM   Količina   Cena   Vrednost
        1   Vzdrževanje strežnika   ura   6   55,00   330,00
        2   Omrežni kabel   kos   10   3,90   39,00
        3   Prevoz   kos   1   25,00   25,00
        Osnova za DDV:   394,00 EUR
        DDV 22 %:   86,68 EUR
        Skupaj za plačilo:   480,68 EUR
        TRR: SI56 0000 0000 0000 000
        """),
    Paper(
      language: "Lithuanian",
      values: [
        "number": "GP-00562", "date": "2026-03-17", "dueDate": "2026-03-31", "total": "243.94", "net": "201.60",
        "tax": "42.34", "seller": "UAB „Gintaro pavyzdys“", "buyer": "MB „Nemuno pavyzdys“",
      ],
      text: """
        UAB „Gintaro pavyzdys“
        Pavyzdžio g. 15, LT-01100 Vilnius
        Įmonės kodas 300000018   PVM kodas LT100000000018
        PVM SĄSKAITA FAKTŪRA Nr. GP-00562
        Sąskaitos data: 2026-03-17
        Apmokėti iki: 2026-03-31
        Pirkėjas: MB „Nemuno pavyzdys“
        Bandomoji g. 3, LT-44200 Kaunas
        Nr.   Pavadinimas   Mato vnt.   Kiekis   Kaina   Suma
        1   Biuro popierius   pak.   12   4,65   55,80
        2   Spausdintuvo kasetė   vnt.   2   68,90   137,80
        3   Pristatymas   vnt.   1   8,00   8,00
        Suma be PVM:   201,60 EUR
        PVM 21 %:   42,34 EUR
        Mokėtina suma:   243,94 EUR
        Sąskaitą išrašė: Rasa Pavyzdienė
        """),
    Paper(
      language: "Latvian",
      values: [
        "number": "DP-2026/093", "date": "2026-03-13", "dueDate": "2026-03-27", "total": "261.36", "net": "216.00",
        "tax": "45.36", "seller": "SIA \"Daugavas paraugs\"", "buyer": "SIA \"Ventas piemērs\"",
      ],
      text: """
        SIA "Daugavas paraugs"
        Parauga iela 10, Rīga, LV-1001
        Reģ. Nr. 40000000018   PVN Nr. LV40000000018
        RĒĶINS Nr. DP-2026/093
        Rēķina datums: 13.03.2026
        Apmaksas termiņš: 27.03.2026
        Pircējs: SIA "Ventas piemērs"
        Piemēra iela 2, Ventspils, LV-3601
        Nr.   Nosaukums   Mērv.   Daudzums   Cena   Summa
        1   Biroja papīrs   iep.   14   4,55   63,70
        2   Tonera kasetne   gab.   2   72,40   144,80
        3   Piegāde   gab.   1   7,50   7,50
        Summa bez PVN:   216,00 EUR
        PVN 21%:   45,36 EUR
        Summa apmaksai:   261,36 EUR
        Rēķins sagatavots elektroniski
        """),
    Paper(
      language: "Estonian",
      values: [
        "number": "260147", "date": "2026-03-03", "dueDate": "2026-03-17", "total": "272.43", "net": "219.70",
        "tax": "52.73", "seller": "Kask Näidis OÜ", "buyer": "Tamme Proov AS",
      ],
      text: """
        Kask Näidis OÜ
        Näidise tn 5, 10111 Tallinn
        Registrikood 10000018   KMKR EE100000018
        Ostja: Tamme Proov AS
        Proovi tee 12, 51003 Tartu
        ARVE NR 260147
        Arve kuupäev: 03.03.2026
        Maksetähtaeg: 17.03.2026
        Nr   Nimetus   Ühik   Kogus   Hind   Summa
        1   Kontoripaber   pakk   16   4,40   70,40
        2   Tooner must   tk   2   69,90   139,80
        3   Transport   tk   1   9,50   9,50
        Summa km-ta:   219,70 EUR
        Käibemaks 24%:   52,73 EUR
        Tasuda:   272,43 EUR
        Viitenumber: 2601477
        """),
  ]
}
