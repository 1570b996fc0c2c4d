// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

extension PDFGraftDocument {
  private static let deepestNode = 16
  private static let labelLimit = 100_000

  /// A range of labels: where it begins, counted from 0, and how its labels are made.
  private typealias LabelRange = (start: Int, label: Object)

  /// Gives each page of the result the label that it has in the original (ISO 32000-1, 12.4.2); `pages` count from 0.
  ///
  /// Labels hold for positions, so they are written again where pages are left out or occur twice.
  func renumberLabels(for pages: [Int]) throws(PageFailure) {
    let root = unsafe qpdf_get_root(handle)
    let tree = unsafe qpdf_oh_get_key(handle, root, "/PageLabels")
    guard unsafe qpdf_oh_is_dictionary(handle, tree) != 0, pages != Array(0..<(try pageCount())) else { return }
    var ranges: [LabelRange] = []
    collect(tree, depth: 0, into: &ranges)
    ranges.sort { $0.start < $1.start }
    let numbers = unsafe qpdf_oh_new_array(handle)
    for (place, page) in pages.enumerated() {
      guard let range = ranges.last(where: { $0.start <= page }) else { continue }
      let continues = place > 0 && pages[place - 1] + 1 == page && range.start != page
      guard !continues else { continue }
      unsafe qpdf_oh_append_item(handle, numbers, qpdf_oh_new_integer(handle, Int64(place)))
      unsafe qpdf_oh_append_item(handle, numbers, label(range, page: page))
    }
    let labels = unsafe qpdf_oh_new_dictionary(handle)
    unsafe qpdf_oh_replace_key(handle, labels, "/Nums", numbers)
    unsafe qpdf_oh_replace_key(handle, root, "/PageLabels", labels)
    try check("number the pages")
    unsafe qpdf_oh_release_all(handle)
  }

  /// A range's label that begins with one of its pages.
  private func label(_ range: LabelRange, page: Int) -> Object {
    let label = copy(ofDictionary: range.label)
    let start = unsafe qpdf_oh_get_key(handle, label, "/St")
    let first = unsafe qpdf_oh_is_integer(handle, start) != 0 ? qpdf_oh_get_int_value(handle, start) : 1
    let number = first.addingReportingOverflow(Int64(page - range.start)).partialValue
    unsafe qpdf_oh_replace_key(handle, label, "/St", qpdf_oh_new_integer(handle, max(1, number)))
    return label
  }

  /// The leaves of a number tree (7.9.7).
  private func collect(_ node: Object, depth: Int, into ranges: inout [LabelRange]) {
    guard depth < Self.deepestNode, ranges.count < Self.labelLimit else { return }
    let numbers = unsafe qpdf_oh_get_key(handle, node, "/Nums")
    for index in stride(from: 0, to: count(of: numbers) - 1, by: 2) {
      let (key, value) = unsafe (
        qpdf_oh_get_array_item(handle, numbers, Int32(index)), qpdf_oh_get_array_item(handle, numbers, Int32(index + 1))
      )
      guard unsafe qpdf_oh_is_integer(handle, key) != 0, unsafe qpdf_oh_is_dictionary(handle, value) != 0 else {
        continue
      }
      ranges.append((Int(unsafe qpdf_oh_get_int_value(handle, key)), value))
    }
    let kids = unsafe qpdf_oh_get_key(handle, node, "/Kids")
    for index in 0..<count(of: kids) {
      collect(unsafe qpdf_oh_get_array_item(handle, kids, Int32(index)), depth: depth + 1, into: &ranges)
    }
  }

  /// The number of an array's elements; 0 if it is not an array.
  func count(of array: Object) -> Int {
    unsafe qpdf_oh_is_array(handle, array) != 0 ? Int(qpdf_oh_get_array_n_items(handle, array)) : 0
  }
}
