// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension PageFailure {
  /// The failure of a page or document during which several runs were killed.
  static func endsRuns(_ what: String) -> PageFailure {
    PageFailure(
      kind: .crash, stage: "load",
      message:
        "docscan itself was killed several times while it processed this \(what), so it was skipped this time. "
        + "The next run will try it again.")
  }
}
