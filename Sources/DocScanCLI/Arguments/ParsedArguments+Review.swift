// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension CommandOption {
  /// How many of the worst pages are listed.
  static let review = CommandOption(
    "review", value: CommandValue("SIZE"),
    help: "List this many pages that a person should check first, such as 20, or 2% of all.")
}

extension ParsedArguments {
  /// What `--review` says; nil where it is left out.
  func reviewSize(of command: String) throws(UsageError) -> ReviewSize? {
    guard let text = values["review"] else { return nil }
    guard let size = ReviewSize(text) else {
      throw UsageError(
        message: "--review: expected a number from 1 to \(ReviewSize.limit), or a percentage such as 2%, found "
          + "\"\(visibleText(text))\".", command: command)
    }
    return size
  }
}
