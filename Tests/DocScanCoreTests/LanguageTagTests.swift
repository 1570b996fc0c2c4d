// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite("Names of languages")
struct LanguageTagTests {
  @Test(
    "Tesseract's packs have the names of BCP 47",
    arguments: [
      ("eng", "en"), ("deu", "de"), ("frk", "de-Latf"), ("deu_latf", "de-Latf"), ("chi_sim", "zh-Hans"),
      ("chi_tra_vert", "zh-Hant"), ("jpn_vert", "ja"), ("srp_latn", "sr-Latn"), ("srp", "sr"), ("uzb_cyrl", "uz-Cyrl"),
      ("ita_old", "it"), ("grc", "grc"), ("kmr", "kmr"), ("kur_ara", "ku-Arab"), ("script/Cyrillic", "und-Cyrl"),
      ("script/Japanese_vert", "und-Jpan"), ("script/Vietnamese", "vi"), ("osd", nil), ("equ", nil), ("snum", nil),
      ("", nil), ("en\"><", nil),
    ] as [(String, String?)])
  func packs(pack: String, tag: String?) { #expect(LanguageTag(tesseract: pack)?.description == tag) }

  @Test("A page read in several languages has no language of its own")
  func pages() {
    func language(_ languages: [String]) -> String? {
      RecognizedPage(
        document: DocumentReference(name: "a", sha256: "", pageCount: 1),
        page: PageReference(number: 1, source: "a", sourcePage: 1), status: .recognized, languages: languages
      ).language?.description
    }
    #expect(language(["por"]) == "pt")
    #expect(language(["por", "eng"]) == nil)
    #expect(language([]) == nil)
  }
}
