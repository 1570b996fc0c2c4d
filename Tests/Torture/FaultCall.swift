// SPDX-License-Identifier: GPL-3.0-or-later

/// A call that changed files below the output folder.
struct FaultCall: CustomStringConvertible {
  var number: Int
  var process: Int
  /// Such as `write`; an `exchange` is a rename that swaps two names.
  var function: String
  var path: String
  /// The new path of a rename.
  var target: String?

  /// Parses a line of the LD_PRELOAD library's list, or returns `nil` if the line is incomplete.
  init?(line: Substring) {
    let fields = line.split(separator: "\t")
    guard fields.count >= 4, let number = Int(fields[0]), let process = Int(fields[1]) else { return nil }
    self.number = number
    self.process = process
    function = String(fields[2])
    path = String(fields[3])
    target = fields.count > 4 ? String(fields[4]) : nil
  }

  var description: String { "\(number) \(function) \(path)\(target.map { " \($0)" } ?? "")" }

  /// Whether the call writes bytes into a file.
  var isWrite: Bool { function.contains("write") || function == "sendfile" || function == "copy_file_range" }
}
