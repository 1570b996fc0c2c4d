// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a page's language is detected with an honest confidence.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Languages of texts")
struct PageLanguageTests {
  private static let texts = [
    (
      "en",
      "The committee met again in the afternoon and agreed that the bridge should be repaired before winter comes."
    ),
    (
      "de",
      "Der Ausschuss kam am Nachmittag wieder zusammen und beschloss, dass die Brücke vor dem Winter repariert wird."
    ),
    ("fr", "Le comité s'est réuni de nouveau dans l'après-midi et a décidé que le pont serait réparé avant l'hiver."),
    (
      "es",
      "El comité se reunió de nuevo por la tarde y acordó que el puente fuera reparado antes de que llegue el invierno."
    ),
    (
      "it",
      "Il comitato si è riunito di nuovo nel pomeriggio e ha deciso che il ponte sarà riparato prima dell'inverno."
    ),
    ("pt", "A comissão reuniu-se de novo à tarde e decidiu que a ponte seria reparada antes de chegar o inverno."),
    ("ko", "위원회는 오후에 다시 모여 겨울이 오기 전에 다리를 고치기로 결정하였습니다."),
    ("ja", "委員会は午後に再び集まり、冬が来る前に橋を修理することを決めました。"),
    ("zh-Hans", "委员会下午再次开会，决定在冬天到来之前修好这座桥，并且请大家提出意见。"),
    ("zh-Hant", "委員會下午再次開會，決定在冬天到來之前修好這座橋，並且請大家提出意見。"),
  ]

  @Test("Detects the language of a text", arguments: texts)
  func plain(tag: String, text: String) {
    let language = PageLanguage(of: page(text))
    #expect(language.tag == tag && language.confidence > 0.7)
    #expect(language.blocks.map(\.tag) == [tag])
  }

  @Test("Detects the language despite capitals and misread letters", arguments: texts)
  func damaged(tag: String, text: String) {
    #expect(PageLanguage(of: page(text.uppercased())).tag == tag)
    let damaged = text.enumerated().map { $0.offset % 11 == 5 ? "l" : String($0.element) }.joined()
    #expect(PageLanguage(of: page(damaged)).tag == tag)
  }

  @Test("Returns a probability for texts of any length", arguments: [1, 10, 60, 400])
  func long(times: Int) {
    for (tag, text) in Self.texts {
      let language = PageLanguage(of: page(Array(repeating: text, count: times).joined(separator: " ")))
      #expect(language.tag == tag && (0.7...1).contains(language.confidence))
      #expect(language.blocks.allSatisfy { (0...1).contains($0.confidence) })
    }
  }

  @Test("Detects other languages")
  func others() {
    let texts = [
      "nl":
        "De commissie kwam 's middags weer bijeen en besloot dat de brug gerepareerd moet worden voordat het winter wordt.",
      "pl": "Komisja zebrała się ponownie po południu i postanowiła, że most zostanie naprawiony przed zimą.",
      "ru": "Комиссия снова собралась днём и решила, что мост будет отремонтирован до зимы.",
    ]
    for (tag, text) in texts { #expect(PageLanguage(of: page(text)).tag == tag) }
  }

  @Test("Detects the language of each block")
  func twoLanguages() {
    let both = page(Self.texts[0].1 + "\n" + Self.texts[0].1 + "\n\n" + Self.texts[1].1)
    let language = PageLanguage(of: both)
    #expect(language.tag == "en")
    #expect(language.blocks.map(\.tag) == ["en", "de"] && language.blocks.map(\.block) == [0, 1])
  }

  @Test("Distinguishes Japanese from Chinese forms of names and numbers")
  func forms() {
    #expect(PageLanguage(of: page("請求書番号 88-1207 顧客 40213\n発行日 支払期限 小計 税率 合計 カード")).tag == "ja")
    #expect(PageLanguage(of: page("发票号码 88-1207 客户 40213\n开票日期 付款期限 小计 税率 合计 卡号")).tag == "zh-Hans")
  }

  @Test("Returns \"und\" if the text has no evidence", arguments: ["", "12.50 31.00 7", "31", "— * —"])
  func nothing(text: String) {
    let language = PageLanguage(of: page(text))
    #expect(language.tag == "und" && language.confidence == 0 && language.blocks.isEmpty)
  }
}
