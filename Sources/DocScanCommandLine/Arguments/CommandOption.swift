// SPDX-License-Identifier: GPL-3.0-or-later

/// An option of a command, such as `-o, --output DIR`.
package struct CommandOption: Sendable {
  package let name: String
  package let short: Character?
  package let value: CommandValue?
  package let repeats: Bool
  package let help: String

  package init(_ name: String, short: Character? = nil, value: CommandValue? = nil, repeats: Bool = false, help: String)
  {
    (self.name, self.short, self.value, self.repeats) = (name, short, value, repeats)
    self.help = help
  }

  var label: String {
    let names = (short.map { "-\($0), " } ?? "    ") + "--" + name
    return value.map { "\(names) \($0.placeholder)" } ?? names
  }

  package static let output = CommandOption(
    "output", short: "o", value: CommandValue("DIR", completion: .folders),
    help: "The folder for results. Default: the one that the pipeline file names, otherwise docscan-out.")

  package static let jobs = CommandOption(
    "jobs", short: "j", value: CommandValue("N"),
    help: "The number of pages to process at the same time. Default: one per processor core.")

  /// The file with passwords of encrypted PDFs. Passwords given as arguments would be visible in the process list.
  package static let passwordFile = CommandOption(
    "password-file", value: CommandValue("FILE", completion: .paths),
    help: "A file with passwords for encrypted PDFs, one per line. All are tried on each PDF.")

  package static let review = CommandOption(
    "review", value: CommandValue("SIZE"),
    help: "List this many pages for review, the least certain ones first, such as 20, or 2% of all.")

  package static let help = CommandOption("help", short: "h", help: "Show this help.")

  package static let version = CommandOption("version", help: "Show the versions of docscan and its libraries.")

  package static let build = CommandOption(
    "build-info", short: "V", help: "Also show build details, and the libraries of docscan and docscan-worker.")

  package static let everywhere = [help, version, build]
}
