// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
package import DocScanStore

/// The division of an input's pages into documents.
package struct Division: Hashable {
  /// A page of the input, according to the search for separators.
  package struct Page: Hashable {
    package var number: Int
    /// The page's name for messages, such as `Page 3 of scan.pdf`.
    package var title: String
    package var untrustedCodes: [String] = []
    package var isBlank = false
    package var isSeen = true
  }

  /// One of the documents.
  package struct Part: Hashable {
    /// The document's name within the input: a single path component that is unique.
    package var name = ""
    package var pages: [Int] = []
    /// The separator code at the document's beginning, or `nil` if it has none.
    package var separator: DocumentRecord.Separator?
    package var notes: [String] = []
    package var isNamedBySheet = false
  }

  /// The documents, or none if the input isn't divided.
  package private(set) var parts: [Part] = []
  package private(set) var notes: [String] = []

  /// Divides pages at separators. `reserved` contains names that documents can't have.
  package init(_ pages: [Page], rules: SeparatorRules, reserved: Set<String> = []) {
    var builder = Builder()
    for page in pages { builder.add(page, role: rules.role(of: page.untrustedCodes)) }
    notes = builder.notes
    guard builder.separators > 0 else { return }
    guard builder.hasPages else {
      notes = ["It consists of separator sheets only, so it was not divided."]
      return
    }
    parts = builder.finished()
    for (index, wish) in zip(parts.indices, builder.wishes) { parts[index].isNamedBySheet = wish != nil }
    name(wishes: builder.wishes, reserved: reserved)
  }

  /// Divides pages before each page in `cuts`. `wishes` contains the documents' preferred names. A document without one is named by its number.
  package init(_ pages: [Int], at cuts: Set<Int>, wishes: [String?] = [], reserved: Set<String> = []) {
    for page in pages {
      if parts.isEmpty || cuts.contains(page) { parts.append(Part()) }
      parts[parts.count - 1].pages.append(page)
    }
    name(wishes: parts.indices.map { wishes.indices.contains($0) ? wishes[$0] : nil }, reserved: reserved)
  }

  /// Sets the names: the preferred name or the number, with a suffix if it's taken.
  private mutating func name(wishes: [String?], reserved: Set<String>) {
    var taken = Set(reserved.map { $0.lowercased() })
    for index in parts.indices {
      let wish = wishes[index].flatMap(partName) ?? "\(index + 1)"
      let name = taken.contains(wish.lowercased()) ? firstFree(wish, taken) : wish
      taken.insert(name.lowercased())
      parts[index].name = name
    }
  }

  private func firstFree(_ wish: String, _ taken: Set<String>) -> String {
    (2...).lazy.map { "\(wish)-\($0)" }.first { !taken.contains($0.lowercased()) } ?? wish
  }

  /// A division in progress, to which pages are added in order.
  private struct Builder {
    private var parts: [Part] = []
    private(set) var wishes: [String?] = []
    private(set) var notes: [String] = []
    private(set) var separators = 0
    private var current = Part()
    private var wish: String?
    private var firstCode: String?
    /// Whether the last page was a separator sheet, whose back may follow.
    private var followsSheet = false

    var hasPages: Bool { !parts.isEmpty || !current.pages.isEmpty }

    mutating func add(_ page: Page, role: SeparatorRules.Role?) {
      if !page.isSeen { note("\(page.title) could not be searched for separators.") }
      let isBack = followsSheet && page.isBlank
      followsSheet = false
      switch role {
      case .sheet(let code, let name):
        separators += 1
        begin()
        note("\(page.title) is a separator sheet (\(shown(code))) and was left out.")
        current.separator = DocumentRecord.Separator(text: code, page: page.number)
        wish = name ?? wish
        followsSheet = true
      case .first(let code):
        // A code that is on every page of a document doesn't divide it.
        if code.lowercased() == firstCode?.lowercased() { return current.pages.append(page.number) }
        separators += 1
        begin()
        firstCode = code
        if wish == nil {
          wish = code
          current.separator = DocumentRecord.Separator(text: code, page: page.number)
        }
        current.pages.append(page.number)
      case nil where isBack:
        note("\(page.title) is the blank back of a separator sheet and was left out.")
      case nil: current.pages.append(page.number)
      }
    }

    /// Ends the current part if it has pages. Of consecutive separators, the last one applies.
    private mutating func begin() {
      guard !current.pages.isEmpty else { return }
      parts.append(current)
      wishes.append(wish)
      (current, wish, firstCode) = (Part(), nil, nil)
    }

    private mutating func note(_ text: String) {
      notes.append(text)
      current.notes.append(text)
    }

    /// Returns the parts. Messages about separators at the end belong to the last part.
    mutating func finished() -> [Part] {
      let rest = current.pages.isEmpty ? current.notes : []
      begin()
      parts[parts.count - 1].notes += rest
      return parts
    }

    /// Returns a code for a message, shortened, and without invisible characters.
    private func shown(_ code: String) -> String {
      let longest = 60
      let text = code.replacing(where: \.isUnseen, with: "_")
      return text.count > longest ? text.prefix(longest) + "…" : text
    }
  }
}
