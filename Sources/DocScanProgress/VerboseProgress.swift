// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
package import DocScanCore
internal import DocScanFiles

/// `--verbose`: the lines of `--progress plain`, and one for each page, with the seconds since the beginning.
package struct VerboseProgress: ProgressDisplay {
  private var plain = PlainProgress()

  package init() {}

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    let text = Self.page(event) ?? plain.show(event, at: seconds)
    guard !text.isEmpty else { return "" }
    let time = decimal(seconds, places: 1)
    return String(repeating: " ", count: max(0, 6 - time.count)) + time + " s  " + text
  }

  private static func page(_ event: BatchEvent) -> String? {
    switch event {
    case .pageFinished(let document, let page, let status, _) where status != .failed:
      visibleText("\(document): page \(page): \(status.rawValue)") + "\n"
    case .documentOpened(let name, let pages): visibleText(name) + ": \(counted(pages, "page"))\n"
    case .started, .documentNamed, .pageFinished, .pageRetried, .documentFinished, .notice, .measured, .finished: nil
    }
  }
}
