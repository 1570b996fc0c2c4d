// SPDX-License-Identifier: GPL-3.0-or-later

/// An option of a command, such as `-o, --output DIR`.
struct CommandOption: Sendable {
  /// The long name, without its dashes.
  let name: String
  /// The one-letter name; nil when there is none.
  let short: Character?
  /// What the option takes; nil for one that takes nothing.
  let value: CommandValue?
  /// Whether it may be given several times.
  let repeats: Bool
  /// One or two sentences.
  let help: String

  init(_ name: String, short: Character? = nil, value: CommandValue? = nil, repeats: Bool = false, help: String) {
    (self.name, self.short, self.value, self.repeats) = (name, short, value, repeats)
    self.help = help
  }

  /// The option as help shows it, such as `-o, --output DIR`.
  var label: String {
    let names = (short.map { "-\($0), " } ?? "    ") + "--" + name
    return value.map { "\(names) \($0.placeholder)" } ?? names
  }

  /// Where results go.
  static let output = CommandOption(
    "output", short: "o", value: CommandValue("DIR", completion: .folders),
    help: "The folder for results. Default: the one that the pipeline file names, otherwise docscan-out.")

  /// The number of workers.
  static let jobs = CommandOption(
    "jobs", short: "j", value: CommandValue("N"),
    help: "How many pages to process at the same time. Default: one per processor core.")

  /// Where the passwords of encrypted PDFs are, so that none stands in the list of processes.
  static let passwordFile = CommandOption(
    "password-file", value: CommandValue("FILE", completion: .paths),
    help: "A file with passwords for encrypted PDFs, one per line. All are tried on each PDF.")

  /// How many of the worst pages are listed.
  static let review = CommandOption(
    "review", value: CommandValue("SIZE"),
    help: "List this many pages that a person should check first, such as 20, or 2% of all.")

  /// Understood everywhere.
  static let help = CommandOption("help", short: "h", help: "Show this help.")

  /// Understood everywhere.
  static let version = CommandOption("version", help: "Show the versions of docscan and its libraries.")

  /// Understood everywhere.
  static let build = CommandOption(
    "build-info", short: "V", help: "Also show build details, and the libraries of docscan and docscan-worker.")

  /// The options that every command has.
  static let everywhere = [help, version, build]
}
