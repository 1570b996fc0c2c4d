// SPDX-License-Identifier: GPL-3.0-or-later

/// A file in memory.
struct SampleFile: Sendable {
  /// The name without its extension.
  var name: String
  /// The extension without the dot.
  var ending: String
  var bytes: [UInt8]
  /// The changes to the file, such as "truncate"; empty for a valid file.
  var operators: [String] = []
  /// Whether the file is valid and must be read.
  var isGood = false

  /// The name with its extension.
  var fileName: String { "\(name).\(ending)" }
}
