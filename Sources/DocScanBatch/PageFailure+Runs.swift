// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension PageFailure {
  /// Why something is not tried any more that runs did not survive.
  static func endsRuns(_ what: String) -> PageFailure {
    PageFailure(
      kind: .crash, stage: "load",
      message:
        "docscan itself was ended several times while it had this \(what) in hand, so it was left out this time. "
        + "The next run tries it again.")
  }
}
