// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: languages in results are valid BCP 47 tags.

import DocScanCore
import Testing

@Suite("Language tags")
struct LanguageTagTests {
  @Test(
    "Maps Tesseract's packs to BCP 47 tags",
    arguments: [
      ("eng", "en"), ("deu", "de"), ("frk", "de-Latf"), ("deu_latf", "de-Latf"), ("chi_sim", "zh-Hans"),
      ("chi_tra_vert", "zh-Hant"), ("jpn_vert", "ja"), ("srp_latn", "sr-Latn"), ("srp", "sr"), ("uzb_cyrl", "uz-Cyrl"),
      ("ita_old", "it"), ("grc", "grc"), ("kmr", "kmr"), ("kur_ara", "ku-Arab"), ("script/Cyrillic", "und-Cyrl"),
      ("script/Japanese_vert", "und-Jpan"), ("script/Vietnamese", "vi"), ("osd", nil), ("equ", nil), ("snum", nil),
      ("", nil), ("en\"><", nil),
    ] as [(String, String?)])
  func packs(pack: String, tag: String?) { #expect(LanguageTag(tesseract: pack)?.description == tag) }

  @Test("Gives no language for a page that was read in several")
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
