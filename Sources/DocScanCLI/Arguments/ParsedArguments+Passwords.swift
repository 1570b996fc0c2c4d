// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

extension CommandOption {
  /// Where the passwords of encrypted PDFs are, so that none stands in the list of processes.
  static let passwordFile = CommandOption(
    "password-file", value: CommandValue("FILE", completion: .paths),
    help: "A file with passwords for encrypted PDFs, one per line. All are tried on each PDF.")
}

extension ParsedArguments {
  private static let mostPasswords = 100

  /// What the file of `--password-file` holds; none where there is no such option.
  func passwords(of command: String) throws(UsageError) -> [String] {
    guard let file = values["password-file"] else { return [] }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError(message: "--password-file: \"\(visibleText(file))\" cannot be read.", command: command)
    }
    let lines = String(decoding: data, as: UTF8.self).split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    guard (1...Self.mostPasswords).contains(lines.count) else {
      throw UsageError(
        message: "--password-file: \"\(visibleText(file))\" has \(counted(lines.count, "line")); expected 1 to "
          + "\(Self.mostPasswords), each with a password.", command: command)
    }
    return lines
  }
}
