// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

extension PageContext {
  /// Records the rules on the page, from an earlier stage or newly measured. Each stage has a copy, so that its findings are complete alone.
  func noteRules() throws(PageFailure) {
    guard !isBlank else { return }
    let known: [PageRule]? = findings.get()
    if let known { return try note(known) }
    let (view, scale) = try view()
    let whole = size.bounds
    try note(
      try Vision.rules(view, letterHeight: try text().letterHeight()).map { rule in
        let ends = rule.line.map { place in
          Point(x: min(max(place.x / scale, 0), whole.width), y: min(max(place.y / scale, 0), whole.height)).rounded
        }
        return PageRule(from: ends[0], to: ends[1], width: (rule.width / scale).rounded(toPlaces: 1))
      })
  }
  var textSoFar: RecognizedPage? {
    guard let recognition, !isBlank else { return nil }
    return RecognizedPage(
      document: DocumentReference(name: reference.source, sha256: "", pageCount: 1), page: reference,
      status: recognition.isCopied ? .copied : .recognized, image: size, findings: findings,
      text: pageText(recognition.blocks), blocks: recognition.blocks)
  }
}
