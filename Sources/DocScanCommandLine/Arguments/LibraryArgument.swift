// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

extension CommandArgument {
  private static let libraryName = "DIR"

  package static let library = CommandArgument(
    CommandValue(libraryName, completion: .folders), .optional,
    help: "The folder with the results. Default: docscan-out, if there is one here, otherwise this folder.")

  package static func library(in arguments: ParsedArguments) -> [String] { arguments[libraryName] }
}

extension CommandOption {
  package static let library = CommandOption(
    "output", short: "o", value: CommandValue("DIR", completion: .folders),
    help: "The folder with the results; same as DIR.")
}

extension ParsedArguments {
  package func library(of command: String) throws(CommandError) -> String {
    let words = CommandArgument.library(in: self)
    return try namedLibrary(words, of: command) ?? StoredDocument.standardLibrary
  }

  // Returns the end of a sentence about redirecting output to a file, with the complete command if no other options are given.
  private func saving(_ file: String, _ words: [String], of command: String) -> String {
    let target = "> " + Escape.shellWord(file)
    let ending = ["csv", "json"].first { file.lowercased().hasSuffix("." + $0) }
    guard command == "ledger", let ending, values.count == 1, flags.subtracting([ending]).isEmpty else {
      return ", add: \(target)"
    }
    let line = ["docscan", command] + words + ["--" + ending]
    return ": \(visibleText(line.map(Escape.shellWord).joined(separator: " "))) \(target)"
  }

  /// Returns the output folder given as an argument or with `-o`, or `nil`. Throws an error that explains redirection if `-o` names a file.
  func namedLibrary(_ words: [String], of command: String) throws(CommandError) -> String? {
    guard let named = values["output"] else { return words.first }
    let shown = visibleText(named)
    if named.split(separator: "/").last?.contains(".") == true, !FileManager.default.fileExists(atPath: named) {
      throw .usage(
        "-o names the folder with the results\(command == "ledger" ? ", or a spreadsheet that ends with .xlsx" : ""). "
          + "To save what docscan \(command) prints"
          + saving(named, words, of: command), command: command)
    }
    guard words.isEmpty else {
      throw .usage(
        "two folders are named: \(visibleText(words[0])) and, with -o, \(shown). Leave one out.",
        command: command)
    }
    return named
  }
}
