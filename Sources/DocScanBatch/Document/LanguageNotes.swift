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

  /// The notes, in full sentences.
  var sentences: [String] {
    let missing = misread.sorted { $0.key < $1.key }.compactMap { pack, pages in
      LanguagePack.debianPackage(of: pack).map { package in
        "\(Self.named(pages)): the text looks like another language (\(pack)) than it was read in. Read it again with "
          + "-l \(pack); if that is not installed: apt-get install \(package)"
      }
    }
    return missing
      + undecided.sorted { $0.key < $1.key }.map { pack, pages in
        "\(Self.named(pages)): the text did not tell its language, so it was read in the usual one (\(pack))."
      }
  }

  private static func named(_ pages: [Int]) -> String {
    let list = pages.prefix(most).map(String.init).joined(separator: ", ")
    return (pages.count == 1 ? "Page " : "Pages ") + list
      + (pages.count > most ? " and \(pages.count - most) more" : "")
  }
}
