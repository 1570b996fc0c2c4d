// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// Brings what the layers say of the whole document into the original's catalog.
@safe
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
        "Its colours are meant for \(intent == .cmyk ? "printing ink" : "grey"), those of new pictures for screens.")
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
    let handle = unsafe original.handle
    let catalog = unsafe qpdf_get_root(handle)
    if isArchival || request.replacesMetadata {
      copy("/Metadata")
      copyInformation()
    }
    if !isArchival, dropClaim(of: catalog), !request.replacesMetadata {
      notes.append("The original claims to be PDF/A; the result no longer does.")
    }
    if unsafe qpdf_oh_has_key(handle, catalog, "/Lang") == 0 { copy("/Lang") }
    try check()
    unsafe qpdf_oh_release_all(handle)
    unsafe qpdf_oh_release_all(layers.handle)
  }

  /// Takes the claim to be PDF/A out of the XMP packet; false when there is none.
  private func dropClaim(of catalog: PDFGraftDocument.Object) -> Bool {
    let handle = unsafe original.handle
    let stream = unsafe qpdf_oh_get_key(handle, catalog, "/Metadata")
    let packet = unsafe PDFObject(stream, of: handle).streamContent
    guard let changed = PDFArchivalClaim.removed(from: packet) else { return false }
    unsafe qpdf_oh_replace_stream_data(
      handle, stream, changed, changed.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
    return true
  }

  /// Brings an entry of the layers' catalog over; what the layers do not have stays as it is.
  private func copy(_ key: String) {
    let root = unsafe qpdf_get_root(layers.handle)
    guard unsafe qpdf_oh_has_key(layers.handle, root, key) != 0 else { return }
    let value = unsafe qpdf_make_indirect_object(layers.handle, qpdf_oh_get_key(layers.handle, root, key))
    let copied = unsafe qpdf_oh_copy_foreign_object(original.handle, layers.handle, value)
    unsafe qpdf_oh_replace_key(original.handle, qpdf_get_root(original.handle), key, copied)
  }

  /// The layers' entries take the place of the original's, which keeps the others, such as the program that made it.
  private func copyInformation() {
    let (from, to) = unsafe (layers.handle, original.handle)
    let source = unsafe qpdf_oh_get_key(from, qpdf_get_trailer(from), "/Info")
    let trailer = unsafe qpdf_get_trailer(to)
    let target = unsafe original.copy(ofDictionary: qpdf_oh_get_key(to, trailer, "/Info"))
    for key in layers.keys(of: source) where key != "/Producer" {
      var count = 0
      guard let bytes = unsafe qpdf_oh_get_binary_string_value(from, qpdf_oh_get_key(from, source, key), &count) else {
        continue
      }
      unsafe qpdf_oh_replace_key(to, target, key, qpdf_oh_new_binary_string(to, bytes, count))
    }
    unsafe qpdf_oh_replace_key(to, trailer, "/Info", qpdf_make_indirect_object(to, target))
  }

  private func check() throws(PageFailure) {
    try original.check("change the catalog")
    try layers.check("read what was recognized")
  }
}
