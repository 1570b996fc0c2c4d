// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWire

/// Copies the layers' document-level entries to the original's catalog.
struct PDFGraftCatalog {
  private static let namedObstacles = 3

  let original: PDFGraftDocument
  let layers: PDFGraftDocument
  private(set) var notes: [String] = []

  init(original: PDFGraftDocument, layers: PDFGraftDocument) {
    (self.original, self.layers) = (original, layers)
  }

  /// Prepares the original for PDF/A before its pages are renumbered, and returns whether the result will be PDF/A.
  mutating func prepare(
    _ request: GraftRequest, file: InputFile
  ) throws(PageFailure) -> Bool {
    guard request.level != .no else { return false }
    let kept = Set(request.pages.filter { $0.source != .replacement }.map(\.number))
    let report = PDFArchival.report(file, pages: kept)
    var obstacles = report.obstacles(unicode: request.level != .basic)
    if let intent = report.outputIntent, intent != .rgb, request.pages.contains(where: { $0.source == .replacement }) {
      obstacles.append(
        "Its colors are meant for \(intent == .cmyk ? "printing ink" : "gray"), those of new pictures for screens.")
    }
    guard obstacles.isEmpty else {
      let more = obstacles.count > Self.namedObstacles ? " And \(obstacles.count - Self.namedObstacles) more." : ""
      let reason =
        "The PDF cannot be PDF/A-2: \(obstacles.prefix(Self.namedObstacles).joined(separator: " "))\(more)"
      guard request.level == .auto else {
        let wayOut = "Set the writer's pdfa to \"auto\", or pages.existingText to \"force\"."
        throw PDFGraft.failure(.standard, "\(reason) \(wayOut)")
      }
      notes.append(reason)
      return false
    }
    PDFArchival.apply(report.repairs, to: original)
    if report.outputIntent == nil { copy("/OutputIntents") }
    try check()
    return true
  }

  mutating func finish(_ request: GraftRequest, isArchival: Bool) throws(PageFailure) {
    if isArchival || request.replacesMetadata {
      copy("/Metadata")
      copyInformation()
    }
    if !isArchival, dropClaim(), !request.replacesMetadata {
      notes.append("The original claims to be PDF/A; the result no longer does.")
    }
    if !original.root.has("/Lang") { copy("/Lang") }
    try check()
    original.release()
    layers.release()
  }

  private func dropClaim() -> Bool {
    let stream = original.root["/Metadata"]
    guard let changed = PDFArchivalClaim.removed(from: stream.streamContent) else { return false }
    original.replaceContent(of: stream, with: changed)
    return true
  }

  private func copy(_ key: String) {
    guard layers.root.has(key) else { return }
    original.root.set(key, to: original.copy(foreign: layers.indirect(layers.root[key])))
  }

  private func copyInformation() {
    let source = layers.trailer["/Info"]
    let target = original.copy(original.trailer["/Info"])
    for key in source.keys where key != "/Producer" {
      if let string = original.string(like: source[key]) { target.set(key, to: string) }
    }
    original.trailer.set("/Info", to: original.indirect(target))
  }

  private func check() throws(PageFailure) {
    try original.check("change the catalog")
    try layers.check("read the recognized text")
  }
}

extension PDFGraftDocument {
  private static let deepestNode = 16
  private static let labelLimit = 100_000

  /// A range of labels: the index of its first page, and its label dictionary.
  private typealias LabelRange = (start: Int, label: PDFObject)

  /// Gives each page, counted from 0, its label in the original (ISO 32000-1, 12.4.2). Labels belong to positions, so new ranges are required.
  func renumberLabels(for pages: [Int]) throws(PageFailure) {
    let tree = root["/PageLabels"]
    guard tree.isDictionary, pages != Array(0..<(try pageCount())) else { return }
    var ranges: [LabelRange] = []
    collect(tree, depth: 0, into: &ranges)
    ranges.sort { $0.start < $1.start }
    var numbers: [PDFObject] = []
    for (place, page) in pages.enumerated() {
      guard let range = ranges.last(where: { $0.start <= page }) else { continue }
      let continues = place > 0 && pages[place - 1] + 1 == page && range.start != page
      if !continues { numbers += [number(Int64(place)), label(range, page: page)] }
    }
    let labels = dictionary()
    labels.set("/Nums", to: array(numbers))
    root.set("/PageLabels", to: labels)
    try check("number the pages")
    release()
  }

  private func label(_ range: LabelRange, page: Int) -> PDFObject {
    let label = copy(range.label)
    let first = (label["/St"].integer ?? 1).addingReportingOverflow(Int64(page - range.start)).partialValue
    label.set("/St", to: number(max(1, first)))
    return label
  }

  private func collect(_ node: PDFObject, depth: Int, into ranges: inout [LabelRange]) {
    guard depth < Self.deepestNode, ranges.count < Self.labelLimit else { return }
    let numbers = node["/Nums"].items
    for index in stride(from: 0, to: numbers.count - 1, by: 2) where numbers[index + 1].isDictionary {
      if let start = numbers[index].integer { ranges.append((Int(start), numbers[index + 1])) }
    }
    for kid in node["/Kids"].items { collect(kid, depth: depth + 1, into: &ranges) }
  }
}

/// Copies the bookmarks of the layers to the original if it has none (ISO 32000-1, 12.3.3).
struct PDFGraftOutline {
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

  mutating func copy() throws(PageFailure) {
    let source = layers.root["/Outlines"]
    guard source.isDictionary, !original.root.has("/Outlines") else { return }
    let root = original.indirect(original.dictionary(type: "/Outlines"))
    guard add(source, to: root, depth: 0) > 0 else { return }
    original.root.set("/Outlines", to: root)
    if !original.root.has("/PageMode") { original.root.set("/PageMode", to: original.name("/UseOutlines")) }
    try original.check("add the bookmarks")
  }

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
        // The original's page may be rotated or cropped, so the bookmark shows the whole page.
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
