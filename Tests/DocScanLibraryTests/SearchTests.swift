// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: searches find every page they should, show where, and explain empty results.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLibrary
import DocScanReview
import DocScanStore
import Testing

@Suite("Searching a library") struct SearchTests {
  @Test("Finds words anywhere, phrases in order, and excludes words")
  func words() throws {
    let library = try SearchLibrary()
    try library.add("a", page("The rent is due in March."), page("Nothing is due."))
    try library.add("b", page("In March the rent rises."))
    #expect(try Set(library.find("march", "RENT")) == ["a 1", "b 1"])
    #expect(try library.find("rent is due") == ["a 1"])
    #expect(try library.find("\"due in march\"") == ["a 1"])
    #expect(try library.find("rent", "-rises") == ["a 1"])
    #expect(try library.find("rent -\"is due\"") == ["b 1"])
    #expect(try Set(library.find("rises OR nothing")) == ["b 1", "a 2"])
    #expect(try Set(library.find("rises", "OR", "nothing")) == ["b 1", "a 2"])
    #expect(try library.find("ris*") == ["b 1"])
    #expect(try library.find("ris").isEmpty)
  }

  @Test(
    "Finds amounts in any grouping",
    arguments: ["1589.80", "1589,80", "1.589,80", "1,589.80", "1'589.80", "\"1589.80\"", "1589.80 -invoice"])
  func findsAmountsInAnyGrouping(query: String) throws {
    let library = try SearchLibrary()
    let shown = ["1.589,80", "1,589.80", "1589.80", "1589,80", "1'589.80", "1 589,80"]
    for (number, text) in zip(1..., shown) { try library.add("m\(number)", page("Total \(text) EUR")) }
    try library.add("other", page("Total 1589.00 and 589.80 EUR"))
    #expect(try Set(library.find(query)) == Set((1...shown.count).map { "m\($0) 1" }))
  }

  @Test("Finds lakhs by plain digits, and leaves years and dates alone") func findsLakhsByPlainDigits() throws {
    let library = try SearchLibrary()
    try library.add("a", page("Total 12,34,567.00"))
    try library.add("b", page("Printed 2 024 times, on 01.02.2024"))
    try library.add("c", page("Order 05119 of 708,000.00"))
    #expect(try library.find("1234567.00") == ["a 1"])
    #expect(try library.find("708000") == ["c 1"])
    #expect(try library.find("1234567") == ["a 1"])
    #expect(try library.find("05119") == ["c 1"])
    #expect(try library.find("2024") == ["b 1"])
    #expect(try library.find("01.02.2024") == ["b 1"])
  }

  @Test("Finds words near each other")
  func near() throws {
    let library = try SearchLibrary()
    try library.add("a", page("The notice came one week after the end of the long term, and termination followed."))
    try library.add("b", page("Notice of termination."))
    #expect(try library.find("near/3(notice termination)") == ["b 1"])
    #expect(try Set(library.find("near/30(termination notice)")) == ["a 1", "b 1"])
    #expect(try library.find("near/3(\"of termination\" notice)") == ["b 1"])
  }

  private static let texts: [(text: String, found: [String], missed: [String])] = [
    ("The CAFÉ closes at noon.", ["cafe", "Café", "closes at"], ["caf"]),
    ("Die Straße führt über den Fluß.", ["strasse", "STRASSE", "uber den fluss", "führt"], ["stra"]),
    ("L’été à l’œuvre, déjà.", ["ete", "deja", "œuvre"], ["ét"]),
    ("El niño pequeño llegó mañana.", ["nino", "MAÑANA", "llego"], ["pequen"]),
    ("Perché la città è così bella?", ["perche", "citta", "cosi"], ["citt"]),
    ("A situação não é fácil.", ["situacao", "não", "facil"], ["situa"]),
    ("임대차 계약서에는 보증금을 적습니다.", ["계약", "계약서", "보증금", "차 계약"], ["서계"]),
    ("東京都の図書館で働いています。", ["図書", "東京", "書館で", "ています"], ["京東"]),
    ("请在合同上签字，谢谢合作。", ["合同", "签字", "同上"], ["合作同"]),
    ("請在合約上簽字。", ["合約", "簽"], ["约"]),
    ("Договор подписан вчера, ёлка стоит.", ["договор", "елка", "ПОДПИСАН"], ["догов"]),
    ("הַחוזה נחתם אתמול", ["החוזה", "נחתם"], ["חתם"]),
    (
      "وُلِدَ الكَاتِب في مدرســة أحمد سنة ١٩١١",
      ["ولد", "الكاتب", "\"مدرسه احمد\"", "فى", "1911", "ﻣﺪﺭﺳﺔ", "الكات*", "near(ولد 1911)"], ["كاتب"]
    ),
  ]

