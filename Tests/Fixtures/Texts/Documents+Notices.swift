// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// The languages of the notices, as Tesseract names them.
  public static let languages = ["eng", "deu", "fra", "ita", "spa", "por", "kor", "jpn", "chi_sim", "chi_tra"]

  /// Returns a short notice in a language.
  public static func notice(in language: String) throws -> PageDrawing {
    switch language {
    case "deu": return try germanLetter()
    case "fra": return try frenchNote()
    case _: break
    }
    var page = PageDrawing()
    var y = 100.0
    for (index, text) in notices[language, default: []].enumerated() {
      let font = PageFont(family(for: language), size: index == 0 ? 17 : 12)
      y = try page.paragraph(text, at: Point(x: 72, y: y), width: 451, font: font, leading: 1.5) + 12
    }
    return page
  }

  /// Returns the Japanese notice in columns from right to left.
  public static func verticalNotice() throws -> PageDrawing {
    var page = PageDrawing()
    let font = PageFont(.japanese, size: 13)
    var x = 500.0
    for text in notices["jpn", default: []] {
      var rest = Array(text)[...]
      while !rest.isEmpty {
        for (index, character) in rest.prefix(32).enumerated() {
          // Commas and full stops are at the upper right of their square.
          let isStop = "、。".contains(character)
          let place = Point(
            x: x + (isStop ? 0.6 : 0) * font.size, y: 90 + (Double(index) * 1.08 - (isStop ? 0.55 : 0)) * font.size)
          try page.line(String(character), at: place, font: font)
        }
        rest = rest.dropFirst(32)
        x -= 1.8 * font.size
      }
    }
    return page
  }

  /// Returns the paragraphs of a notice, its heading first.
  public static func paragraphs(in language: String) -> [String] { notices[language, default: []] }

  /// Returns the fonts that draw a language.
  public static func family(for language: String) -> PageFont.Family {
    switch language {
    case "jpn": .japanese
    case "kor", "chi_sim", "chi_tra": .chinese
    case _: .serif
    }
  }

  private static let notices: [String: [String]] = [
    "eng": [
      "The ferry to Marrow Island",
      "Dear passengers,",
      "from the first of May the ferry leaves the harbour every morning at half past seven, and again at "
        + "noon and at six in the evening. Bicycles travel free of charge, dogs pay half the fare.",
      "Because the old pier is being repaired, please use the gate behind the fish market until the end of "
        + "June. The ticket office stays where it is, and the café has promised to open early.",
      "When the wind is stronger than seven, the last boat may be cancelled; a yellow flag above the "
        + "lighthouse tells you so. We wish you a pleasant journey.",
    ],
    "ita": [
      "La biblioteca riapre",
      "Cari lettori,",
      "dopo due mesi di lavori la biblioteca comunale riapre lunedì 9 settembre. Il tetto è stato rifatto, "
        + "le finestre nuove si chiudono bene e nella sala grande non farà più freddo d'inverno.",
      "Chi ha ancora dei libri a casa può restituirli senza multa entro la fine del mese. Ogni mercoledì "
        + "alle cinque la signora Bellini leggerà una fiaba ai più piccoli; i genitori sono i benvenuti.",
      "Cerchiamo anche qualcuno che sappia riparare le vecchie sedie: il falegname del paese è andato in "
        + "pensione e nessuno ha preso il suo posto. Grazie della pazienza.",
    ],
    "spa": [
      "El huerto de la escuela",
      "Queridas familias,",
      "este otoño los niños de cuarto curso plantarán un huerto detrás del gimnasio. Necesitamos tierra, "
        + "semillas de lechuga y de zanahoria, y sobre todo manos con ganas de trabajar el sábado por la "
        + "mañana.",
      "El año pasado las lluvias se llevaron la mitad de los tomates, así que esta vez construiremos una "
        + "pequeña valla de piedra. ¿Alguien tiene una carretilla que ya no use? Les rogamos que avisen a la "
        + "señora Ibáñez.",
      "Cuando llegue la primavera venderemos la cosecha en la plaza y, con lo que ganemos, compraremos "
        + "libros nuevos para la biblioteca.",
    ],
    "por": [
      "O comboio da serra",
      "Caros passageiros,",
      "a partir de segunda-feira o comboio da serra volta a circular todos os dias, com partida às oito da "
        + "manhã e às três da tarde. A ponte sobre a ribeira está pronta e as estações foram pintadas de novo.",
      "Os bilhetes compram-se na estação ou na padaria do senhor Gonçalves, que também guarda as "
        + "bicicletas. As crianças até aos seis anos não pagam; os cães viajam no último vagão.",
      "Se houver nevoeiro, pedimos a vossa compreensão: a velocidade não pode passar dos trinta quilómetros "
        + "por hora. Lá em cima, no miradouro, há café quente e pão com chouriço.",
    ],
    "kor": [
      "동네 도서관 이사 안내",
      "안녕하십니까.",
      "우리 동네 도서관이 다음 달 첫째 월요일부터 시장 옆 새 건물로 자리를 옮깁니다. 책을 나르는 동안에는 빌려 "
        + "드릴 수 없으니 필요한 책은 이번 주 안에 미리 빌려 가시기 바랍니다.",
      "새 건물 이층에는 어린이 방과 조용히 공부할 수 있는 자리가 마흔 개 있습니다. 지하에는 자전거를 세울 수 "
        + "있고, 옥상에서는 강과 산이 한눈에 보입니다.",
      "토요일 오후 세 시에는 작은 잔치를 엽니다. 떡과 차를 준비했으니 이웃과 함께 오십시오. 궁금한 점은 전화로 "
        + "물어보시면 친절하게 알려 드리겠습니다.",
    ],
    "jpn": [
      "町の図書館が引っ越します",
      "みなさまへ",
      "来月の最初の月曜日から、町の図書館は市場のとなりの新しい建物に移ります。本を運ん"
        + "でいるあいだは貸し出しができませんので、必要な本は今週のうちに借りておいてください。",
      "新しい建物の二階には、子どもの部屋と、静かに勉強できる席が四十あります。地下には"
        + "自転車を置くことができ、屋上からは川と山がよく見えます。",
      "土曜日の午後三時から小さなお祝いの会を開きます。お茶とお菓子を用意してお待ちして"
        + "いますので、近所の方といっしょにお越しください。",
    ],
    "chi_sim": [
      "社区图书馆搬迁通知",
      "各位邻居：",
      "从下个月的第一个星期一开始，社区图书馆将搬到市场旁边的新楼。搬书期间不能借阅，请"
        + "大家在这个星期之内把需要的书提前借走。",
      "新楼的二层有儿童阅览室，还有四十个可以安静学习的座位。地下可以停放自行车，站在楼"
        + "顶能看见远处的河流和山峰。",
      "星期六下午三点我们准备了一个简单的庆祝会，有热茶和点心，欢迎你们带着家人一起来参"
        + "加。如果还有问题，请打电话告诉我们。",
    ],
    "chi_tra": [
      "社區圖書館搬遷通知",
      "各位鄰居：",
      "從下個月的第一個星期一開始，社區圖書館將搬到市場旁邊的新樓。搬書期間不能借閱，請"
        + "大家在這個星期之內把需要的書提前借走。",
      "新樓的二層有兒童閱覽室，還有四十個可以安靜學習的座位。地下可以停放自行車，站在樓"
        + "頂能看見遠處的河流和山峰。",
      "星期六下午三點我們準備了一個簡單的慶祝會，有熱茶和點心，歡迎你們帶著家人一起來參"
        + "加。如果還有問題，請打電話告訴我們。",
    ],
  ]
}
