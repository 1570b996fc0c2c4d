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
