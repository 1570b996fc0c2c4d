// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Brings what the layers say of the whole document into the original's catalog.
struct PDFGraftCatalog {
  /// So many reasons are named.
  private static let namedObstacles = 3

  let original: PDFGraftDocument
  let layers: PDFGraftDocument
  /// What people should know of the result.
  private(set) var notes: [String] = []

  init(original: PDFGraftDocument, layers: PDFGraftDocument) {
    (self.original, self.layers) = (original, layers)
  }

  /// Prepares the original for PDF/A while its pages still have their numbers; whether the result can be PDF/A.
  ///
  /// Fails when it cannot but has to.
  mutating func prepare(
    _ request: GraftRequest, file: InputFile, passwords: [String]
  ) throws(PageFailure) -> Bool {
    guard request.level != .no else { return false }
    let kept = Set(request.pages.filter { $0.source != .replacement }.map(\.number))
    let report = PDFArchival.report(file, passwords: passwords, pages: kept)
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

  /// Brings metadata and language over.
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

  /// Takes the claim to be PDF/A out of the XMP packet; false when there is none.
  private func dropClaim() -> Bool {
    let stream = original.root["/Metadata"]
    guard let changed = PDFArchivalClaim.removed(from: stream.streamContent) else { return false }
    original.replaceContent(of: stream, with: changed)
    return true
  }

  /// Brings an entry of the layers' catalog over; what the layers do not have stays as it is.
  private func copy(_ key: String) {
    guard layers.root.has(key) else { return }
    original.root.set(key, to: original.copy(foreign: layers.indirect(layers.root[key])))
  }

  /// The layers' entries take the place of the original's, which keeps the others, such as the program that made it.
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
    try layers.check("read what was recognized")
  }
}

extension PDFGraftDocument {
  private static let deepestNode = 16
  private static let labelLimit = 100_000

  /// A range of labels: where it begins, counted from 0, and how its labels are made.
  private typealias LabelRange = (start: Int, label: PDFObject)

  /// Gives each page of the result the label that it has in the original (ISO 32000-1, 12.4.2); `pages` count from 0.
  ///
  /// Labels hold for positions, so they are written again where pages are left out or occur twice.
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

  /// A range's label that begins with one of its pages.
  private func label(_ range: LabelRange, page: Int) -> PDFObject {
    let label = copy(range.label)
    let first = (label["/St"].integer ?? 1).addingReportingOverflow(Int64(page - range.start)).partialValue
    label.set("/St", to: number(max(1, first)))
    return label
  }

  /// The leaves of a number tree (7.9.7).
  private func collect(_ node: PDFObject, depth: Int, into ranges: inout [LabelRange]) {
    guard depth < Self.deepestNode, ranges.count < Self.labelLimit else { return }
    let numbers = node["/Nums"].items
    for index in stride(from: 0, to: numbers.count - 1, by: 2) where numbers[index + 1].isDictionary {
      if let start = numbers[index].integer { ranges.append((Int(start), numbers[index + 1])) }
    }
    for kid in node["/Kids"].items { collect(kid, depth: depth + 1, into: &ranges) }
  }
}

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
