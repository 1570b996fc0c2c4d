// SPDX-License-Identifier: GPL-3.0-or-later

/// Labels of receipt rows in European and East Asian languages, Malay, Indonesian, and Turkish.
enum ReceiptWords {
  static let table: [(label: ReceiptLabel, words: [Keyword])] = words.map { ($0, $1.map(Keyword.init)) }

  private static let words: [(ReceiptLabel, [String])] = [
    (
      .total,
      [
        "TOTAL BELANJA", "TOTAL HARGA", "TOTAL BAYAR", "TAGIHAN", "TOTAL TAGIHAN", "TOTAL CHF", "TOTAL SEK",
        "TOTALT SEK",
        "TOTALSUMMA", "BELOPP", "I ALT", "SUM", "TOTAL INCL VAT", "TOTAL GBP", "TOTAL USD", "TUTAR",
        "TOTAL SALE", "FUEL SALE", "FUEL TOTAL", "TOTAL FUEL", "SALE TOTAL", "SALE AMOUNT", "TOTAL PURCHASE",
        "PURCHASE TOTAL", "PURCHASE AMOUNT", "CHECK TOTAL", "TOT", "BILL AMOUNT", "BILL AMT", "GROSS AMT",
        "GROSS AMOUNT", "TOTAL FARE", "TAXI FARE", "TOTAL CHARGES", "TOTAL CHARGE", "PARKING FEE", "ORDER TOTAL",
        "TRANS TOTAL", "TOTAAL", "TOTALT", "RAZEM", "SUMA", "UKUPNO", "CELKEM", "SPOLU", "YHTEENSA", "SUMMA", "TOPLAM",
        "OSSZESEN", "SKUPAJ", "TOTAL GENERAL", "IMPORTE TOTAL", "IMPORT",

        "TOTAL", "TOTAL SALES", "TOTAL AMOUNT", "TOTAL AMT", "TOTAL RM", "TOTALE", "JUMLAH", "AMOUNT", "SUMME",
        "GESAMT",
        "GESAMTBETRAG", "GESAMTSUMME", "GESAMTPREIS", "BETRAG", "ENDBETRAG", "RECHNUNGSBETRAG", "TOTAL EUR", "IMPORTE",
        "합계", "총계", "총액", "합계금액", "판매금액", "총금액", "총구매액", "매출합계", "승인금액", "거래금액", "결제금액",
        "合計", "総計", "合计", "总计", "总额", "金额合计", "消费合计", "价税合计", "総額",
      ]
    ),
    (
      .payable,
      [
        "ZU BEZAHLEN", "TOTAL INKL MWST", "SUMMA ATT BETALA", "ATT BETALA SEK", "TOTAL PEMBAYARAN", "JUMLAH TAGIHAN",
        "TOTAL TO BE PAID", "BILL TOTAL", "NET AMOUNT PAYABLE", "TOTAL INVOICE VALUE", "GENEL TOPLAM", "A BETALE",
        "BRUTTOSUMME", "GESAMTBRUTTO", "RECHNUNGSENDBETRAG",
        "BAL DUE", "BAL", "PAYMENT DUE", "PAY THIS AMOUNT", "PLEASE PAY", "AMOUNT TO PAY", "YOU PAY", "TOTAL BILL",
        "NET PAYABLE", "NET BILL", "FINAL AMOUNT", "DO ZAPLATY", "ATT BETALA", "AT BETALE", "TE BETALEN", "ZA UHRADU",
        "K UHRADE", "FIZETENDO", "ODENECEK", "TOTAL CANCELADO", "TOTAL NETO",

        "GRAND TOTAL", "TOTAL PAYABLE", "AMOUNT PAYABLE", "AMT PAYABLE", "PAYABLE", "AMOUNT DUE", "AMT DUE",
        "BALANCE DUE",
        "TOTAL DUE", "BALANCE", "NET TOTAL", "NETT TOTAL", "NETT", "NET AMT", "NET AMOUNT", "NETT AMOUNT",
        "FINAL TOTAL",
        "TOTAL ROUNDED", "ROUNDED TOTAL", "TOTAL TO PAY", "AFTER ROUNDING", "ROUNDED", "TO PAY", "BILL TOTAL",
        "AFTER ADJ",
        "TOTAL AFTER ADJ", "JUMLAH BAYARAN", "ZU ZAHLEN", "ZAHLBETRAG", "ZAHLSUMME", "ZU ZAHLENDER BETRAG",
        "받을금액", "받을돈", "결제할금액", "결제대상금액", "총합계", "청구금액", "내실금액", "총결제금액", "승인금액",
        "お買上合計", "お買上計", "お会計", "ご請求額", "お支払合計", "お支払金額", "総合計", "税込合計", "合計金額", "領収金額",
        "应收", "应付", "应收金额", "应付金额", "实收金额", "实付", "实付金额", "小写", "应收合计", "折后金额",
        "TOTAL A PAYER", "NET A PAYER", "A PAYER", "MONTANT DU", "TOTAL TTC", "MONTANT", "TOTALE COMPLESSIVO",
        "DA PAGARE",
        "TOTALE EURO", "A PAGAR", "TOTAL A PAGAR", "VALOR A PAGAR", "VALOR TOTAL",
      ]
    ),
    (
      .subtotal,
      [
        "SUBTOTAL", "SUB TOTAL", "SUBTTL", "SUBTOTALE", "SOUS TOTAL", "ZWISCHENSUMME", "NETTOSUMME", "SUBTOT",
        "TOTAL BEFORE",
        "소계", "공급가액", "공급가", "과세물품", "과세물품가액", "과세금액", "면세물품", "면세물품가액", "면세금액", "과세매출", "면세매출",
        "小計", "税抜", "税抜合計", "対象", "対象額", "小计", "不含税", "MERCHANDISE TOTAL", "PARCIAL", "WARENWERT",
      ]
    ),
    (
      .net,
      [
        "EXCL", "EXCLUDING", "EXCLUSIVE", "EXCLUDED", "EXC", "BEFORE TAX", "BEFORE GST", "WITHOUT GST", "TAXABLE",
        "NETTO",
        "HORS TAXE", "HT", "0 SUPPLIES", "6 SUPPLIES",
      ]
    ),
    (
      .inclusive,
      [
        "INCL", "INCLUSIVE", "INCLUDING", "INCLUDED", "INC", "INCLUDES", "WITH GST", "TTC", "INKL", "税込", "含税",
        "BRUTTO",
      ]
    ),
    (
      .tax,
      [
        "PPN", "PB1", "PAJAK", "VARAV MOMS", "MVA", "ALV", "TOPKDV", "HERAF MOMS",
        "CGST", "SGST", "IGST", "TOTAL TAX", "TAXES", "LOCAL TAX", "STATE TAX", "CITY TAX", "PTU", "DPH", "PDV", "BTW",
        "MOMS", "KDV", "IGV", "ITBIS", "TAXE",

        "GST", "SST", "TAX", "VAT", "HST", "PST", "QST", "SALES TAX", "SERVICE TAX", "MWST", "MEHRWERTSTEUER", "UST",
        "UMSATZSTEUER",
        "MEHRWERTST", "TVA", "TPS", "TVQ", "IVA", "ICMS", "부가세", "부가가치세", "세액", "과세", "税", "消費税", "消費税等", "内税", "外税",
        "内消費税", "税额", "増値税", "STEUER",
      ]
    ),
    (
      .discount,
      [
        "DISKON", "POTONGAN", "HEMAT", "ANDA HEMAT", "YOU SAVED", "YOU SAVE", "TOTAL SAVINGS", "TOTAL SAVING",
        "KORTING",
        "SLEVA", "ERMASSIGUNG", "AKTION", "INDIRIM", "DU SPARADE", "CLUBCARD SAVINGS", "TOTAL DISCOUNT",
        "DISCOUNT", "DISC", "SAVINGS", "SAVING", "COUPON", "VOUCHER", "PROMO", "PROMOTION", "LESS", "REDUCTION",
        "REMISE", "RABATT",
        "NACHLASS", "PREISVORTEIL", "GUTSCHEIN", "SCONTO", "DESCUENTO", "DESCONTO", "REBATE", "할인", "에누리", "할인금액", "쿠폰",
        "値引", "割引", "クーポン", "优惠", "折扣", "减免",
      ]
    ),
    (
      .rounding,
      [
        "ORESAVRUNDNING", "AVRUNDNING", "ORESUTJAMNING", "OREAVRUNDING", "PEMBULATAN", "ROUND OFF", "ROUNDOFF",
        "RUNDUNGSDIFFERENZ",
        "ZAOKROUHLENI", "ZAOKRAGLENIE",
        "ROUNDING", "ROUNDING ADJ", "ROUNDING ADJUSTMENT", "ROUND", "RND", "ROUNDED ADJ", "ROUND ADJ", "BILL ROUNDING",
        "RUNDUNG",
        "절사", "단수", "抹零", "舍入", "ARRONDI", "PEMBUNDARAN",
      ]
    ),
    (
      .service,
      ["SERVICE CHARGE", "SERV CHARGE", "SVC CHG", "SERVICE CHRG", "SVC", "TIP", "GRATUITY", "봉사료", "サービス料", "服务费"]
    ),
    (
      .cash,
      [
        "UANG TUNAI", "DIBAYAR", "BAYAR", "MOTTAGET", "MOTTAGET BELOPP", "ERHALTEN", "BAR CHF", "BAR EUR",
        "KONTANT SEK",
        "AMOUNT TENDERED", "AMT TENDERED", "TOTAL TENDER", "TOTAL TENDERED", "TOTAL PAID", "AMT PAID", "GIFT CARD",
        "GIFTCARD", "BETAALD", "KONTANT", "GOTOWKA", "GOTOVINA", "HOTOVOST", "NAKIT",

        "CASH", "CASH RECEIVED", "CASH TENDERED", "TENDER", "TENDERED", "PAID", "PAID AMOUNT", "AMOUNT PAID",
        "CASH PAID", "TUNAI", "PAYMENT",
        "BAR", "BARGELD", "GEGEBEN", "GEG BAR", "GEG", "BARZAHLUNG", "현금", "받은금액", "받은돈", "현금결제", "お預り", "お預かり", "預り金",
        "お預り金額", "預り", "現金", "预收",
        "现金", "实收", "收款", "ESPECES", "RENDU SUR", "CONTANTI", "CONTANTE", "EFECTIVO", "ENTREGADO", "DINHEIRO",
        "CASH SALES",
      ]
    ),
    (
      .card,
      [
        "KORT", "KORTBETALNING", "KONTOKORT", "SWISH", "TWINT", "POSTCARD", "POSTFINANCE", "DEBIT MASTERCARD", "KARTU",
        "DEBIT BCA",
        "GOPAY", "OVO", "QRIS", "CONTACTLESS", "CARD SALE", "CARD SALES", "EFT",
        "VISA TENDER", "BANKKORT", "KARTA", "KARTICA", "BETAALPAS", "DISCOVER", "AMERICAN EXPRESS", "ALIPAY", "WECHAT",
        "NETS", "EFTPOS", "UPI",

        "VISA", "VISA CARD", "MASTER", "MASTERCARD", "MASTER CARD", "CREDIT", "CREDIT CARD", "DEBIT", "DEBIT CARD",
        "CARD", "AMEX", "MAESTRO",
        "GIROCARD", "EC KARTE", "EC CASH", "KARTE", "KARTENZAHLUNG", "KREDITKARTE", "CARTE", "CARTE BANCAIRE", "CB",
        "BANCOMAT", "TARJETA",
        "CARTAO", "INTERAC", "신용카드", "카드", "체크카드", "카드결제", "クレジット", "カード", "電子マネー", "信用卡", "银行卡", "微信", "微信支付",
        "支付宝", "TNG", "GRABPAY", "PAYPAL", "APPLE PAY", "KARTENZ", "PAYPAY", "楽天ペイ", "交通系",
      ]
    ),
    (
      .change,
      [
        "KEMBALI", "KEMBALIAN", "UANG KEMBALI", "TILLBAKA", "ATER", "KONTANT TILLBAKA", "HERAUSGELD", "RUCKGELD CHF",
        "RETOUR",
        "VRATIT", "VRACENO", "PARA USTU", "TILBAKE", "RETUR",
        "CASH CHANGE", "YOUR CHANGE", "CHANGE GIVEN", "CHANGE RETURNED", "WISSELGELD", "RESZTA", "VRACENO", "VAXEL",
        "BYTTEPENGE",

        "CHANGE", "CHANGE DUE", "CHANGE AMT", "BAKI", "RUECKGELD", "RUCKGELD", "ZURUCK", "WECHSELGELD", "거스름돈", "거스름",
        "잔돈", "お釣り",
        "お釣", "おつり", "釣銭", "お返し", "找零", "找赎", "RENDU", "RENDU MONNAIE", "RESTO", "CAMBIO", "TROCO", "VUELTO",
      ]
    ),
    (
      .count,
      [
        "QTY", "QUANTITY", "ITEMS", "ITEM", "ITEM COUNT", "NO OF ITEMS", "ITEM S", "PCS", "POSTEN", "ARTIKEL", "ANZAHL",
        "ANZAHL ARTIKEL",
        "수량", "点数", "買上点数", "件数", "数量", "総点数", "구매수량", "PAX", "ARTICLES", "ARTICOLI",
      ]
    ),
    (
      .points,
      [
        "POINT", "POINTS", "MEMBER", "BONUS", "PUNKTE", "PAYBACK", "LOYALTY", "포인트", "적립", "ポイント", "积分", "会员", "CHANCE",
        "TREUE",
        "PREVIOUS BALANCE", "CARD BALANCE", "AVAILABLE BALANCE", "残高", "余额", "잔액", "잔여",
      ]
    ),
    (
      .date,
      [
        "RECHNUNGSDATUM", "DATE DE FACTURE", "DATE FACTURE", "DATE DEMISSION", "FECHA DE FACTURA", "DATA FATTURA",
        "FACTUURDATUM", "DATE OF ISSUE", "ISSUE DATE", "DATE ISSUED",

        "DATE", "DT", "DATED", "TARIKH", "DATUM", "BILL DATE", "INV DATE", "INVOICE DATE", "DATE TIME", "DATA", "FECHA",
        "일시", "일자", "날짜", "거래일시",
        "판매일시", "발행일", "승인일시", "판매일", "거래일", "日付", "日時", "日期", "时间", "開票日期", "开票日期", "交易时间", "取引日", "DATETIME",
        "BELEGDATUM",
      ]
    ),
    (.time, ["TIME", "MASA", "UHR", "UHRZEIT", "ZEIT", "HEURE", "ORA", "HORA", "시간", "時刻", "时间"]),
    (
      .notDate,
      [
        "LIEFER", "LEISTUNG", "LIEFERUNG", "DELIVERY DATE", "SERVICE DATE", "FALLIG", "FALLIGKEIT", "FALLIG AM",
        "ZAHLBAR", "ECHEANCE", "DATE DECHEANCE", "LIEFERSCHEIN", "BESTELLUNG", "ORDER DATE", "ZEITRAUM",
        "ABRECHNUNGSZEITRAUM", "LEISTUNGSZEITRAUM", "SKONTO", "LIVRAISON", "PAYMENT DUE", "DUE ON", "RAPPORT",
        "GOOD THRU", "VALID THRU", "OFFER ENDS", "ENDS", "OFFER VALID", "OFFER EXPIRES", "BORN BEFORE", "DOB",
        "MUST BE BORN", "CHECK IN", "CHECK OUT", "ARRIVAL", "DEPARTURE", "EXP DATE", "RETURN POLICY", "LEISTUNGSDATUM",
        "LIEFERDATUM", "SINCE",

        "EXPIRY", "EXPIRES", "EXPIRE", "EXP", "VALID", "VALID UNTIL", "VALID TILL", "DUE DATE", "RETURN BY",
        "BEST BEFORE", "MEMBER SINCE", "PRINTED",
        "GULTIG", "GUELTIG", "GULTIG BIS", "유효기간", "까지", "有効期限", "有效期", "ACT", "GEBOREN", "STAND", "EFFECTIVE",
        "DELIVERY", "출력일시",
      ]
    ),
    (
      .tableHeader,
      [
        "GST SUMMARY", "TAX SUMMARY", "GST ANALYSIS", "SUMMARY", "TAX CODE", "TAX RM", "GST CODE", "TAX RATE",
        "VAT RATE", "MWST NETTO", "NETTO MWST", "MWST SATZ", "MWST BETRAG",
        "OHNE MWST", "STEUERSATZ", "TAUX", "MWST GRUPPE",
      ]
    ),
    (
      .itemsHeader,
      [
        "DESCRIPTION", "DESC", "U PRICE", "S PRICE", "UNIT PRICE", "PRICE", "QTY", "QTY PRICE", "AMOUNT RM", "PRICE RM",
        "ITEM", "ARTIKEL BEZEICHNUNG",
        "상품명", "품명", "단가", "品名", "商品名", "单价", "名称",
      ]
    ),
    (
      .receipt,
      [
        "RECEIPT", "TAX INVOICE", "INVOICE", "CASH SALES", "CASH BILL", "CASHIER", "BILL NO", "SIMPLIFIED TAX INVOICE",
        "RECEIPT NO", "INVOICE NO",
        "KASSENBON", "KASSENBELEG", "BELEG", "BON", "QUITTUNG", "RECHNUNG", "KASSE", "BON NR", "KUNDENBELEG", "TSE",
        "USTID", "STEUERNUMMER",
        "영수증", "계산원", "사업자번호", "사업자", "가맹점", "領収書", "領収証", "領収", "レシート", "登録番号", "責任者", "レジ", "收据", "发票", "小票", "收银员",
        "收银机", "收银",
        "TICKET", "FACTURE", "SCONTRINO", "RICEVUTA", "FACTURA", "CAISSE", "RECIBO", "TRANSACTION", "TERMINAL",
        "THANK YOU", "PLEASE COME AGAIN",
        "VIELEN DANK",
      ]
    ),
    (
      .number,
      [
        "INVOICE NO", "RECEIPT NO", "BILL NO", "DOC NO", "INV NO", "INVOICE NUMBER", "RECEIPT NUMBER", "INVOICE",
        "SLIP NO", "SLIP", "RECEIPT", "BILL", "CASH BILL",
        "DOCUMENT NO", "CASH INV NO", "CASH SALES NO", "BON NR", "BONNR", "BELEG NR", "BELEGNUMMER", "RECHNUNGSNUMMER",
        "RECHNUNG NR", "RECHNUNGS NR", "영수증번호", "거래번호", "전표번호",
        "伝票番号", "レシート番号", "取引番号", "伝票", "単号", "单号", "流水号", "发票号码", "小票号", "TICKET NO", "TRANS", "TRANSACTION",
        "FACTURE", "CHK", "ORDER NO", "CS NO",
      ]
    ),
    (
      .register,
      [
        "POS NO", "POS", "COUNTER", "REGISTER", "REG", "TILL", "TERMINAL", "KASSE", "KASSE NR", "KASSENNR", "CAISSE",
        "CASSA", "CAJA", "レジ", "レジNO", "포스", "收银机", "机号", "款台",
        "LANE", "POS번호",
      ]
    ),
    (
      .phone,
      [
        "TEL", "TELEPHONE", "PHONE", "TEL NO", "HP", "CONTACT", "TELEFON", "전화", "전화번호", "電話", "电话", "TELEF",
        "TELEFONO",
      ]
    ),
    (
      .noAddress,
      [
        "TEL", "TELEPHONE", "PHONE", "FAX", "HP", "GST", "GST ID", "GST REG", "SST", "TAX INVOICE", "INVOICE",
        "RECEIPT", "BILL", "CASHIER", "DATE", "EMAIL", "E MAIL", "WWW",
        "CO REG", "COMPANY NO", "CO NO", "REG NO", "ROC NO", "ROC", "ID NO", "WELCOME", "THANK YOU", "CASH", "TABLE",
        "SERVED", "DOC NO", "COUNTER", "TRANS", "OPENING HOURS", "OFFNUNGSZEITEN",
        "SHOPPING HOURS", "TELEFON", "KASSE", "EUR", "UST", "STEUERNUMMER", "UNSERE", "DESCRIPTION", "QTY", "ITEM",
        "OPERATOR", "ORDER", "SIMPLIFIED", "BUSINESS REG",
        "사업자", "대표", "전화", "계산원", "電話", "領収書", "領収証", "登録番号", "レジ", "責任者", "电话", "收银员", "单号", "日期", "小票", "발행일", "영수증",
        "판매일", "相談", "STORE NO", "CUSTOMER",
        "WEBSITE", "GOODS SOLD", "FEEDBACK", "REDEEM", "THANKYOU", "DATUM", "SALESPERSON", "MEMBER", "APPROVED", "SITE",
        "TIN",
      ]
    ),
    (
      .hours,
      [
        "HOURS", "HRS", "OFFNUNGSZEITEN", "OPEN", "OPENING", "MO SA", "MO FR", "UHR", "영업시간", "営業時間", "营业时间", "MON",
        "SUN", "SAT", "FRI", "DAILY",
      ]
    ),
    (
      .statement,
      [
        "STATEMENT", "ACCOUNT SUMMARY", "OPENING BALANCE", "CLOSING BALANCE", "WITHDRAWALS", "DEPOSITS", "KONTOAUSZUG",
        "KONTOSTAND",
        "BALANCE SHEET", "BILANZ", "TRIAL BALANCE",
      ]
    ),
    (
      .notItem,
      [
        "TABLE", "PAX", "CASHIER", "COVERS", "APPROVAL", "PAN", "BATCH", "RRN", "STAN", "GENEHMIGUNGS NR", "EMV",
        "TERMINAL ID", "DATUM", "BELEG NR", "TRACE NR", "승인번호", "카드번호",
        "FOR EXCHANGE", "EXCHANGE", "INVOICE NO", "BILL NO", "GST ID", "GST REG", "TEL", "FAX", "BED NR", "KASSE",
        "전화번호", "사업자번호", "DOC NO",
      ]
    ),
  ]
}
