// SPDX-License-Identifier: GPL-3.0-or-later

extension ReceiptStyle {
  /// Malaysia, with its service tax before 2018.
  static let malaysian = ReceiptStyle(
    languages: ["eng"], family: .mono, currency: "MYR", places: 2, point: ".", comma: ",",
    marks: ["", "", "RM", "RM "],
    shops: [
      "TEO HENG STATIONERY & BOOKS", "PERNIAGAAN ZHENG HUI", "KEDAI PAPAN YEW CHUAN",
      "BENS INDEPENDENT GROCER SDN. BHD", "OJC MARKETING SDN BHD", "MR. D.I.Y. (M) SDN BHD",
      "SYARIKAT PERNIAGAAN GIN KEE", "RESTORAN HASSANBISTRO", "THE TOAST F&B SDN BHD", "UNIHAKKA INTERNATIONAL SDN BHD",
      "AEON BIG BAKERY", "GL HANDICRAFT & TAILORING", "MYDIN MOHAMED HOLDINGS BHD",
    ],
    addresses: [
      ["NO 12 & 13, JALAN TASIK UTAMA 4,", "MEDAN NIAGA TASIK DAMAI,", "57000 KUALA LUMPUR"],
      ["LOT 1851-A & 1851-B, JALAN KPB 6,", "KAWASAN PERINDUSTRIAN BALAKONG,", "43300 SERI KEMBANGAN, SELANGOR"],
      ["NO 290, JALAN AIR PANAS,", "SETAPAK,", "53200, KUALA LUMPUR."],
      ["19, JALAN HARMONIUM 35/2,", "TAMAN DESA HARMONI,", "81100 JOHOR BAHRU, JOHOR"],
      ["G-05 GROUND FLOOR, WISMA LAXTON,", "JALAN DESA, TAMAN DESA,", "58100 KUALA LUMPUR"],
    ], phones: ["03-4023 2455", "07-332 2616", "016-349 4473", "03-8961 3133"],
    phoneLabels: ["TEL: ", "Tel : ", "TEL NO: "],
    registrations: [
      "(728515-M)", "CO.REG NO: 860671-D", "GST REG NO: 000473792512", "GST ID : 001419497472", "ROC NO: 538358-H",
    ],
    items: [
      "MILO 3IN1 18X33G", "ROTI GARDENIA 400G", "NASI LEMAK AYAM", "TEH O AIS", "A4 PAPER 70GSM", "WATER BASED PAINT",
      "DETTOL SOAP", "EGGS GRADE A 30S", "HACKS HONEY LEMON", "PLASTIC BAG M", "MINERAL WATER 1.5L", "BALL PEN BLUE",
      "CHICKEN RICE", "KITCHEN TOWEL",
    ], prices: 50...6500, priceStep: 5,
    dates: [
      "Date: DD/MM/YYYY hh:mm:ss", "DD-MM-YYYY hh:mm", "Date : DD/MM/YYYY", "DATE: DD/MM/YY hh:mm",
      "DD/MM/YYYY hh:mm:ss",
    ], headers: ["TAX INVOICE", "SIMPLIFIED TAX INVOICE", "CASH RECEIPT", "RECEIPT"],
    numberLabels: ["Invoice No: ", "Receipt #: ", "Bill No : ", "Doc No.: CS"],
    heads: [["Description", "Qty", "Price", "Amount"], ["Item", "Qty", "U/Price", "RM"], []],
    subtotals: ["Sub Total", "SUBTOTAL", "Total Sales (Excluding GST)"],
    totals: [
      "TOTAL", "Total Sales (Inclusive of GST)", "GRAND TOTAL", "Total Payable", "NET TOTAL", "Total (RM)", "TOTAL RM",
    ],
    cash: ["CASH", "Cash", "CASH TENDERED", "Paid Amount"], cards: ["VISA CARD", "MASTER CARD"],
    change: ["CHANGE", "Change", "Change Due"], discounts: ["Discount", "DISC"], taxRates: [6], isTaxIncluded: false,
    taxLines: ["GST @RATE%", "GST RATE%", "Service Tax RATE%"],
    taxHead: ["GST Summary", "Amount(RM)", "Tax(RM)"], rounding: "Rounding Adjustment",
    closings: ["THANK YOU, PLEASE COME AGAIN", "GOODS SOLD ARE NOT RETURNABLE"])

