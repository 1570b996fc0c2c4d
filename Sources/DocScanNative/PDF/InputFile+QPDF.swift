// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

extension InputFile {
  /// qpdf goes through page trees by recursion: deeper ones would overflow its stack. Sensible ones have a depth below 20.
  private static let deepestPageTree = 1000

  /// Opens the file in qpdf, which then reads from it as long as the handle lives; false when its page tree is nested so
  /// deeply that its pages must not be counted. Errors are qpdf's to tell.
  @unsafe
  func read(into pdf: qpdf_data, password: String) -> Bool {
    do throws(PageFailure) {
      try unsafe withUnsafeMapping { bytes in
        _ = unsafe qpdf_read_memory(
          pdf, name, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), password)
      }
    } catch {
      // For want of memory it is as little a PDF as an empty file.
      _ = unsafe qpdf_read_memory(pdf, name, "", 0, password)
    }
    guard unsafe qpdf_has_error(pdf) == 0 else { return true }
    if let hasDeepPageTree { return !hasDeepPageTree }
    defer { unsafe qpdf_oh_release_all(pdf) }
    let isDeep = unsafe Self.isDeep(PDFObject(qpdf_get_root(pdf), of: pdf)["/Pages"])
    hasDeepPageTree = isDeep
    return !isDeep
  }

  /// Whether a page tree is too deep; each of its nodes is looked at once.
  private static func isDeep(_ root: PDFObject) -> Bool {
    var known: Set<PDFObject.Identity> = []
    var waiting = [(node: root, depth: 0)]
    while let (node, depth) = waiting.popLast() {
      if let identity = node.identity, !known.insert(identity).inserted { continue }
      guard depth <= deepestPageTree else { return true }
      // In qpdf's order, so that a node counts as deep as qpdf meets it first.
      waiting += node["/Kids"].items.reversed().map { ($0, depth + 1) }
    }
    return false
  }
}
