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
  static let departments = WordLists.words("letter.department").map { $0.lowercased() }
  // Words for the post above an address: Private and confidential.
  static let remarks = Set(WordLists.words("letter.remark").map { $0.lowercased() })
  // Customers without a name: Consumidor Final, Walk-in Customer.
  static let anyone = Keyword.list("letter.anyone")
  // Words that begin the name of a building's owners, which often ends with house numbers: WEG Amselweg 14–18.
  static let owners = WordLists.words("letter.owners").map { $0.lowercased() + " " }
  static let senders = Keyword.list("letter.sender")

  // A department in an address is below the name: Service technique.
  static func isDepartment(_ text: String) -> Bool {
    let text = " " + text.lowercased() + " "
    return departments.contains { text.hasPrefix(" \($0) ") || text.hasSuffix(" \($0) ") }
  }

  // Returns whether a text has only words that precede a name in an address: Exmo.(a) Senhor(a), Persönlich/Vertraulich.
  static func isRemark(_ text: String) -> Bool {
    let words = text.lowercased().split { " /()&,".contains($0) }.map(String.init).filter { $0.letterCount > 1 }
    return !words.isEmpty
      && words.allSatisfy { word in
        [word, word.hasSuffix(".") ? String(word.dropLast()) : word].contains {
          salutations.contains($0) || remarks.contains($0)
        }
      }
  }

  static func areOwners(_ name: String) -> Bool { owners.contains(where: name.lowercased().hasPrefix) }

  private static func table(_ group: String) -> [(kind: AboutPage.Kind, words: [Keyword])] {
    AboutPage.Kind.allCases.map { kind in
      (
        kind,
        Keyword.list("\(group).\(kind.rawValue)")
          + (kind == .other ? Keyword.list("\(group).record") + Keyword.list("\(group).proForma") : [])
      )
    }.filter { !$0.words.isEmpty }
  }
}
