// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanEngine
internal import Glibc

/// A text stage that misbehaves on a page with a given word, such as one that a user typed.
final class FaultTextStage: TextStage {
  private static let kind = Setting("kind", default: "kill", oneOf: ["kill", "hang", "fail"], help: "")
  private static let word = Setting("word", default: "", help: "The word.")
  private static let marker = Setting(
    "marker", default: "", help: "A file to make first; once it is there all is well.")

  static let description = ComponentDescription(
    name: "textfault", abstract: "Misbehaves.", settings: [kind.erased, word.erased, marker.erased], order: order)

  private let kind, word, marker: String

  init(settings: ResolvedSettings) throws(PipelineError) {
    (kind, word, marker) = (settings[Self.kind], settings[Self.word], settings[Self.marker])
  }

  func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? {
    guard page.words.contains(where: { $0.text == word }) else { return nil }
    if !marker.isEmpty {
      let descriptor = unsafe open(marker, O_CREAT | O_EXCL | O_WRONLY, 0o644)
      guard descriptor >= 0 else { return nil }
      close(descriptor)
    }
    if kind == "fail" { throw PageFailure(kind: .library, message: "The page was made to fail.") }
    if kind == "kill" { Glibc.kill(getpid(), SIGKILL) }
    while true { usleep(1000) }
  }
}
