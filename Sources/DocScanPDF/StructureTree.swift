// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles

/// The structure tree of a tagged PDF: a section for each page, with its elements in reading order (ISO 32000-1, 14.7). Elements are written as
/// pages arrive. Only two object numbers per page are kept in memory.
package final class StructureTree {
  private let file: PDFFile
  private let root: Int
  private let document: Int
  private var sections: [Int] = []
  private var owners: [Int] = []

  package init(file: PDFFile) {
    self.file = file
    root = file.reserve()
    document = file.reserve()
  }

  /// Writes the elements of a page with a reserved object number, and returns the page's dictionary entries.
  package func append(_ elements: [StructureElement], unit: Double, page: Int) throws(OutputError) -> String {
    let section = file.reserve()
    var owned: [Int: Int] = [:]
    let kids = try elements.map { (element) throws(OutputError) in
      try write(element, in: section, unit: unit, page: page, owned: &owned)
    }
    try file.write(
      "<</Type/StructElem/S/Sect/P \(document) 0 R/Pg \(page) 0 R/K[\(PDFSyntax.references(kids))]>>", as: section)
    sections.append(section)
    let inOrder = owned.sorted { $0.key < $1.key }.map(\.value)
    owners.append(try file.write("[\(PDFSyntax.references(inOrder))]"))
    return "/StructParents \(owners.count - 1)/Tabs/S"
  }

  /// Writes an element and its parts, and records the owners of marked content. Returns the element's object number.
  private func write(
    _ element: StructureElement, in parent: Int, unit: Double, page: Int, owned: inout [Int: Int]
  ) throws(OutputError) -> Int {
    let object = file.reserve()
    var kids: [Int] = []
    for part in element.parts { kids.append(try write(part, in: object, unit: unit, page: page, owned: &owned)) }
    let content = kids.isEmpty ? element.entries(unit: unit) : "/K[\(PDFSyntax.references(kids))]"
    try file.write(
      "<</Type/StructElem/S/\(element.kind.rawValue)/P \(parent) 0 R/Pg \(page) 0 R\(element.properties)\(content)>>",
      as: object)
    if let content = element.content { owned[content] = object }
    return object
  }

  /// Writes the rest of the tree and returns the catalog's entries.
  package func finish() throws(OutputError) -> String {
    try file.write(
      "<</Type/StructElem/S/Document/P \(root) 0 R/K[\(PDFSyntax.references(sections))]>>", as: document)
    let numbers = owners.enumerated().map { "\($0.offset) \($0.element) 0 R" }.joined(separator: " ")
    let parents = try file.write("<</Nums[\(numbers)]>>")
    try file.write(
      "<</Type/StructTreeRoot/K \(document) 0 R/ParentTree \(parents) 0 R/ParentTreeNextKey \(owners.count)>>", as: root
    )
    return "/MarkInfo<</Marked true>>/StructTreeRoot \(root) 0 R"
  }
}
