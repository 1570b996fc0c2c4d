// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanTypedData
internal import DocScanWords

enum AboutWords {
  /// Headings that name the kind of a document.
  static let titles = table("title")
  /// Phrases that are typical of a kind of document, anywhere on the page.
  static let signs = table("phrase")

  static let subjects = Keyword.list("letter.subject")
  static let days = Keyword.list("letter.date")
  static let otherDays = Keyword.list("letter.otherDate")
  static let dueDays = Keyword.list("invoice.dueDate")
  static let invoiceDays = Keyword.list("invoice.invoiceDate")
  static let addressees = WordLists.words("letter.addressee")
  static let salutations = Set(WordLists.words("letter.salutation"))
  // Without spaces, which are often missing: z. H., z.Hd.
  static let attentions = WordLists.words("letter.attention").map { $0.filter { !$0.isWhitespace } }
  static let senders = Keyword.list("letter.sender")

  private static func table(_ group: String) -> [(kind: AboutPage.Kind, words: [Keyword])] {
    AboutPage.Kind.allCases.map { kind in
      (kind, Keyword.list("\(group).\(kind.rawValue)") + (kind == .other ? Keyword.list("\(group).record") : []))
    }.filter { !$0.words.isEmpty }
  }
}
