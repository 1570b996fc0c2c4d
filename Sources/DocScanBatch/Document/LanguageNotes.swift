// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a person should know of the languages that a document's pages were read in.
struct LanguageNotes {
  /// So many pages are named.
  private static let most = 10

  /// The pages whose language could not be told, by the pack that they were read with.
  private var undecided: [String: [Int]] = [:]
  /// The pages that look like a language in which they were not read, by its pack.
  private var misread: [String: [Int]] = [:]

  /// Takes the next page.
  mutating func add(_ page: RecognizedPage) {
    guard page.status == .recognized, !page.words.isEmpty, let first = page.languages.first else { return }
    if page.languageConfidence == 0 { undecided[first, default: []].append(page.page.number) }
    guard let tag = page.otherLanguage?.tag else { return }
    let pack = LanguagePack.pack(named: tag)
    if LanguagePack.isKnown(pack) { misread[pack, default: []].append(page.page.number) }
  }

  /// The notes, in full sentences; `installed` are the language packs that there are.
  func sentences(installed: Set<String>) -> [String] {
    (advice(installed).map { [$0] } ?? [])
      + undecided.sorted { $0.key < $1.key }.map { pack, pages in
        "\(Self.named(pages)): the text did not tell its language, so it was read in the usual one (\(pack))."
      }
  }

  private static let looks = "the text looks like another language"

  /// Whether a note is about a language that a text was not read in: a document has one such note.
  static func isAdvice(_ note: String) -> Bool { note.contains(looks) }

  /// What to do about pages that look like other languages, in one note for the whole document.
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
