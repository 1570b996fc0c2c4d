// SPDX-License-Identifier: GPL-3.0-or-later

/// A file in memory.
struct SampleFile: Sendable {
  /// Its name without its ending.
  var name: String
  /// Without the dot.
  var ending: String
  var bytes: [UInt8]
  /// What was done to it, such as "truncate"; empty for a good file.
  var operators: [String] = []
  /// Whether nothing is wrong with it, so that it has to be read.
  var isGood = false

  /// The name with its ending.
  var fileName: String { "\(name).\(ending)" }
}
