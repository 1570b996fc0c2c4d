// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

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
