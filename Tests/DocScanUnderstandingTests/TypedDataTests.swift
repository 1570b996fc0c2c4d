// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: typed data is found in nine languages, and look-alikes aren't.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Typed data")
struct TypedDataTests {
  @Test(
    "Finds dates in the forms of many languages",
    arguments: [
      ("The lease began on 5 March 2024 and was renewed", "2024-03-05"),
      ("signed on March 5th, 2024 in the presence of the witnesses", "2024-03-05"),
      ("The invoice of 03/25/2024 is still open for payment", "2024-03-25"),
      ("The invoice of Ju1 25, 2024 is still open for payment", "2024-07-25"),
      ("Die Rechnung vom 5. März 2024 ist noch nicht bezahlt worden", "2024-03-05"),
      ("Wir haben Ihren Brief vom 05.03.2024 erhalten und danken", "2024-03-05"),
      ("La facture du 1er août 2023 n'a pas encore été payée par vous", "2023-08-01"),
      ("El contrato se firmó el 5 de marzo de 2024 en esta ciudad", "2024-03-05"),
      ("Il contratto è stato firmato il 5 marzo 2024 a Roma dalle parti", "2024-03-05"),
      ("A fatura de 5 de março de 2024 ainda não foi paga por vocês", "2024-03-05"),
      ("Prosimy o wpłatę kwoty do dnia 3 czerwca 2026 r. na podany rachunek", "2026-06-03"),
      ("Pismo z dnia 12 listopada 2026 r. zostało doręczone stronie", "2026-11-12"),
      ("Ugovor je potpisan 12. listopada 2026. u Zagrebu i vrijedi odmah", "2026-10-12"),
      ("Račun je od 12 listopada 2026 i vrijedi od danas za sve kupce", "2026-10-12"),
      ("Račun smo primili 8. srpnja 2026. i odmah ga platili u cijelosti", "2026-07-08"),
      ("Smlouva byla podepsána dne 9. října 2026 v Brně oběma stranami", "2026-10-09"),
      ("Zmluva bola podpísaná dňa 9. októbra 2026 v Košiciach stranami", "2026-10-09"),
      ("Tack för samtalet den 6 maj 2026 och för ditt intresse för oss", "2026-05-06"),
      ("Vi har modtaget dit brev af 5. marts 2026 og svarer hermed på det", "2026-03-05"),
      ("Avtalen ble inngått den 12. desember 2026 mellom begge partene", "2026-12-12"),
      ("Sopimus allekirjoitettiin 3. marraskuuta 2026 ja se on voimassa", "2026-11-03"),
      ("Sözleşme 7 ekim 2026 tarihinde taraflarca burada imzalanmıştır", "2026-10-07"),
      ("Contractul a fost semnat la 2 septembrie 2026 de ambele părți", "2026-09-02"),
      ("계약은 2024년 3월 5일에 체결되었습니다 감사합니다", "2024-03-05"),
      ("회의는 2024. 3. 5. 오전에 열립니다 참석해 주십시오", "2024-03-05"),
      ("단기 4357년 3월 5일에 이 글을 씁니다 여러분", "2024-03-05"),
      ("契約は令和6年3月5日に結ばれました。よろしくお願いします", "2024-03-05"),
      ("彼は平成元年1月8日に生まれました。そして学校に行きました", "1989-01-08"),
      ("昭和 64 年 1 月 7 日までのものです。そして終わりました", "1989-01-07"),
      ("合同于2024年3月5日签订，双方各执一份。谢谢您的来信", "2024-03-05"),
      ("本合同于二〇二四年三月十五日签订，双方各执一份", "2024-03-15"),
      ("民國113年3月5日，本公司於臺北舉行會議，請準時參加", "2024-03-05"),
    ])
  func dates(text: String, date: String) { #expect(found(text) == ["date " + date]) }

  @Test(
    "Finds values without a word that names them",
    arguments: [
      ("The invoice was settled with 5212 1248 1075 6909 on Monday, as we said", ["card 5212124810756909"]),
      ("We hold two places for you on JL 1242, arriving in the morning", ["flight JL1242"]),
      ("Deux places vous attendent à bord du TP433, avec notre salut", ["flight TP433"]),
      (
        "Marta Brandt, mapas. 91 835 15 50. info2@museum.co.uk. La sala cierra pronto, gracias por su visita",
        ["phone +34918351550", "email info2@museum.co.uk"]
      ),
      (
        "Marta Brandt, cartes et plans. +33 4 72 60 45 13.j_costa@museum.co.uk. La salle ferme pour vous",
        ["phone +33472604513", "email j_costa@museum.co.uk"]
      ),
      ("Foram 12 caixas @ 213 639 023 unidades, como se vê na lista", []),
      ("O Tom atende no 213 639 023, e não se paga nada por isso", ["phone +351213639023"]),
      ("汤姆在这里 138 9674 1410 。我们的阅览室今天关门了，请您明天再来", ["phone +8613896741410"]),
      ("2011年5月27目に払いました。どうもありがとうございました", ["date 2011-05-27"]),
    ])
  func unnamed(text: String, values: [String]) { #expect(found(text) == values) }

  @Test("Determines the order of day and month by setting, page, or language")
  func order() {
    #expect(found("The meeting of 03/04/2024 was short") == ["date 2024-03-04"])
    #expect(found("The meeting of 03/04/2024 and of 25/04/2024") == ["date 2024-04-03", "date 2024-04-25"])
    #expect(found("The meeting of 03/04/2024 and of 25 / 04 / 24").first == "date 2024-04-03")
    #expect(found("La réunion du 03/04/2024 a été courte pour nous") == ["date 2024-04-03"])
    #expect(found("The meeting of 03/04/2024 was short", TypedData(dayFirst: true)) == ["date 2024-04-03"])
    #expect(found("La réunion du 03/04/2024 a été courte", TypedData(dayFirst: false)) == ["date 2024-03-04"])
  }

  @Test(
    "Decides the order of day and month by other evidence, or marks the date",
    arguments: [
      ("The meeting of 03/04/2024 was short and pleasant", "2024-03-04", "2024-04-03"),
      ("The meeting of 03.04.2024 was short and pleasant", "2024-04-03", nil),
      ("The meeting of Wednesday 03/04/2024 was short and pleasant", "2024-04-03", nil),
      ("The meeting of 03/04/2024 was short, and it cost £12.50 for each of us", "2024-04-03", nil),
      ("The meeting of 03/04/2024 was short, and it cost £12.50, or 4/ 21.59 for two", "2024-04-03", nil),
      ("The meeting of 03/04/2024 was short, see you in Boston, MA 02110", "2024-03-04", nil),
      ("The meeting of 03/04/2024 was short, and it cost $12.50 for each of us", "2024-03-04", "2024-04-03"),
      ("The invoice of 03/04/2024 is for 12.50 EUR, and it is due at once", "2024-04-03", "2024-03-04"),
      ("La réunion du 03/04/2024 a été courte pour nous tous et pour elle", "2024-04-03", nil),
      ("The meeting of 03/04/2024 was short, and this is from 3 April 2024", "2024-04-03", nil),
      ("The meeting of 04/04/2024 was short and pleasant", "2024-04-04", nil),
      ("The meeting of 2024-03-04 was short and pleasant", "2024-03-04", nil),
    ])
  func ambiguousDates(text: String, value: String, alternative: String?) throws {
    let date = try #require(TypedData(types: [.date]).find(on: page(text)).first)
    #expect(date.value == value)
    #expect(date.alternative == alternative)
    #expect((date.confidence < 0.6) == (alternative != nil))
  }

  @Test("Keeps dates ambiguous if other dates of the document disagree")
  func dividedDates() {
    let dates = TypedData(types: [.date]).find(on: page("Held on 03/04/2024, on 25/04/2024, and on 04/26/2024 again"))
    #expect(dates.map { $0.alternative != nil } == [true, false, false])
  }

  @Test(
    "Finds times with a marker",
    arguments: [
      ("Please come at 2:30 pm to the office", "14:30"), ("Doors open from 09:15 to the public", "09:15"),
      ("Der Zug fährt um 14.30 Uhr vom Bahnhof ab", "14:30"), ("Le train part à 14h30 de la gare du Nord", "14:30"),
      ("회의는 오후 2시 30분에 시작합니다 여러분", "14:30"), ("회의는 오후 2:30에 시작합니다 여러분", "14:30"), ("会議は午後2時30分に始まります。よろしく", "14:30"),
      ("会议在下午3点开始，请准时参加我们的活动", "15:00"),
    ])
  func times(text: String, time: String) { #expect(found(text) == ["time " + time]) }

  @Test(
    "Reads amounts with a currency sign, code, or name",
    arguments: [
      ("The price of $1,234.50 was paid in full", "1234.50 USD"), ("It costs £12 at the door for adults", "12 GBP"),
      ("Der Preis von 1.234,50 € ist fällig und wird abgebucht", "1234.50 EUR"),
      ("Der Betrag von EUR 99,- ist fällig und wird abgebucht", "99 EUR"),
      ("Le montant de 1 234,50 € est dû avant la fin du mois", "1234.50 EUR"),
      ("금액 1,234원을 입금해 주시면 감사하겠습니다", "1234 KRW"), ("금액은 모두 5만 원입니다 감사합니다", "50000 KRW"),
      ("料金は¥1,234です。よろしくお願いします", "1234 JPY"), ("料金は1,234円です。よろしくお願いします", "1234 JPY"),
      ("请支付1234.50元，谢谢您的来信和支持", "1234.50 CNY"), ("请支付¥1,234.50，谢谢您的来信和支持", "1234.50 CNY"),
      ("Total payable in the shop: RM 86.00 with tax", "86.00 MYR"),
      ("Revenue of $3.2 million was reported this year", "3200000 USD"),
    ])
  func money(text: String, amount: String) { #expect(found(text) == ["money " + amount]) }

  @Test(
    "Normalizes phone numbers to E.164",
    arguments: [
      ("For questions call (212) 555-0142 in the morning", "+12125550142"),
      ("Write or call +44 20 7946 0958 in the morning", "+442079460958"),
      ("Sie erreichen uns unter 030 / 9123456 am Vormittag", "+49309123456"),
      ("Appelez le 01 42 68 53 00 pour toute question", "+33142685300"),
      ("Teléfono 912 345 678 para cualquier consulta que tenga", "+34912345678"),
      ("문의 전화 02-859-7114 로 연락해 주시기 바랍니다", "+8228597114"),
      ("お問い合わせは電話 03-5321-1111 までお願いします", "+81353211111"),
      ("请拨打电话 010-6552 9988 联系我们，谢谢您的来信", "+861065529988"),
    ])
  func phones(text: String, number: String) { #expect(found(text) == ["phone " + number]) }

  @Test(
    "Finds web and email addresses",
    arguments: [
      ("Write to a.brandt@museum.co.uk for tickets", "email a.brandt@museum.co.uk"),
      ("See https://www.harbour-library.org/plan/350 for details.", "url https://www.harbour-library.org/plan/350"),
      ("See www.museum.co.uk/53, or come and ask.", "url https://www.museum.co.uk/53"),
      ("Look it up (http://werk7.de/karte?id=248).", "url http://werk7.de/karte?id=248"),
      ("All dates are on harbour-library.org for everybody", "url https://harbour-library.org"),
    ])
  func addresses(text: String, expected: String) { #expect(found(text) == [expected]) }

  @Test(
    "Finds numbers with check digits",
    arguments: [
      ("Please pay to ES75 2238 7212 4561 0885 7034 soon", "iban ES7522387212456108857034"),
      ("The card 5212 5024 5566 0389 was charged", "card 5212502455660389"),
      ("Your parcel 1Z5TA8486501991894 has left", "tracking 1Z5TA8486501991894"),
      ("Your parcel CP419090216KR has left", "tracking CP419090216KR"),
      ("It was printed as ISBN 978-1-60558-392-1 then", "isbn 9781605583921"),
      ("It was printed as ISBN 0-306-40615-2 then", "isbn 0306406152"),
      ("USt-IdNr. DE136695976 der Firma in der Stadt", "vat DE136695976"),
      ("Your flight LH 786 leaves from gate B 42 soon", "flight LH786"),
      ("Bordkarte: IB 997, Sitz 14C, Reihe 9", "flight IB997"),
      ("Caro passageiro, viaja em LH 1640 pela manhã", "flight LH1640"),
    ])
  func numbers(text: String, expected: String) { #expect(found(text) == [expected]) }

  @Test(
    "Ignores look-alikes",
    arguments: [
      "We quote order 2024-0387 and version 3.1.4 of the list.", "Opening hours are 9 to 17, rooms 4.12 and 4.13.",
      "Article 40155, page 7 of 12, weighs 12.5 kg and is 30 x 40 cm.", "ISSN 2049-3630, volume 12, number 3-4.",
      "The score was 3:2, the scale is 1:500, see Luke 5:12.", "Paragraph 4.12.13 and table 10.3.2 of the manual.",
      "Die Rechnung Nr. 2024/0387 für Raum 3.14, Stand der Liste 4.2.", "주문 번호 2024-0387, 3층 14호, 무게 12.5 kg.",
      "注文番号 2024-0387、3階14号室、重さ 12.5 kg。", "订单号 2024-0387，3楼14室，重 12.5 kg。",
      "Serial number 4539 1488 0343 6468 is not what it seems, nor 5212 5024 5566 0388.",
      "From 1998 to 2004 he wrote 1234567 lines, e.g. on p.m. shifts.",
      "Part number 12345678901234, batch 000123456789.",
      "The file notes.txt and main.py, function a.b.c(), item.It and so.me words",
    ])
  func lookAlikes(text: String) { #expect(found(text) == []) }

  @Test(
    "Corrects misreadings that a check digit, numbering plan, or grammar proves",
    arguments: [
      ("Please pay to ES75 2238 72I2 456l O885 7034 soon", "iban ES7522387212456108857034"),
      ("Your parcel 12 5TA8486501991894 has left", "tracking 1Z5TA8486501991894"),
      ("Your parcel EES50270724GB has left", "tracking EE550270724GB"),
      ("The card 5212 5O24 5566 0389 was charged", "card 5212502455660389"),
      ("correo info2Qharbour-library.org para todas las preguntas", "email info2@harbour-library.org"),
      ("courriel office @harbour-library.org pour toute question", "email office@harbour-library.org"),
      ("web https: //www.harbour-library.org /plan/974 para todos", "url https://www.harbour-library.org/plan/974"),
      ("お支払いの金額1.216円をよろしくお願いします", "money 1216 JPY"), ("금액 \\3,870을 입금해 주십시오 감사합니다", "money 3870 KRW"),
      ("The contract of 5 Februarv 2024 was signed", "date 2024-02-05"),
      ("El vuelo 1B520 sale hoy por la tarde", "flight IB520"),
    ])
  func misreadings(text: String, expected: String) {
    #expect(found(text) == [expected])
    #expect(TypedData().find(on: page(text)).map(\.corrected) == [true])
  }

  @Test(
    "Joins a value that is split over two lines",
    arguments: [
      ("Please pay to ES75 2238 7212\n4561 0885 7034 soon", "iban ES7522387212456108857034"),
      ("The contract began on 5 March\n2024 and was renewed", "date 2024-03-05"),
      ("For questions call (212)\n555-0142 in the morning", "phone +12125550142"),
      (
        "See https://www.harbour-library.org/plan/\nrooms/350 for details",
        "url https://www.harbour-library.org/plan/rooms/350"
      ),
    ])
  func broken(text: String, expected: String) { #expect(found(text) == [expected]) }

  @Test(
    "Finds street addresses with their town",
    arguments: [
      (
        "Our house at 221 Baker Street, London NW1 6XE is open to the public",
        "address 221 Baker Street, London NW1 6XE"
      ),
      (
        "Write to us at 742 Evergreen Road, Springfield, IL 62704 before noon",
        "address 742 Evergreen Road, Springfield, IL 62704"
      ),
      (
        "Wir sind in der Hafenstraße 12a, 20457 Hamburg für Sie und Ihre Fragen da",
        "address Hafenstraße 12a, 20457 Hamburg"
      ),
      (
        "Nous sommes au 12 rue de la Paix, 75002 Paris pour toutes vos questions",
        "address 12 rue de la Paix, 75002 Paris"
      ),
      ("Estamos en la Calle Mayor 15, 28013 Madrid para todas sus preguntas", "address Calle Mayor 15, 28013 Madrid"),
      ("Siamo in Via Garibaldi 7, 00153 Roma per tutte le vostre domande", "address Via Garibaldi 7, 00153 Roma"),
      (
        "Estamos na Rua Augusta 24, 1100-048 Lisboa para todas as suas perguntas",
        "address Rua Augusta 24, 1100-048 Lisboa"
      ),
      ("お越しは 〒150-0001 東京都渋谷区神宮前1-2-3 の三階までお願いします", "address 〒150-0001 東京都渋谷区神宮前1-2-3"),
      ("会場は京都府京都市中京区寺町2丁目14番5号です。駅から歩いてください", "address 京都府京都市中京区寺町2丁目14番5号"),
      ("오시는 곳은 서울특별시 강남구 테헤란로 123 이며 주차는 어렵습니다", "address 서울특별시 강남구 테헤란로 123"),
      ("보내실 곳 경기도 성남시 분당구 판교로 242-1 입니다 감사합니다", "address 경기도 성남시 분당구 판교로 242-1"),
      ("请把信寄到北京市朝阳区建国路88号，谢谢您的帮助和支持", "address 北京市朝阳区建国路88号"),
      ("地下鉄は東京都が造り、3階に14号室があります。注文番号は 2024-0387 です", nil),
      ("서울 사무소는 3층 14호이며 길이는 12 미터, 구 번호는 5번입니다", nil),
      ("第3章第14节说明道路12号文件，版本3.1和订单号2024-0387", nil),
      ("Ihr Sitzplatz 14 ist im Wagen 7 und nicht auf dem Parkplatz 3 zu finden", nil),
      ("On 5 May the High Court ruled that 12 of the 40 had no way to do it", nil),
    ] as [(String, String?)])
  func streets(text: String, expected: String?) { #expect(found(text) == [expected].compactMap(\.self)) }

  @Test("Doesn't join values across blocks")
  func blocks() { #expect(found("For questions call (212)\n\n555-0142 in the morning") == []) }

  @Test("Returns a value's words, box, and text on the page")
  func places() throws {
    let all = TypedData().find(on: page("Hello\nThe contract of 5 March\n2024 was signed"))
    let date = try #require(all.first)
    #expect(date.text == "5 March 2024" && date.words == [4, 5, 6])
    #expect(date.box == Box(x: 0, y: 80, width: 460, height: 70))
    #expect((0.9...1).contains(date.confidence))
  }

  @Test("Masks cards and IBANs except for their last four characters unless requested")
  func masks() {
    let text = "The card 5212 5024 5566 0389 and the account ES75 2238 7212 4561 0885 7034"
    let masked = TypedData().find(on: page(text))
    #expect(masked.map(\.value) == ["************0389", "********************7034"])
    #expect(masked.map(\.text) == ["**** **** **** 0389", "**** **** **** **** **** 7034"])
    #expect(found(text) == ["card 5212502455660389", "iban ES7522387212456108857034"])
  }

  @Test("Finds only requested types, and reads phone numbers by region")
  func settings() {
    let text = "Call 020 7946 0958 before 5 March 2024"
    #expect(found(text, TypedData(types: [.date])) == ["date 2024-03-05"])
    #expect(found(text, TypedData(types: [.phone], region: "GB")) == ["phone +442079460958"])
    #expect(found(text, TypedData(types: [.phone])) == [])
    #expect(TypedData.knows(region: "GB") && !TypedData.knows(region: "XX"))
  }

  @Test("Lowers the confidence of doubtful text, less so with a check digit")
  func confidence() throws {
    let text = "It costs £12 and goes to ES75 2238 7212 4561 0885 7034"
    let sure = TypedData().find(on: page(text, confidence: 0.97)).map(\.confidence)
    let doubtful = TypedData().find(on: page(text, confidence: 0.3)).map(\.confidence)
    try #require(sure.count == 2 && doubtful.count == 2)
    #expect(doubtful[0] < sure[0] && doubtful[1] < sure[1] && doubtful[1] > doubtful[0])
  }

  @Test(
    "Reads telephone numbers of the country that a website's address names",
    arguments: [
      ("(03) 5550 1447", "www.muster.vic.gov.au", "+61355501447"), ("06 355 0144", "www.muster.org.nz", "+6463550144"),
    ])
  func websites(number: String, address: String, value: String) {
    #expect(found("Phone \(number) or see \(address) for more").contains("phone \(value)"))
  }
}
