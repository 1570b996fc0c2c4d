// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: metadata come from the original, the settings, or the photograph, in valid form.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import Testing

@Suite("PDF metadata")
struct PDFMetadataTests {
  static let original = DocumentMetadata(
    title: "Alter Titel", author: "Erika & Max <Muster>", subject: "Ein Beispiel", keywords: ["eins", "zwei"],
    language: "de-AT", created: "2024-05-01T10:30:00+02:00", modified: "2024-06")

  @Test("Keeps the original's metadata")
  func original() throws {
    let pdf = try WrittenPDF([Self.page], metadata: Self.original)
    let information = try pdf.information("-rawdates")
    for line in [
      "Title:           Alter Titel", "Author:          Erika & Max <Muster>", "Subject:         Ein Beispiel",
      "Keywords:        eins, zwei", "Producer:        docscan", "CreationDate:    D:20240501103000+02'00",
      "ModDate:         D:202406",
    ] {
      #expect(information.contains(line + "\n"))
    }
    #expect(try pdf.expanded.contains("/Lang (de-AT)"))
    #expect(try pdf.expanded.contains("/DisplayDocTitle true"))
  }

  @Test("Prefers settings over the original's metadata, and removes an entry for an empty one")
  func settings() throws {
    let pdf = try WrittenPDF(
      [Self.page], metadata: Self.original,
      settings: [
        "title": .string("請求書 🧾"), "author": .string(""), "keywords": .array([.string("neu")]),
        "language": .string("ja"),
      ])
    let information = try pdf.information()
    #expect(information.contains("Title:           請求書 🧾\n"))
    #expect(information.contains("Keywords:        neu\n"))
    #expect(information.contains("Subject:         Ein Beispiel\n"))
    #expect(!information.contains("Author:"))
    #expect(try pdf.expanded.contains("/Lang (ja)"))
  }

  @Test("Writes an XMP packet that is valid XML and matches the information dictionary")
  func packet() throws {
    let pdf = try WrittenPDF([Self.page], metadata: Self.original)
    let packet = try pdf.information("-meta")
    let path = try pdf.folder.write(packet, to: "packet.xml")
    try Command("xmllint", ["--noout", path]).check()
    #expect(packet.hasPrefix("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"))
    for (name, value) in [
      ("title", "Alter Titel"), ("creator", "Erika & Max <Muster>"), ("description", "Ein Beispiel"),
      ("subject", "einszwei"), ("language", "de-AT"), ("Keywords", "eins, zwei"), ("Producer", "docscan"),
      ("CreateDate", "2024-05-01T10:30:00+02:00"), ("ModifyDate", "2024-06"), ("format", "application/pdf"),
    ] {
      let found = try Command("xmllint", ["--xpath", "string(//*[local-name()='\(name)'])", path]).check().output
      #expect(found == value + "\n", "\(name)")
    }
    #expect(!packet.contains("pdfaid"))
  }

  @Test("Uses the most common language of the pages if the document has none")
  func language() throws {
    let pages = ["deu", "fra", "deu"].map { name in
      var result = SamplePage([["x"]]).result
      result.page.languages = [name, "eng"]
      return WriterPage(result: result, picturePath: nil)
    }
    #expect(try WrittenPDF(pages).expanded.contains("/Lang (de)"))
    var unread = SamplePage([["text"]])
    unread.languages = []
    #expect(try !WrittenPDF(unread).expanded.contains("/Lang"))
  }

  @Test("Omits an invalid language with a note")
  func badLanguage() throws {
    let pdf = try WrittenPDF([Self.page], settings: ["language": .string("eng lish")])
    #expect(try !pdf.expanded.contains("eng lish"))
    #expect(pdf.writer.notes.count == 1 && pdf.writer.notes[0].contains("language"))
  }

  @Test(
    "Omits invalid dates and texts", arguments: ["yesterday", "2024-13", "2024-05-01T25:00Z", "20240501"])
  func badValues(date: String) throws {
    let pdf = try WrittenPDF(
      [Self.page], metadata: DocumentMetadata(title: "a\u{0}b\u{FFFE}", author: " \n", created: date, modified: date))
    let information = try pdf.information()
    #expect(information.contains("Title:           a b\n"))
    #expect(!information.contains("Author") && !information.contains("Date"))
    try Command("xmllint", ["--noout", try pdf.folder.write(try pdf.information("-meta"), to: "packet.xml")]).check()
  }

  /// Returns a photographed page.
  private static func photograph(_ capture: PageCapture?) -> WriterPage {
    var result = SamplePage([["text"]]).result
    result.page.capture = capture
    return WriterPage(result: result, picturePath: nil)
  }

  @Test("Writes a photograph's time and camera into the PDF, even for PDF/A", arguments: ["no", "2u"])
  func capture(level: String) throws {
    let camera = PageCapture(make: "Canon", model: "EOS <5D> & more")
    var dated = PageCapture(date: CaptureDate("2019-01-09T12:30:05.25+01:00"), make: "Canon", model: "EOS <5D> & more")
    dated.gps = .init(latitude: -38.7085, longitude: 9.1375)
    let later = PageCapture(date: CaptureDate("2020-01-01T00:00:00"), make: "Another")
    // The first page with a time.
    let pages = [nil, camera, dated, later].map(Self.photograph)
    let pdf = try WrittenPDF(pages, settings: ["pdfa": .string(level)])
    #expect(try pdf.information("-rawdates").contains("CreationDate:    D:20190109123005+01'00\n"))
    let packet = try pdf.information("-meta")
    let path = try pdf.folder.write(packet, to: "packet.xml")
    for (name, value) in [
      ("CreateDate", "2019-01-09T12:30:05+01:00"), ("DateTimeOriginal", "2019-01-09T12:30:05.25+01:00"),
      ("Make", "Canon"), ("Model", "EOS <5D> & more"), ("GPSLatitude", "38,42.510000S"),
      ("GPSLongitude", "9,8.250000E"),
    ] {
      let found = try Command("xmllint", ["--xpath", "string(//*[local-name()='\(name)'])", path]).check().output
      #expect(found == value + "\n", "\(name)")
    }
    #expect(pdf.writer.isPDFA == (level == "2u"))
  }

  @Test("Prefers the original's date over the photograph's, and changes nothing without either")
  func noCapture() throws {
    let capture = PageCapture(date: CaptureDate("2019-01-09T12:30:05"))
    let dated = try WrittenPDF([Self.photograph(capture)], metadata: Self.original).information("-rawdates")
    #expect(dated.contains("CreationDate:    D:20240501103000+02'00\n"))
    let plain = try WrittenPDF([Self.photograph(nil)])
    #expect(try plain.bytes == WrittenPDF([Self.page]).bytes)
    #expect(try !plain.information("-meta").contains("exif") && !plain.information().contains("CreationDate"))
  }

  private static var page: WriterPage { WriterPage(result: SamplePage([["text"]]).result, picturePath: nil) }
}
