// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Messages for the user about PDF pages with existing text that doesn't match what the page shows.
package struct TextCheckNotes {
  private static let most = 10

  /// The pages whose text was kept, and the pages whose text was replaced, grouped by the problems of the text.
  private var kept: [[TextCheck.Sign]: [Int]] = [:]
  private var replaced: [[TextCheck.Sign]: [Int]] = [:]

  package init() {}

  package mutating func add(_ page: RecognizedPage) {
    guard let check = page.textCheck, check.isSick else { return }
    let signs = Array(check.signs.prefix(2))
    if check.isReplaced == true {
      replaced[signs, default: []].append(page.page.number)
    } else {
      kept[signs, default: []].append(page.page.number)
    }
  }

  package var sentences: [String] {
    let old = Self.sorted(replaced).map { signs, pages in
      "\(Self.named(pages)): the text that the PDF had was replaced\(Self.reason(signs))."
    }
    let doubtful = Self.sorted(kept).map { signs, pages in
      "\(Self.named(pages)): the text that the PDF has is probably wrong\(Self.reason(signs)). "
        + "To replace it, read the document again with --existing-text heal."
    }
    return old + doubtful
  }

  private static func sorted(_ pages: [[TextCheck.Sign]: [Int]]) -> [(key: [TextCheck.Sign], value: [Int])] {
    pages.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
  }

  private static func reason(_ signs: [TextCheck.Sign]) -> String {
    signs.isEmpty ? "" : ": " + signs.map(\.reason).joined(separator: ", and ")
  }

  private static func named(_ pages: [Int]) -> String {
    let list = pages.prefix(most).map(String.init).joined(separator: ", ")
    return (pages.count == 1 ? "Page " : "Pages ") + list
      + (pages.count > most ? " and \(pages.count - most) more" : "")
  }
}
