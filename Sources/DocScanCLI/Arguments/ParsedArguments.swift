// SPDX-License-Identifier: GPL-3.0-or-later

/// What a command line says, checked against the command's table.
struct ParsedArguments: Hashable, Sendable {
  /// The arguments, by their names in the table.
  var arguments: [String: [String]] = [:]
  /// The values of the options, by their long names.
  var values: [String: String] = [:]
  /// The values of the options that may be given several times, by their long names, in the order given.
  var lists: [String: [String]] = [:]
  /// The long names of the options that take nothing.
  var flags: Set<String> = []

  /// The values of an argument that may be given any number of times.
  subscript(argument: String) -> [String] { arguments[argument] ?? [] }
}
