// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each page is read in its own language, and uncertain choices are reported.

import DocScan
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Languages", .realWorker)
struct LanguageTests {
  private static let auto = #"{"stage": "recognize", "languages": "auto"}"#

  /// Returns whether a language separates words by spaces.
  private static func hasSpaces(_ language: String) -> Bool { !["jpn", "chi_sim", "chi_tra"].contains(language) }

  /// Returns the maximum character error rate. Tesseract sometimes splits strokes of Hangul.
  private static func mostErrors(_ language: String) -> Double { language == "kor" ? 0.06 : 0.03 }

  /// Returns a workspace with notices in all languages.
  private func notices(stages: String, more: String = "") throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: stages, more: more)
    for language in Documents.languages {
      try Documents.notice(in: language).raster(dpi: 200).write(to: work.folder / "in/\(language).png", as: .png)
    }
    return work
  }

  @Test("Reads each language with its pack")
  func given() throws {
    let overrides = Documents.languages.map { #""\#($0).png": {"recognize": {"languages": ["\#($0)"]}}"# }
    let work = try notices(
      stages: #"{"stage": "recognize"}"#, more: #""overrides": {\#(overrides.joined(separator: ", "))},"#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    for language in Documents.languages {
      let page = try work.page(language, 1)
      #expect(page.languages == [language])
      #expect(page.languageConfidence == nil)
      let errors = characterErrorRate(
        of: page.text, as: try Documents.notice(in: language).text, withSpaces: Self.hasSpaces(language))
      #expect(errors < Self.mostErrors(language), "\(language): \(page.text)")
    }
  }

  @Test("Names the language and pack of a page that was read in another one")
  func otherLanguage() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["fra"]}, {"stage": "languages"}"#)
    try Documents.notice(in: "deu").raster(dpi: 200).write(to: work.folder / "in/deu.png", as: .png)
    let result = try work.run()
    #expect(
      result.exitCode == 0
        && result.summary.contains("(deu) than it was first read in, and was read again in that language"),
      "\(result.summary)")
    let page = try work.page("deu", 1)
    let found: OtherLanguage? = page.findings.get()
    #expect(found?.tag == "de" && found?.reading == .taken)
    #expect(page.languages == ["deu"] && page.languageConfidence == nil)
    #expect(characterErrorRate(of: page.text, as: try Documents.notice(in: "deu").text) < Self.mostErrors("deu"))
  }

  @Test("Names the pack of a language that isn't installed and keeps the page's text")
  func missingPack() throws {
    guard try !LanguagePacks().languages.contains("hun") else { return }
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["eng"]}"#)
    var page = PageDrawing(size: .a5)
    let text =
      "A kikötőből minden reggel elindul egy kis hajó a szemközti szigetre, és este a halászokkal együtt tér vissza. "
      + "Aki szeretne vele utazni, annak a jegyet az előző napon kell megvennie a parti irodában, mert a hajón kevés a hely."
    try page.paragraph(text, at: Point(x: 50, y: 80), width: 320, font: .serif(11))
    try page.raster(dpi: 200).write(to: work.folder / "in/hun.png", as: .png)
    let result = try work.run()
    #expect(result.exitCode == 0 && result.summary.contains("apt-get install tesseract-ocr-hun"), "\(result.summary)")
    let read = try work.page("hun", 1)
    let found: OtherLanguage? = read.findings.get()
    #expect(found?.tag == "hu" && found?.reading == nil && read.languages == ["eng"] && read.text.contains("hal"))
  }

  @Test("Detects each page's language, independently of the worker")
  func found() throws {
    let work = try notices(stages: Self.auto)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    for language in Documents.languages {
      let page = try work.page(language, 1)
      #expect(page.languages == [language])
      #expect(try #require(page.languageConfidence) > 0.5)
      let errors = characterErrorRate(
        of: page.text, as: try Documents.notice(in: language).text, withSpaces: Self.hasSpaces(language))
      #expect(errors < Self.mostErrors(language), "\(language): \(page.text)")
    }
    let first = try work.results()
    for language in Documents.languages.dropFirst(3) { try work.folder.remove("in/\(language).png") }
    #expect(try work.command(["--overwrite"], workers: 2).run().exitCode == 0)
    #expect(try work.results() == first)
  }

  @Test(
    "Reads a photograph in its script even if no line is read well",
    .enabled(if: Places.sharedData != nil, "no DOCSCAN_DATA"))
  func poorPhotograph() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation"}, "# + Self.auto)
    let path = try #require(Places.sharedData("receipts-korean/korie-IMG00764-photo.jpeg"))
    try FileManager.default.copyItem(atPath: path, toPath: work.folder / "in/receipt.jpeg")
    #expect(try work.run().exitCode == 0)
    let page = try work.page("receipt", 1)
    // If the letters of this version of Tesseract prove no script, the choice is uncertain.
    #expect(page.languages.first == "kor" || page.languages == ["eng"] && (page.languageConfidence ?? 1) < 0.5)
  }

  @Test(
    "Reads Japanese columns from right to left, with a detected or a given pack",
    arguments: [#""auto""#, #"["jpn"]"#, #"["jpn_vert"]"#])
  func vertical(languages: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation"}, {"stage": "recognize", "languages": \#(languages)}"#)
    let notice = try Documents.verticalNotice()
    try notice.raster(dpi: 200).write(to: work.folder / "in/columns.png", as: .png)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let page = try work.page("columns", 1)
    #expect(page.languages.first == "jpn_vert")
    #expect(characterErrorRate(of: page.text, as: notice.text, withSpaces: false) < 0.05, "\(page.text)")
  }

  @Test("Reads a page in both of its languages, and names the language of each block")
  func mixed() throws {
    let work = try Workspace()
    try work.pipeline(stages: Self.auto)
    var page = PageDrawing()
    for (language, top) in [("kor", 90.0), ("eng", 480.0)] {
      var y = top
      for text in Documents.paragraphs(in: language).dropFirst(2) {
        let font = PageFont(Documents.family(for: language), size: 12)
        y = try page.paragraph(text, at: Point(x: 72, y: y), width: 451, font: font, leading: 1.5)
      }
    }
    try page.raster(dpi: 200).write(to: work.folder / "in/mixed.png", as: .png)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let read = try work.page("mixed", 1)
    #expect(Set(read.languages) == ["kor", "eng"])
    #expect(read.text.contains("ticket office stays where it is"))
    #expect(read.text.contains("새 건물 이층에는"))
    let korean = try #require(read.blocks.first { $0.lines.contains { $0.text.contains("건물") } })
    let english = try #require(read.blocks.first { $0.lines.contains { $0.text.contains("ticket") } })
    #expect(korean.language == "kor")
    #expect(english.language == "eng")
  }

  @Test("Reads Hebrew with numbers and names in its order, and finds it in the PDF")
  func fromRight() throws {
    // Text from left to right is one part.
    let lines = [
      ["חשבונית", "מספר", "4711", "מיום", "23.11.2026"], ["נא", "לשלם", "לחברת", "Smith & Sons", "בתוך", "30", "ימים"],
      ["המחירים", "עלו", "ברבעון", "הראשון", "של", "השנה"], ["החברה", "משתמשת", "במערכת", "Linux", "במשרדיה"],
      ["כל", "אדם", "זכאי", "לחירות", "הדעה", "והביטוי"],
    ]
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["heb", "eng"]}"#)
    var page = PageDrawing()
    for (row, parts) in lines.enumerated() {
      // The drawing doesn't apply text direction.
      let shown = parts.reversed().map { $0.hasLettersFromRight ? String($0.reversed()) : $0 }.joined(separator: " ")
      try page.line(shown, endingAt: Point(x: 520, y: 100 + 24 * Double(row)), font: .sans(13))
    }
    try page.raster(dpi: 300).write(to: work.folder / "in/hebrew.png", as: .png)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let text = lines.map { $0.joined(separator: " ") }.joined(separator: "\n")
    let read = try work.page("hebrew", 1)
    #expect(characterErrorRate(of: read.text, as: text, withSpaces: true) < 0.06, "\(read.text)")
    // poppler encloses text of the other direction in directional marks.
    let found = try work.pdfText("hebrew").replacing(where: { $0.properties.generalCategory == .format }, with: "")
    #expect(words(found) == words(read.text))
  }

  @Test("Turns Hebrew pages upright without being told their language")
  func turnedFromRight() throws {
    let lines = [
      "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם", "כולם חוננו בתבונה ובמצפון לפיכך חובה עליהם",
      "לנהוג איש ברעהו ברוח של אחווה בלי הפליה מכל סוג", "לכל אדם הזכות לחיים לחירות ולביטחון אישי בארצו",
      "לא יוחזק אדם בעבדות ועבודת כפייה תיאסר בכל צורותיה", "כל אדם זכאי להיות מוכר בכל מקום כאישיות בפני החוק",
      "הכל שווים לפני החוק וזכאים ללא הפליה להגנה שווה", "אין לאסור אדם או להגלותו באופן שרירותי מארצו",
    ]
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "orientation", "languages": "auto"}"#)
    var page = PageDrawing()
    for (row, line) in (lines + lines).enumerated() {
      try page.line(String(line.reversed()), endingAt: Point(x: 520, y: 100 + 28 * Double(row)), font: .sans(14))
    }
    let upright = try page.raster(dpi: 200)
    for degrees in [0, 90, 180, 270] {
      let turned = degrees == 0 ? upright : try upright.turned(clockwiseDegrees: degrees).image
      try turned.write(to: work.folder / "in/\(degrees).png", as: .png)
    }
    #expect(try work.run().exitCode == 0)
    for degrees in [0, 90, 180, 270] {
      let turn = try #require(try work.page("\(degrees)", 1).corrections.first)
      #expect(turn.degrees == Double((360 - degrees) % 360), "\(degrees): \(turn)")
    }
  }

  @Test("Reports zero confidence in the language if there is too little text")
  func undecided() throws {
    let work = try Workspace()
    try work.pipeline(stages: Self.auto)
    var page = PageDrawing()
    try page.line("4 711", at: Point(x: 250, y: 400), font: .sans(30))
    try page.raster(dpi: 150).write(to: work.folder / "in/number.png", as: .png)
    #expect(try work.run().exitCode == 0)
    let read = try work.page("number", 1)
    #expect(read.languages == ["eng"])
    #expect(read.languageConfidence == 0)
  }

  @Test("Chooses only among the given candidates")
  func candidates() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "recognize", "languages": "auto", "languageCandidates": ["fra", "ita"]}"#)
    try Documents.notice(in: "spa").raster(dpi: 150).write(to: work.folder / "in/spanish.png", as: .png)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("spanish", 1).languages.allSatisfy { ["fra", "ita"].contains($0) })
  }

  @Test("Rejects values that name no language", arguments: ["3", "[]", #""""#, #""+""#, "[3]"])
  func refused(languages: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": \#(languages)}"#)
    let result = try work.run()
    #expect(result.exitCode == 3, "\(result.summary)")
    #expect(result.errors.contains("languages"))
  }
}
