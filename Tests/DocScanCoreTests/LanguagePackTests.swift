// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: users can name languages in any common form.

import DocScanCore
import Testing

@Suite("Names for language packs")
struct LanguagePackTests {
  @Test(
    "Finds the pack for codes, tags, and names",
    arguments: [
      ("deu", "deu"), ("de", "deu"), ("de-DE", "deu"), ("de-AT-1996", "deu"), ("ger", "deu"), ("German", "deu"),
      ("deutsch", "deu"), ("Deutsch", "deu"), (" german ", "deu"), ("de-Latf", "frk"), ("en", "eng"), ("en-GB", "eng"),
      ("en_US", "eng"), ("pt-BR", "por"), ("zh", "chi_sim"), ("zh-CN", "chi_sim"), ("zh-TW", "chi_tra"),
      ("zh-Hans", "chi_sim"), ("zh-Hant", "chi_tra"), ("zh-Hant-HK", "chi_tra"), ("ZH-hant", "chi_tra"),
      ("chi_sim", "chi_sim"), ("chi-sim", "chi_sim"), ("chinese", "chi_sim"), ("traditional chinese", "chi_tra"),
      ("ja", "jpn"), ("ja-Jpan", "jpn"), ("japanese", "jpn"), ("jpn_vert", "jpn_vert"), ("日本語", "jpn"),
      ("ko", "kor"), ("ko-KR", "kor"), ("ko-Kore", "kor"), ("fr", "fra"), ("français", "fra"), ("fr-CA", "fra"),
      ("nb", "nor"), ("sr", "srp"), ("sr-Latn", "srp_latn"), ("sr-Cyrl-RS", "srp"), ("uz-Cyrl", "uzb_cyrl"),
      ("ru-Cyrl", "rus"), ("el", "ell"), ("grc", "grc"), ("it", "ita"), ("es", "spa"), ("es-419", "spa"),
      // Custom packs and unknown names stay unchanged.
      ("eng_best", "eng_best"), ("script/Latin", "script/Latin"), ("tlh", "tlh"), ("klingon", "klingon"),
      ("de-Cyrl", "de-Cyrl"),
    ])
  func names(name: String, pack: String) { #expect(LanguagePack.pack(named: name) == pack) }

  @Test(
    "Accepts several languages in one text",
    arguments: [
      ("deu+eng", ["deu", "eng"]), ("de,en", ["deu", "eng"]), ("German, English", ["deu", "eng"]),
      ("de+deu", ["deu"]), ("zh-Hant", ["chi_tra"]), ("deu+", ["deu"]), ("", []), (" , ", []),
    ])
  func lists(text: String, packs: [String]) { #expect(LanguagePack.packs(in: text) == packs) }

  @Test("Names a package only if Debian has it")
  func packages() {
    #expect(LanguagePack.debianPackage(of: "deu") == "tesseract-ocr-deu")
    #expect(LanguagePack.debianPackage(of: "chi_sim_vert") == "tesseract-ocr-chi-sim-vert")
    for pack in ["tlh", "german", "de", "", "osd", "eng_best"] { #expect(LanguagePack.debianPackage(of: pack) == nil) }
  }

  @Test(
    "Suggests a language for a misspelled name",
    arguments: [("germn", "deu"), ("frensh", "fra"), ("japanesse", "jpn"), ("enlish", "eng")])
  func misspelt(name: String, pack: String) { #expect(LanguagePack.suggestion(for: name)?.pack == pack) }

  @Test("Suggests nothing if no language is similar")
  func noSuggestion() {
    for name in ["xx", "quxquxqux", ""] { #expect(LanguagePack.suggestion(for: name) == nil, "\(name)") }
  }
}
