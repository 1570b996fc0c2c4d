// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

extension PageContext {
  /// Records that a page with marks has no text, and grades the page as entirely wrong. If the `blank` stage didn't run, the stage's defaults decide
  /// whether the page is blank. A black page isn't blank.
  func noteMissingText() throws(PageFailure) {
    guard !isBlank, let recognition, recognition.blocks.words.isEmpty else { return }
    let ink: Double
    if let judged: BlankEvidence = findings.get() {
      ink = judged.ink
    } else {
      let (view, scale) = try view()
      let found = try Vision.blankness(view, dpi: size.dpi * scale)
      guard !BlankStage.isClearlyBlank(found) else { return }
      ink = found.ink.rounded(toPlaces: 5)
    }
    try note(NoText(ink: ink))
    guard recognition.expected == nil else { return }
    self.recognition?.expected = ExpectedErrors(characterErrorRate: 1, doubtfulWords: 0, unreadText: 0)
  }
}
