// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension PageFailure {
  /// Why something is not tried any more that runs did not survive.
  static func endsRuns(_ what: String) -> PageFailure {
    PageFailure(
      kind: .crash, stage: "load",
      message:
        "docscan itself was killed several times while it processed this \(what), so it was skipped this time. "
        + "The next run will try it again.")
  }
}
