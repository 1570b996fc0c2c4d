// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// The headings of a document as bookmarks in its PDF (ISO 32000-1, 12.3.3).
package struct PDFOutline {
  /// The maximum number of bookmarks. More would be useless.
  private static let mostItems = 20_000
  private static let longestTitle = 300

  private struct Item {
    var level: Int
    var title: String
    var page: Int
    /// The distance from the top of the page, as a fraction of its height.
    var y: Double
  }

  private struct Page {
    var object: Int
    var height: Double
  }

  private var heads = RunningHeads()
  private var items: [Item] = []
  private var pages: [Int: Page] = [:]

  package init() {}

  /// Records the headings of a page. `height` is in the page's own units.
  package mutating func add(_ page: RecognizedPage, object: Int, height: Double) {
    pages[page.page.number] = Page(object: object, height: height)
    for settled in heads.add(page) { note(settled) }
  }

  private mutating func note(_ settled: (page: RecognizedPage, elements: [PageElement])) {
    guard let height = settled.page.image?.height, height > 0 else { return }
    for element in settled.elements where element.kind == .heading || element.kind == .title {
      guard items.count < Self.mostItems else { return }
      let text = Reflow.text(of: element.lines.map { settled.page[$0] }[...])
      items.append(
        Item(
          level: element.level ?? 1, title: String(text.prefix(Self.longestTitle)), page: settled.page.page.number,
          y: element.box.y / Double(height)))
    }
  }

  /// Writes the bookmarks and returns the catalog's entries. Empty if there are no headings.
  package mutating func finish(_ file: PDFFile) throws(OutputError) -> String {
    for settled in heads.finish() { note(settled) }
    let shown = items.filter { pages[$0.page] != nil }
    guard !shown.isEmpty else { return "" }
    // The parent of a bookmark is the last one before it with a higher level in the hierarchy.
    var parents: [Int?] = []
    var open: [Int] = []
    for (index, item) in shown.enumerated() {
      while let last = open.last, shown[last].level >= item.level { open.removeLast() }
      parents.append(open.last)
      open.append(index)
    }
    var kids: [Int: [Int]] = [:]
    for (index, parent) in parents.enumerated() { kids[parent ?? -1, default: []].append(index) }
    let root = file.reserve()
    let objects = shown.map { _ in file.reserve() }
    for (index, item) in shown.enumerated() {
      let siblings = kids[parents[index] ?? -1] ?? []
      let place = siblings.firstIndex(of: index) ?? 0
      var entries =
        "/Title \(PDFSyntax.textString(item.title))/Parent \(parents[index].map { objects[$0] } ?? root) 0 R"
      if place > 0 { entries += "/Prev \(objects[siblings[place - 1]]) 0 R" }
      if place + 1 < siblings.count { entries += "/Next \(objects[siblings[place + 1]]) 0 R" }
      if let own = kids[index], let first = own.first, let last = own.last {
        // A negative count means that the bookmarks are collapsed.
        entries += "/First \(objects[first]) 0 R/Last \(objects[last]) 0 R/Count \(-own.count)"
      }
      if let page = pages[item.page] {
        let top = PDFSyntax.number(page.height * (1 - min(max(item.y - 0.01, 0), 1)))
        entries += "/Dest[\(page.object) 0 R/XYZ null \(top) null]"
      }
      try file.write("<<\(entries)>>", as: objects[index])
    }
    let top = kids[-1] ?? []
    guard let first = top.first, let last = top.last else { return "" }
    try file.write(
      "<</Type/Outlines/First \(objects[first]) 0 R/Last \(objects[last]) 0 R/Count \(top.count)>>", as: root)
    return "/Outlines \(root) 0 R/PageMode/UseOutlines"
  }
}
