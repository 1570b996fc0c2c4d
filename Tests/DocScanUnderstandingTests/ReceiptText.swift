// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pages with receipts' texts.

import DocScanCore
import DocScanFiles

/// Pages with receipts' texts, as if they had been recognized.
enum ReceiptText {
  /// Returns a page with one line for each line of the text; two or more spaces separate columns, which are separate lines if torn.
  static func page(_ text: String, torn: Bool = false, slope: Double = 0, confidence: Double = 0.95) -> RecognizedPage {
    var (left, right): ([Line], [Line]) = ([], [])
    for (index, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !row.isEmpty {
      var words: [[Word]] = [[]]
      var (column, spaces) = (0.0, 0)
      for word in row.split(separator: " ", omittingEmptySubsequences: false) {
        if word.isEmpty {
          column += 1
          spaces += 1
          continue
        }
        if spaces > 0, !(words.last ?? []).isEmpty { words.append([]) }
        spaces = 0
        let x = 20 + 12 * column
        let width = Double(String(word).columns) * 12
        words[words.count - 1].append(
          Word(
            text: String(word), confidence: confidence,
            box: Box(x: x, y: 20 + 30 * Double(index) + slope * x, width: width, height: 20)))
        column += Double(String(word).columns) + 1
      }
      for (place, group) in words.enumerated() where !group.isEmpty {
        if place > 0, torn { right.append(line(group)) } else { left.append(line(group)) }
      }
    }
    let blocks = [left, right].filter { !$0.isEmpty }.map { lines in
      Block(kind: .text, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
    }
    return RecognizedPage(
      document: DocumentReference(name: "receipt", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "receipt.png", sourcePage: 1), status: .recognized,
      image: RasterSize(width: 800, height: 1600, dpi: 200), text: pageText(blocks), confidence: confidence,
      blocks: blocks)
  }

  private static func line(_ words: [Word]) -> Line {
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let last = words[words.count - 1].box
    return Line(
      text: joinedText(words), confidence: meanConfidence(words), box: box,
      baseline: [Point(x: box.x, y: words[0].box.maxY), Point(x: last.maxX, y: last.maxY)], words: words)
  }

  static let malaysian = """
    SOON HUAT MACHINERY ENTERPRISE
    (JM0352019-K)
    NO.53 JALAN PUTRA 1,
    TAMAN SRI PUTRA,
    81200 JOHOR BAHRU
    TEL: 07-5547360 FAX: 07-5624059
    GST ID : 002116837376
    TAX INVOICE
    Doc No. CS00004040    Date: 11/01/2018
    Cashier USER    Time: 09:44:00
    Item Qty Price Amount
    ENGINE OIL    2  17.00  34.00
    STARTER TALI  1  8.00   8.00
    Total Sales (Excluding GST)   42.00
    GST @ 6%      2.52
    Rounding Adjustment  -0.02
    Total Sales (Inclusive of GST)  44.50
    CASH     50.00
    CHANGE   5.50
    GST Summary   Amount(RM)   Tax(RM)
    SR @ 6%   42.00   2.52
    """

  static let german = """
    Frischemarkt Lindner GmbH
    Grüner Weg 41
    33098 Paderborn
    Tel. 05251-871871
    EUR
    Bio Honig    3,29 B
    2 x 0,59
    Karottenbrot    1,18 B
    Zahncreme    2,15 A
    Pfandrückgabe   -0,25 A
    SUMME    EUR    6,37
    Geg. BAR   EUR   10,00
    Rückgeld   EUR   3,63
    MwSt   Netto   MwSt   Brutto
    A 19%   1,60   0,30   1,90
    B 7%   4,18   0,29   4,47
    Bon-Nr. 7347   Kasse 5
    03.04.2020   09:53 Uhr
    Vielen Dank für Ihren Einkauf!
    """

  static let korean = """
    우리마트 청주점
    충북 청주시 서원구 쌍샘로 109
    전화번호:043-277-3700
    사업자번호:613-81-80546
    상품명   단가   수량   금액
    당근 1봉지   1,980   1   1,980
    콜라비   980   2   1,960
    과세물품가액   3,582
    부가세   358
    합계   3,940
    받은금액   5,000
    거스름돈   1,060
    거래일시: 2025-12-26 20:09
    """

  static let japanese = """
    スーパーみどり 中野店
    東京都中野区中野3丁目12番地
    電話 03-1234-5678
    領収書
    2024年5月3日(金) 18:05   レジ0002
    牛乳   ¥228※
    食パン   ¥158※
    洗剤   2点   ¥396
    小計   ¥782
    (内税 8%対象   ¥386)
    合計   ¥782
    お預り   ¥1,000
    お釣り   ¥218
    """

  static let chinese = """
    惠民超市
    上海市静安区南京西路128号
    电话:021-62345678
    收银员:003   单号:20240503118
    品名   数量   单价   金额
    纯牛奶   2   6.50   13.00
    全麦面包   1   8.80   8.80
    合计   21.80
    实收   50.00
    找零   28.20
    日期:2024-05-03 18:20:11
    """

  static let american = """
    Bernal Cutlery
    766 Valencia Street
    San Francisco, CA 94110
    (415) 346-1326
    05/06/2023 2:41 PM
    Paring knife   $18.00
    Sponge   $4.00
    Subtotal   $22.00
    Sales Tax 8.625%   $1.90
    TOTAL   $23.90
    VISA 1234   $23.90
    Thank you!
    """
}
