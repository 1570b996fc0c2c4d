// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures

/// The command line's options.
struct SoakOptions {
  var files = 200
  var minutes = 1.0
  var kills = 5
  var seed: UInt64 = 1
  /// The folder of `docscan` and `docscan-worker`.
  var bin = Places.products

  init(_ words: [String]) throws {
    var words = words[...]
    let usage = FixtureError("Usage: Soak [--files N] [--minutes M] [--kills K] [--seed S] [--bin DIR]")
    while let name = words.popFirst() {
      guard name != "--help" else { throw usage }
      guard let value = words.popFirst() else { throw FixtureError("\(name) lacks its value.") }
      switch name {
      case "--files": files = try Self.number(value)
      case "--minutes": minutes = try Self.number(value)
      case "--kills": kills = try Self.number(value)
      case "--seed": seed = try Self.number(value)
      case "--bin": bin = value
      case _: throw usage
      }
    }
  }

  private static func number<Number: LosslessStringConvertible>(_ text: String) throws -> Number {
    guard let number = Number(text) else { throw FixtureError("\(text) is no number.") }
    return number
  }
}
