// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a person should know of the languages that a document's pages were read in.
struct LanguageNotes {
  /// Shorter texts and less certain languages are not worth a note; the former in letters.
  private static let (fewestLetters, leastConfidence) = (150, 0.9)
  /// So many pages are named.
  private static let most = 10
  /// Languages that are easily taken for one another: a page in one of them may well have been read in the right one.
  private static let alike: [Set<String>] = [
    ["hr", "bs", "sr", "sl"], ["no", "nb", "nn", "da", "sv"], ["id", "ms", "jv", "su"], ["gl", "pt", "es"],
    ["cs", "sk"],
    ["ca", "oc", "es"], ["af", "nl", "fy"], ["lb", "de"], ["ru", "uk", "be", "bg", "mk"], ["ar", "fa", "ur", "ps"],
    ["hi", "mr", "ne", "sa"],
  ]

  /// The pages whose language could not be told, by the pack that they were read with.
  private var undecided: [String: [Int]] = [:]
  /// The pages that look like a language in which they were not read, by its pack.
  private var misread: [String: [Int]] = [:]

  /// Takes the next page.
  mutating func add(_ page: RecognizedPage) {
    guard page.status == .recognized, !page.words.isEmpty, let first = page.languages.first else { return }
    if page.languageConfidence == 0 { undecided[first, default: []].append(page.page.number) }
    guard let language = page.textLanguage, language.tag != "und", language.confidence >= Self.leastConfidence,
      page.text.unicodeScalars.count(where: \.properties.isAlphabetic) >= Self.fewestLetters,
      !page.languages.contains(where: { Self.isLike(language.tag, pack: $0) })
    else { return }
    let pack = LanguagePack.pack(named: language.tag)
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

  private static func isLike(_ tag: String, pack: String) -> Bool {
    let language = String(tag.prefix { $0 != "-" })
    guard let other = LanguageTag(tesseract: pack)?.language else { return false }
    return other == language || alike.contains { $0.isSuperset(of: [other, language]) }
  }

  private static func named(_ pages: [Int]) -> String {
    let list = pages.prefix(most).map(String.init).joined(separator: ", ")
    return (pages.count == 1 ? "Page " : "Pages ") + list
      + (pages.count > most ? " and \(pages.count - most) more" : "")
  }
}
