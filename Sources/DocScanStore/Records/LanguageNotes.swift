// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// Messages for the user about the languages in which a document's pages were read.
package struct LanguageNotes {
  private static let most = 10

  /// The pages without a detected language, by the language pack with which they were read.
  private var undecided: [String: [Int]] = [:]
  /// The pages that seem to be in a language in which they weren't read, by its language pack.
  private var misread: [String: [Int]] = [:]
  /// The pages that were read again in another language, by the result of the second reading and the language's pack.
  private var reread: [OtherLanguage.Reading: [String: [Int]]] = [:]

  // The pages in black letter that were read as Roman type.
  private var blackLetter: [Int] = []

  package init() {}

  package mutating func add(_ page: RecognizedPage) {
    guard page.status == .recognized, !page.words.isEmpty, let first = page.languages.first else { return }
    if first == "deu", Self.isBlackLetter(page.text) { blackLetter.append(page.page.number) }
    if page.languageConfidence == 0 { undecided[first, default: []].append(page.page.number) }
    guard let other = page.otherLanguage else { return }
    let pack = LanguagePack.pack(named: other.tag)
    guard LanguagePack.isKnown(pack) else { return }
    if let reading = other.reading {
      reread[reading, default: [:]][pack, default: []].append(page.page.number)
    } else {
      misread[pack, default: []].append(page.page.number)
    }
  }

  package func sentences(installed: Set<String>) -> [String] {
    (advice(installed).map { [$0] } ?? []) + blackLetterAdvice(installed)
      + again(.taken, "and was read again in that language.")
      + again(.rejected, "but reading it in that language gave nothing better, so its first reading stays.")
      + undecided.sorted { $0.key < $1.key }.map { pack, pages in
        "\(Self.named(pages)): the language could not be determined, so the default language (\(pack)) was used."
      }
  }

  private func again(_ reading: OtherLanguage.Reading, _ result: String) -> [String] {
    (reread[reading] ?? [:]).sorted { $0.key < $1.key }.map { pack, pages in
      "\(Self.named(pages)): the text looked like another language (\(pack)) than it was first read in, \(result)"
    }
  }

  private static let longS = Set(WordLists.words("language.longS"))
  private static let (fewest, least) = (4, 0.02)

  // Read as Roman type, the long s of black letter becomes an f: ift, fich, zwifchen.
  private static func isBlackLetter(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    let found = words.count { longS.contains(String($0)) || $0.contains("fch") }
    return found >= fewest && Double(found) >= least * Double(words.count)
  }

  private func blackLetterAdvice(_ installed: Set<String>) -> [String] {
    guard !blackLetter.isEmpty else { return [] }
    let pack = ["deu_latf", "Fraktur", "frk"].first(where: installed.contains)
    let pages = "\(Self.named(blackLetter)): many words are probably wrong, because the text looks like black letter. "
    return [
      pages
        + (pack.map { "Read the document again with -l \($0)." }
          ?? "Install its pack, then read the document again with -l frk: sudo apt-get install tesseract-ocr-frk")
    ]
  }

  private static let looks = "the text looks like another language"

  /// Returns whether a message advises reading pages in another language. A document has at most one such message.
  package static func isAdvice(_ note: String) -> Bool { note.contains(looks) }

  /// Returns a single message for all pages that seem to be in other languages, with advice.
  private func advice(_ installed: Set<String>) -> String? {
    let found = misread.sorted { $0.key < $1.key }
    guard !found.isEmpty else { return nil }
    let pages = found.map { "\(Self.named($0.value)) (\($0.key))" }.joined(separator: ", ")
    let packages = found.map(\.key).filter { !installed.contains($0) }.compactMap(LanguagePack.debianPackage)
    let again = "ead the document again with -l \(found.map(\.key).joined(separator: "+"))"
    return "\(pages): \(Self.looks) than it was read in. "
      + (packages.isEmpty
        ? "R\(again)."
        : "Install \(packages.count == 1 ? "it" : "them"), then r\(again): sudo apt-get install "
          + packages.joined(separator: " "))
  }

  private static func named(_ pages: [Int]) -> String {
    let list = pages.prefix(most).map(String.init).joined(separator: ", ")
    return (pages.count == 1 ? "Page " : "Pages ") + list
      + (pages.count > most ? " and \(pages.count - most) more" : "")
  }
}