  @Test("Ignores case and accents, and finds parts in scripts without spaces", arguments: texts)
  func languages(text: String, found: [String], missed: [String]) throws {
    let library = try SearchLibrary()
    try library.add("other", page("quite another text 別の 다른 别的"))
    try library.add("this", page(text))
    for words in found { #expect(try library.find(words) == ["this 1"], "\(words)") }
    for words in missed { #expect(try library.find(words).isEmpty, "\(words)") }
  }

  @Test("Finds a hyphenated word whole, with both of its places")
  func hyphens() throws {
    let library = try SearchLibrary()
    try library.add("a", page("All of the docu-\nmentation is here."))
    let hit = try #require(try library.result(["the documentation is"]).hits.first)
    #expect(hit.matches.map(\.words) == [[2, 3, 4, 5]])
    #expect(hit.snippet.text == "All of the docu-mentation is here.")
    #expect(
      hit.matches.first?.boxes == [
        Box(x: 70, y: 0, width: 90, height: 20), Box(x: 0, y: 20, width: 120, height: 20),
      ])
  }

  @Test("Returns a hit's places on the page and the text around it")
  func places() throws {
    let library = try SearchLibrary()
    try library.add("letters/one", page("one two three\nfour five six"))
    let result = try library.result(["FIVE", "two"])
    let hit = try #require(result.hits.first)
    #expect(hit.document == "letters/one" && hit.file == "letters/one/pages/0001.json" && result.pages == 1)
    #expect(hit.matches.map(\.text) == ["two", "five"])
    #expect(
      hit.matches.map(\.boxes) == [
        [Box(x: 40, y: 0, width: 30, height: 20)], [Box(x: 50, y: 20, width: 40, height: 20)],
      ])
    #expect(hit.snippet.text == "one two three four five six" && hit.snippet.marks == [[4, 3], [19, 4]])
    // As on the page, nothing separates Han characters.
    try library.add("paper", page("能 恶 化 Alizadeh 等 人"))
    let paper = try #require(try library.result(["恶化"]).hits.first)
    #expect(paper.snippet.text == "能恶化 Alizadeh 等人" && paper.snippet.marks == [[1, 2]])
  }

