// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// The command line's options.
struct HostileOptions {
  /// The number of damaged files to make.
  var count = 200
  /// The seed that determines all files.
  var seed: UInt64 = 1
  /// The only file to test, counted from 0.
  var only: Int?
  /// A folder with real documents to damage, and with existing hostile files.
  var data: String?
  /// The program to test; its worker is next to it.
  var program: String
  /// The folder for files that revealed a fault.
  var keep: String?
  /// The number of pages with complex layouts of each kind.
  var layouts = 0
  /// The divisor of the height of these pages, of the number of their parts, and of the time they may take.
  var share = 1
  /// The number of files in one run of docscan.
  var batch = 40

  static let usage = """
    HostileCorpus [--count N] [--seed N] [--only N] [--batch N] [--data DIR] [--bin DOCSCAN] [--keep DIR]
                  [--layouts N] [--share N]
    """

  /// Parses the arguments.
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
      case "--layouts": layouts = try Self.number(value)
      case "--share": share = max(1, try Self.number(value))
      case _: throw FixtureError("\(name) is unknown. Usage: \(Self.usage)")
      }
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw FixtureError("\(text) is not a number.") }
    return number
  }
}