  /// The United States.
  static let american = ReceiptStyle(
    languages: ["eng"], family: .sans, currency: "USD", places: 2, point: ".", comma: ",", marks: ["$", "$", ""],
    shops: [
      "Harbor Street Hardware", "BLUE HERON COFFEE", "Maple & Rye Bakery", "ALDER VALLEY MARKET", "Corner Books Inc.",
      "LAKESIDE PHARMACY #204",
    ],
    addresses: [
      ["1420 Harbor Street", "Portland, OR 97201"], ["88 W Main St", "Madison, WI 53703"],
      ["2301 Cedar Avenue", "Austin, TX 78702"],
    ], phones: ["(503) 555-0142", "608-555-0199", "(512) 555-0117"], phoneLabels: ["", "Tel: ", "Phone: "],
    registrations: ["STORE #0204"],
    items: [
      "Paper towels", "Wood screws 2in", "Latte 12oz", "Almond croissant", "Sandpaper 120", "Bananas",
      "Whole milk 1gal", "Notebook ruled", "Aspirin 100ct", "Sourdough loaf", "Olive oil", "Light bulb LED",
    ],
    prices: 99...4999, priceStep: 1, dates: ["MM/DD/YYYY hh:mm", "Date: MM/DD/YYYY", "MM/DD/YY hh:mm:ss"],
    headers: ["SALES RECEIPT", "Receipt", "Order details"], numberLabels: ["Receipt # ", "Trans: ", "Check #"],
    heads: [[], ["Item", "Price"]],
    subtotals: ["Subtotal", "SUBTOTAL", "Sub-total"], totals: ["TOTAL", "Total", "Balance due", "AMOUNT DUE"],
    cash: ["CASH", "Cash tendered"], cards: ["VISA", "Mastercard", "DEBIT CARD"], change: ["CHANGE", "Change due"],
    discounts: ["Coupon", "Discount"], taxRates: [6.25, 8.5, 5.5, 7], isTaxIncluded: false,
    taxLines: ["Tax RATE%", "Sales Tax RATE%", "TAX"], taxHead: [], rounding: nil,
    closings: ["Thank you!", "THANK YOU FOR SHOPPING WITH US"])

  /// Germany.
  static let german = ReceiptStyle(
    languages: ["deu"], family: .mono, currency: "EUR", places: 2, point: ",", comma: ".", marks: [""],
    shops: [
      "Frischemarkt Lindner GmbH", "EDEKA Behrens", "Bäckerei Sommer", "Baumarkt Hellweg GmbH & Co. KG",
      "Drogerie Am Markt", "REWE Petra Klein oHG", "Gasthaus Zum Hirschen", "Buchhandlung Weber",
    ],
    addresses: [
      ["Grüner Weg 41", "33098 Paderborn"], ["Hauptstraße 12", "79098 Freiburg"], ["Lindenallee 7", "04109 Leipzig"],
      ["Bahnhofstr. 23", "35037 Marburg"],
    ], phones: ["05251 / 871871", "0761-4556120", "0341 9984120"], phoneLabels: ["Tel. ", "Tel.: ", "Telefon "],
    registrations: ["UID Nr.: DE812720447", "Steuer-Nr. 215/6940/2539"],
    items: [
      "Bio Honig", "Vollmilch 3,8%", "Karottenbrot", "Zahncreme", "Äpfel Elstar", "Mineralwasser", "Gouda jung",
      "Spülmittel", "Espresso", "Butterbrezel", "Holzschrauben", "Kaffee gemahlen", "Joghurt natur", "Pfand",
    ],
    prices: 29...2999, priceStep: 5,
    dates: ["DD.MM.YYYY hh:mm Uhr", "Datum: DD.MM.YYYY hh:mm", "DD.MM.YY hh:mm", "Datum DD.MM.YYYY"],
    headers: ["Kassenbon", "RECHNUNG", "EUR"], numberLabels: ["Bon-Nr. ", "Beleg-Nr. ", "Rechnung Nr. "],
    heads: [[]], subtotals: ["Zwischensumme"],
    totals: ["SUMME", "SUMME EUR", "ZU ZAHLEN EURO", "Gesamtbetrag", "Total EUR", "Zu zahlen"],
    cash: ["Geg. BAR", "BAR", "Bargeld", "Gegeben"], cards: ["EC-Karte", "girocard", "Mastercard"],
    change: ["Rückgeld", "RÜCKGELD EUR", "Zurück"], discounts: ["Rabatt", "Nachlass"],
    taxRates: [7, 19], isTaxIncluded: true, taxLines: ["inkl. RATE% MwSt"],
    taxHead: ["MwSt", "Netto", "Steuer", "Brutto"], rounding: nil,
    closings: ["Vielen Dank für Ihren Einkauf!", "TSE-Signatur: 4A8F2C", "Es bediente Sie Frau Huhn"])
}