  @Test("Filters by language, document, date, type, and merchant")
  func filters() throws {
    let library = try SearchLibrary()
    var german = page("Rechnung vom 3. März", languages: ["deu"])
    try german.findings.set([
      Detection(
        type: .date, text: "3. März", value: "2024-03-03", confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1),
        words: [0])
    ])
    var korean = page("영수증", languages: ["kor"])
    try korean.findings.set(Receipt.of("한강마트", "2024-05-03", "3560", "KRW"))
    try library.add("2024/de", german)
    try library.add("2023/ko", korean)
    try library.add("2024/en", page("An invoice"))
    #expect(try library.find("lang:kor") == ["2023/ko 1"] && library.find("lang:ko") == ["2023/ko 1"])
    #expect(try library.find("lang:German") == ["2024/de 1"])
    #expect(try Set(library.find("doc:2024*")) == ["2024/de 1", "2024/en 1"])
    #expect(try Set(library.find("-doc:2024*", "-lang:de")) == ["2023/ko 1"])
    #expect(try library.find("date:2024-03") == ["2024/de 1"])
    #expect(try Set(library.find("date:2024-03..2024-05")) == ["2024/de 1", "2023/ko 1"])
    #expect(try Set(library.find("date:2024-05..2024-03")) == ["2024/de 1", "2023/ko 1"])
    #expect(try library.find("date:2024-04").isEmpty)
    for key in ["kind:", "sender:", "amount:"] {
      let error = try #require(throws: BatchError.self) { try library.find("rechnung", key) }
      #expect(error.description.contains("\(key) needs a value"), "\(error)")
    }
    #expect(try Set(library.find("type:date")) == ["2024/de 1", "2023/ko 1"])
    #expect(try library.find("merchant:한강") == ["2023/ko 1"])
    #expect(try library.find("rechnung", "lang:en").isEmpty)
  }

  @Test(
    "Rejects an unknown language with a suggestion",
    arguments: [("lang:klingon", ""), ("-language:germn", " Did you mean language:German?")])
  func unknownLanguage(word: String, hint: String) throws {
    let error = try #require(throws: BatchError.self) { try SearchQuery(words: [word]) }
    #expect(error.description.contains(" is not a known language.\(hint) Use a code"), "\(error)")
    // Pages may have the code of a custom pack.
    _ = try SearchQuery(words: ["lang:tlh"])
  }

  @Test("Finds a probably misread word with fuzzy search, but not a certain one")
  func misread() throws {
    let library = try SearchLibrary()
    try library.add("candidate", page("the hause~house,0.4 is old"))
    try library.add("alike", page("a rnodern~ kitchen"))
    try library.add("sure", page("a modem line, a hose"))
    #expect(try library.find("house").isEmpty && library.find("modern").isEmpty)
    #expect(try library.find("house", fuzzy: true) == ["candidate 1"])
    #expect(try library.find("modern kitchen", fuzzy: true) == ["alike 1"])
    #expect(try library.result(["modern"]).notes.contains { $0.contains("--fuzzy") })
    // Exact matches come first.
    try library.add("plain", page("a modern one"))
    #expect(try library.find("modern", fuzzy: true) == ["plain 1", "alike 1"])
  }

  @Test("Suggests pages with all words of a phrase that wasn't found")
  func hint() throws {
    let library = try SearchLibrary()
    try library.add("a", page("rent for March"))
    #expect(
      try library.result(["March rent"]).notes == [
        "1 page has these words, but not one after the other. Words without quotation marks may be anywhere on the page."
      ])
  }

  @Test("Explains a filter for data that no stage detected")
  func noData() throws {
    let library = try SearchLibrary()
    try library.add("a", page("12 March 2024"))
    #expect(try library.result(["date:2024-03"]).notes.contains { $0.hasPrefix("No page here has typed data") })
    #expect(try library.result(["doc:b"]).notes.isEmpty)
    #expect(try library.result(["langauge:eng"]).notes == ["Did you mean language:eng?"])
    let unknown = try library.result(["supplier:acme"]).notes
    #expect(unknown.first?.hasPrefix("supplier: is not a filter, so it was searched as text. Filters: lang:") == true)
  }

  @Test("Suggests the word that a misspelled one resembles") func misspelled() throws {
    let library = try SearchLibrary()
    try library.add("a", page("We receive the necessary accommodation in Reykjavik"))
    try library.add("b", page("They receive mail"))
    for (word, meant) in [("recieve", "receive"), ("neccessary", "necessary"), ("acommodation", "accommodation")] {
      let note = "No page has \(word). Did you mean \(meant)?"
      #expect(try library.result([word]).notes.contains(note), "\(word)")
    }
    #expect(try library.result(["recieve", "mail"]).notes.contains("No page has recieve. Did you mean receive?"))
    for word in ["receive*", "xylophone", "mail"] {
      #expect(try !library.result([word]).notes.contains { $0.contains("Did you mean") }, "\(word)")
    }
  }

  @Test("Follows changes in the folder, even with a damaged index")
  func changes() throws {
    let library = try SearchLibrary()
    try library.add("a", page("apple"))
    try library.add("b", page("apple"))
    #expect(try library.find("apple").count == 2)
    try library.folder.remove("a")
    #expect(try library.find("apple") == ["b 1"])
    try library.folder.write("this is no database, whatever its name says", to: ".docscan/index.sqlite")
    #expect(try library.find("apple") == ["b 1"])
  }

  @Test("Finds a corrected word at once, and the original after undo")
  func decisions() throws {
    let library = try SearchLibrary()
    try library.add("a", page("the hause~house,0.4 by the river"))
    #expect(try library.find("hause") == ["a 1"])
    let service = try ReviewService(library: library.path)
    let item = try #require(service.list(limit: 10).items.first { $0.text == "hause" })
    let edit = try service.decide(item, "house", by: "Mei")
    #expect(try library.find("house") == ["a 1"])
    #expect(try library.find("hause") == [])
    #expect(try library.result(["house"]).hits.first?.snippet.text.contains("the house by") == true)
    #expect(try service.undo(edit, of: "a"))
    #expect(try library.find("hause") == ["a 1"])
    #expect(try library.find("house") == [])
  }

  @Test("Finds the same after a rebuild, without replaced content")
  func rebuilt() throws {
    let library = try SearchLibrary()
    for number in 1...20 {
      try library.add("d\(number)", page("number\(number) common w\(number % 3)"), page("other common"))
    }
    _ = try library.find("common")
    for number in 1...10 { try library.add("d\(number)", page("changed\(number) common w\(number % 3)")) }
    let queries = ["common", "w1", "other", "number3", "changed3", "common -w2", "doc:d1*"]
    _ = try LibrarySearch(library: library.path, rebuild: true)
    let again = try queries.map { try Set(library.find($0)) }
    let fresh = try SearchLibrary()
    for number in 1...10 { try fresh.add("d\(number)", page("changed\(number) common w\(number % 3)")) }
    for number in 11...20 {
      try fresh.add("d\(number)", page("number\(number) common w\(number % 3)"), page("other common"))
    }
    #expect(try queries.map { try Set(fresh.find($0)) } == again)
    #expect(again[3].isEmpty && again[4] == ["d3 1"])
  }

  @Test("Explains invalid queries")
  func errors() {
    let wrong = [
      "": "No search words given", "!!!": "No search words given", "date:march": "date: takes 2024",
      "type:ibam": "type:iban",
      "near(rent)": "near(…) takes two words", "OR rent": "OR goes between",
    ]
    for (query, part) in wrong {
      let error = #expect(throws: BatchError.self) { try SearchQuery(query) }
      #expect(error.map { "\($0)".contains(part) } == true, "\(query)")
    }
  }

  @Test(
    "Treats the index's special characters as text",
    arguments: [
      "rent\"", "(rent", "rent)", "near(rent", "rent*", "a:rent", "https://rent", "{rent}", "rent^2", "'rent'", "+rent",
      "rent NOT", "\"\"rent",
    ])
  func signs(query: String) throws {
    let library = try SearchLibrary()
    try library.add("a", page("rent not rent^2 a:rent https://rent"))
    do {
      #expect(try library.find(query) == ["a 1"])
    } catch let error as BatchError {
      #expect(query == "near(rent" && error.description.contains("near"))
    }
  }

  @Test("Adopts shards' indexes in a merged library without reading pages again")
  func shards() throws {
    let (shard, library) = (try SearchLibrary(), try SearchLibrary())
    for name in ["letters/my  last scan", "letters/another scan"] { try shard.add(name, page("harbour street")) }
    #expect(try shard.find("harbour").count == 2)
    try Command("mv", [shard.folder / "letters", library.path]).check()
    // Reading the page now would find another word, although its file looks unchanged.
    let file = "letters/my  last scan/pages/0001.json"
    let text = try library.folder.text(file)
    try Command("cp", ["--preserve=timestamps", library.folder / file, library.folder / "before"]).check()
    try library.folder.write(text.replacing("harbour", with: "hillock"), to: file)
    try Command("touch", ["--reference", library.folder / "before", library.folder / file]).check()
    let merged = try #require(Folder(root: library.path))
    #expect(IndexUpdater.takeOver([shard.path], into: merged) { _, _ in } == nil)
    #expect(try library.find("harbour") == ["letters/another scan 1"])
    #expect(try library.find("hillock") == [], "The page was read again.")
  }
}
