// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Brings the bookmarks of the layers into the original, where that has none of its own (ISO 32000-1, 12.3.3).
struct PDFGraftOutline {
  /// Layers with more of them, or deeper ones, are not docscan's.
  private static let mostItems = 20_000
  private static let deepest = 12

  let original: PDFGraftDocument
  let layers: PDFGraftDocument
  private var pages: [PDFObject.Identity: Int] = [:]
  private var count = 0

  init(original: PDFGraftDocument, layers: PDFGraftDocument, pageCount: Int) {
    (self.original, self.layers) = (original, layers)
    for index in 0..<pageCount {
      if let identity = layers.page(index).identity { pages[identity] = index }
    }
  }

  /// Copies them; nothing is done where the original has bookmarks, or the layers have none.
  mutating func copy() throws(PageFailure) {
    let source = layers.root["/Outlines"]
    guard source.isDictionary, !original.root.has("/Outlines") else { return }
    let root = original.indirect(original.dictionary(type: "/Outlines"))
    guard add(source, to: root, depth: 0) > 0 else { return }
    original.root.set("/Outlines", to: root)
    if !original.root.has("/PageMode") { original.root.set("/PageMode", to: original.name("/UseOutlines")) }
    try original.check("add the bookmarks")
  }

  /// Copies what is directly below an item, and all below that; the number of the former.
  private mutating func add(_ source: PDFObject, to parent: PDFObject, depth: Int) -> Int {
    var kids: [PDFObject] = []
    var next = source["/First"]
    while next.isDictionary, depth < Self.deepest, count < Self.mostItems {
      count += 1
      let item = original.indirect(original.dictionary())
      if let title = original.string(like: next["/Title"]) { item.set("/Title", to: title) }
      item.set("/Parent", to: parent)
      let place = next["/Dest"]
      if place.isArray, place.count > 0, let page = place[0].identity, let index = pages[page] {
        // The original's page may be turned or cropped: the whole of it is shown.
        item.set("/Dest", to: original.array([original.page(index), original.name("/Fit")]))
      }
      if let last = kids.last {
        last.set("/Next", to: item)
        item.set("/Prev", to: last)
      }
      kids.append(item)
      _ = add(next, to: item, depth: depth + 1)
      next = next["/Next"]
    }
    guard let first = kids.first, let last = kids.last else { return 0 }
    parent.set("/First", to: first)
    parent.set("/Last", to: last)
    parent.set("/Count", to: original.number(Int64(depth == 0 ? kids.count : -kids.count)))
    return kids.count
  }
}
