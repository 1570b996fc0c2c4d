// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension PageFailure {
  /// Returns the failure for a page or document that is skipped because several runs were killed while they processed it.
  static func endsRuns(_ what: String) -> PageFailure {
    PageFailure(
      kind: .crash, stage: "load",
      message:
        "docscan itself was killed several times while it processed this \(what), so it was skipped this time. "
        + "The next run will try it again.")
  }
}
