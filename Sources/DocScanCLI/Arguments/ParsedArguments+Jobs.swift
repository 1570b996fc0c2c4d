// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension ParsedArguments {
  /// What `--jobs` says; nil where it is left out.
  func jobs(of command: String) throws(UsageError) -> Int? {
    guard let text = values["jobs"] else { return nil }
    guard let number = Int(text), (1...1024).contains(number) else {
      throw UsageError(
        message: "--jobs: expected a number from 1 to 1024, found \"\(visibleText(text))\".", command: command)
    }
    return number
  }
}
