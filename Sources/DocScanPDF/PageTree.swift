// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles

/// The page tree of a PDF, two levels deep (ISO 32000-1, 7.7.3).
package final class PageTree {
  private static let pagesPerNode = 64

  private let file: PDFFile
  private let root: Int
  private var nodes: [Int] = []
  private var pages: [Int] = []
  private var pageCount = 0

  package var isEmpty: Bool { pageCount == 0 }

  package init(file: PDFFile) {
    self.file = file
    root = file.reserve()
  }

  /// Writes a page with a reserved object number. The size is in page units, and `entries` are additional dictionary entries.
  package func append(
    _ contents: PageContents, width: Double, height: Double, entries: String, as page: Int
  ) throws(OutputError) {
    if pages.isEmpty { nodes.append(file.reserve()) }
    guard let node = nodes.last else { return }
    let stream = try file.writeStream(contents.bytes)
    let unit = contents.unit > 1 ? "/UserUnit \(PDFSyntax.number(contents.unit))" : ""
    try file.write(
      """
      <</Type/Page/Parent \(node) 0 R/MediaBox[0 0 \(PDFSyntax.numbers(width, height))]\(unit)\
      /Resources<<\(contents.resources)>>/Contents \(stream) 0 R\(entries)>>
      """, as: page)
    pages.append(page)
    pageCount += 1
    if pages.count == Self.pagesPerNode { try writeNode() }
  }

  package func finish() throws(OutputError) -> Int {
    try writeNode()
    try file.write("<</Type/Pages/Count \(pageCount)/Kids[\(PDFSyntax.references(nodes))]>>", as: root)
    return root
  }

  private func writeNode() throws(OutputError) {
    guard let node = nodes.last, !pages.isEmpty else { return }
    try file.write(
      "<</Type/Pages/Parent \(root) 0 R/Count \(pages.count)/Kids[\(PDFSyntax.references(pages))]>>", as: node)
    pages = []
  }
}
