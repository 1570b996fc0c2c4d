// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// How separators divide the pages of an input into documents.
struct Division: Hashable {
  /// A page of the input, as a glance at it showed it.
  struct Page: Hashable {
    /// The number in the input, from 1.
    var number: Int
    /// What a person calls it, such as `Page 3 of scan.pdf`.
    var title: String
    var untrustedCodes: [String] = []
    var isBlank = false
    /// Whether it could be looked at.
    var isSeen = true
  }

  /// A document to be.
  struct Part: Hashable {
    /// Its name within the input: one part of a path, unlike the others.
    var name = ""
    /// The numbers of its pages in the input.
    var pages: [Int] = []
    /// The code that it begins with; nil if it begins with the input.
    var separator: DocumentRecord.Separator?
    var notes: [String] = []
  }

  /// The documents; none when the input stays whole.
  private(set) var parts: [Part] = []
  /// What a person should know, in whole sentences: all that became of single pages.
  private(set) var notes: [String] = []

  /// Divides pages. `reserved` are names that no document may have.
  init(_ pages: [Page], rules: SeparatorRules, reserved: Set<String> = []) {
    var builder = Builder()
    for page in pages { builder.add(page, role: rules.role(of: page.untrustedCodes)) }
    notes = builder.notes
    guard builder.separators > 0 else { return }
    guard builder.hasPages else {
      notes = ["It consists of separator sheets only, so it was not divided."]
      return
    }
    parts = builder.finished()
    name(wishes: builder.wishes, reserved: reserved)
  }

  /// Divides pages before those with some numbers; a document without a wish is called by its number.
  init(_ pages: [Int], at cuts: Set<Int>, wishes: [String?] = [], reserved: Set<String> = []) {
    for page in pages {
      if parts.isEmpty || cuts.contains(page) { parts.append(Part()) }
      parts[parts.count - 1].pages.append(page)
    }
    name(wishes: parts.indices.map { wishes.indices.contains($0) ? wishes[$0] : nil }, reserved: reserved)
  }

  /// Gives each part its name: the wish or the number, with a number behind it where that is taken.
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

  /// Takes page after page.
  private struct Builder {
    private var parts: [Part] = []
    private(set) var wishes: [String?] = []
    private(set) var notes: [String] = []
    private(set) var separators = 0
    private var current = Part()
    /// The name that the current part would like to have.
    private var wish: String?
    /// The code on the first page of the current part.
    private var firstCode: String?
    /// Whether the last page was a sheet, whose back may follow.
    private var followsSheet = false

    /// Whether any page is left but sheets.
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
        // A code that every page of a document bears does not divide it.
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

    /// Ends the current part, unless it has no page yet: of separators in a row the last one counts.
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

    /// The parts; what was said of sheets at the end is said of the last one.
    mutating func finished() -> [Part] {
      let rest = current.pages.isEmpty ? current.notes : []
      begin()
      parts[parts.count - 1].notes += rest
      return parts
    }

    /// A code in a sentence: short, and without characters that are not seen.
    private func shown(_ code: String) -> String {
      let longest = 60
      let text = code.replacing(where: \.isUnseen, with: "_")
      return text.count > longest ? text.prefix(longest) + "…" : text
    }
  }
}
