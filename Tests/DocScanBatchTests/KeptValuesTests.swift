// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a translation never changes numbers, addresses, or account numbers.

import DocScanCore
import Testing

@testable import DocScanBatch
@testable import DocScanHTTP
@testable import DocScanTranslation

@Suite("Values in translations")
struct KeptValuesTests {
  private func kept(_ text: String, known: [String] = []) -> [String] {
    KeptValues(text, known: known).pieces.filter(\.isKept).map(\.text)
  }

  @Test(
    "Finds numbers, addresses, and groups of digits, without words and marks around them",
    arguments: [
      ("Son 1.234,50 € al año.", ["1.234,50"]), ("el 12/05/2024, a las 10:30.", ["12/05/2024", "10:30"]),
      ("(véase la página 7)", ["7"]), ("llame al +34 91 555 01 23.", ["+34 91 555 01 23"]),
      ("ES91 2100 0418 4502 0005 1332", ["ES91 2100 0418 4502 0005 1332"]),
      ("Escriba a «a.b@casa.es».", ["a.b@casa.es"]), ("www.casa.es/a_b?c=1, o", ["www.casa.es/a_b?c=1"]),
      ("https://casa.es/.", ["https://casa.es"]), ("el 1er día, a 12h y 5kg", ["1", "12", "5"]),
      ("2024年5月12日", ["2024", "5", "12"]), ("第五5号，４５円", ["5", "４５"]), ("Wir sehen uns.", []),
      ("A4, B-52 y T1000", ["A4", "B-52", "T1000"]),
      ("a 52-week low in a 10-K", ["52", "10"]), ("v0 := side_exit_2", ["v0", "side_exit_2"]), ("20 %", ["20"]),
      ("20%", ["20%"]),
    ])
  func finds(text: String, values: [String]) {
    #expect(kept(text) == values)
    #expect(KeptValues(text).pieces.map(\.text).joined() == text)
    #expect(KeptValues(text).survive(in: text))
  }

  @Test("Keeps typed data that was detected on the page")
  func known() {
    #expect(kept("Vuelo IB 3170 a Lima", known: ["IB 3170"]) == ["IB 3170"])
    #expect(kept("Casa Roja, S.A.", known: ["Casa Roja"]) == ["Casa Roja"])
  }

  @Test(
    "Accepts a translation only if it contains every value as often as the text",
    arguments: [
      ("el 5 y el 5", "the 5 and the 5", true), ("el 5 y el 5", "the 5", false), ("la línea 24", "line 124", false),
      ("la línea 24", "line 24", true), ("1.234,50 €", "1,234.50 €", false), ("a las 10:30", "at 10:30", true),
      ("pin 5 y 55", "pin 55 and 5", true), ("nada", "nothing 7", true),
    ])
  func survives(text: String, translation: String, isKept: Bool) {
    #expect(KeptValues(text).survive(in: translation) == isKept)
  }

  @Test(
    "Allows only local servers and https",
    arguments: [
      ("https://a.example.org", true, false), ("http://localhost:5000/", true, true),
      ("http://127.0.0.1:1", true, true),
      ("http://[::1]:5000", true, true), ("http://a.example.org", false, false),
      ("http://127.0.0.1.example.org", false, false), ("http://localhost@example.org", false, false),
      ("https://user:key@example.org", false, false), ("https://example.org/?key=1", false, false),
      ("ftp://localhost", false, false), ("localhost:5000", false, false), ("https://", false, false),
      ("http://127.1", false, false),
    ])
  func addresses(text: String, isAllowed: Bool, isLocal: Bool) {
    do {
      let address = try ServerAddress(text, path: "translate.address")
      #expect(isAllowed && address.isLocal == isLocal && !address.text.hasSuffix("/"))
    } catch {
      #expect(!isAllowed, "\(error)")
    }
  }

  @Test(
    "Names Debian's package for a language pair with either code",
    arguments: [
      ("es", "en", "apertium-eng-spa"), ("es", "ca", "apertium-spa-cat"), ("fr", "es", "apertium-fr-es"),
      ("en", "es", "apertium-eng-spa"), ("nn", "nb", nil), ("de", "en", nil),
    ] as [(String, String, String?)])
  func packages(source: String, target: String, package: String?) {
    #expect(ApertiumPackages.package(ApertiumProvider.codes(source), ApertiumProvider.codes(target)) == package)
  }

  @Test("Prefers a regional variant if the tag has a region", arguments: [("pt-BR", ["pt_BR", "por_BR", "pt", "por"])])
  func codes(tag: String, codes: [String]) { #expect(ApertiumProvider.codes(tag) == codes) }
}
