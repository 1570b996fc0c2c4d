// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a language of receipts and invoices is one text file, of the package or of the user, and a mistake in it is named.

import DocScanCore
import Foundation
import Testing

@testable import DocScanTypedData
@testable import DocScanUnderstanding
@testable import DocScanWords

@Suite("Word lists") struct WordListTests {
  private static let folder = #filePath.components(separatedBy: "/Tests/")[0] + "/Sources/DocScanWords/Words"

  @Test("Includes every file of the package, without mistakes") func ownFiles() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".txt") }
    var lists = WordLists()
    for file in files { try lists.add(String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)) }
    for (topic, words) in lists.words { #expect(Set(WordLists.words(topic)) == Set(words), "\(topic)") }
  }

  @Test("Has words for every label") func labels() {
    for label in ReceiptLabel.allCases { #expect(!WordLists.words("receipt.\(label.rawValue)").isEmpty, "\(label)") }
    for label in InvoiceLabel.allCases { #expect(!WordLists.words("invoice.\(label.rawValue)").isEmpty, "\(label)") }
  }

  @Test("Adds the words of a user's files") func ownWords() throws {
    let folder = try Scratch()
    try folder.write("# Estonian\nreceipt.total: KOGUSUMMA,\n  KOKKU EUR\n", as: "et.txt")
    var lists = WordLists()
    try lists.add("receipt.total: TOTAL\nreceipt.tax: VAT")
    let own = try #require(try lists.adding(filesIn: folder.path))
    #expect(own.lists.words["receipt.total"] == ["TOTAL", "KOGUSUMMA", "KOKKU EUR"])
    let before = own.digest
    try folder.write("# Estonian\nreceipt.total: KOGUSUMMA\n", as: "et.txt")
    #expect(try lists.adding(filesIn: folder.path)?.digest != before)
    #expect(try lists.adding(filesIn: folder.path + "/none") == nil)
  }

  @Test(
    "Names the file, the line, and the mistake",
    arguments: [
      ("receipt.total: SUM\nreceipt.totl: SUMMA", "line 2: \"receipt.totl\" isn't a topic. Topics: receipt.total"),
      ("SUMMA", "line 1: expected an entry"), ("  SUMMA", "line 1: an indented line"),
    ])
  func mistakes(text: String, message: String) throws {
    let folder = try Scratch()
    try folder.write(text, as: "et.txt")
    var lists = WordLists()
    try lists.add("receipt.total: TOTAL")
    let error = #expect(throws: PipelineError.self) { try lists.adding(filesIn: folder.path) }
    #expect(error?.description.contains("\(folder.path)/et.txt: \(message)") == true)
  }

  @Test("Refuses words that others can change", arguments: ["", "/words", "/words/et.txt"])
  func open(place: String) throws {
    let folder = try Scratch()
    let words = folder.path + "/words"
    try FileManager.default.createDirectory(
      atPath: words, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try folder.write("receipt.total: SUMMA", as: "words/et.txt")
    var lists = WordLists()
    try lists.add("receipt.total: TOTAL")
    #expect(try lists.adding(filesIn: words) != nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path + place)
    #expect(throws: PipelineError.self) { try lists.adding(filesIn: words) }
  }
}

/// A folder for one test.
private final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/words-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, as name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }
}
