// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension ParsedArguments {
  /// What `--pages` says; all pages where it is left out.
  func pageSelection(of command: String) throws(UsageError) -> PageSelection {
    guard let text = values["pages"] else { return .all }
    guard let selection = PageSelection(text) else {
      throw UsageError(
        message: "--pages: expected page numbers such as 1-3,7 or 5-, found \"\(visibleText(text))\".", command: command
      )
    }
    return selection
  }
}
