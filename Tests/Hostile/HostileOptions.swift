// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// What the command line asks for.
struct HostileOptions {
  /// How many damaged files are made.
  var count = 200
  /// Decides all of them.
  var seed: UInt64 = 1
  /// Only this one of them, counted from 0.
  var only: Int?
  /// A folder with real documents to damage, and with files that are hostile already.
  var data: String?
  /// The program to test; its worker lies beside it.
  var program: String
  /// Where files that showed something wrong are kept.
  var keep: String?
  /// So many files are in one run of docscan.
  var batch = 40

  static let usage = """
    HostileCorpus [--count N] [--seed N] [--only N] [--batch N] [--data DIR] [--bin DOCSCAN] [--keep DIR]
    """

  /// Reads the arguments.
  init(_ arguments: [String]) throws {
    program = try Places.product("docscan")
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw FixtureError("\(name) needs a value. Usage: \(Self.usage)") }
      switch name {
      case "--count": count = try Self.number(value)
      case "--seed": seed = UInt64(try Self.number(value))
      case "--only": only = try Self.number(value)
      case "--batch": batch = max(1, try Self.number(value))
      case "--data": data = value
      case "--bin": program = value
      case "--keep": keep = value
      case _: throw FixtureError("\(name) is unknown. Usage: \(Self.usage)")
      }
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw FixtureError("\(text) is not a number.") }
    return number
  }
}
