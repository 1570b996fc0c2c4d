// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// The command line's options.
struct TortureOptions {
  static let usage = """
    Torture kill [--moments N] [--calls N] [--seed S] [--only KIND:N]
    Torture calls

    kill   disturbs runs of docscan, starts each anew, and says what was lost. It kills at N random moments (default 1000),
           and lets each call that changes the output folder go wrong in turn; --calls N takes N of these for each kind
           of fault. --only repeats one moment.
    calls  lists the calls of an undisturbed run, and what a power cut could take away.

    """

  var listsCalls = false
  var moments = 1000
  /// The number of calls that fail for each kind of fault, or `nil` for all.
  var calls: Int?
  var seed: UInt64 = 1
  var only: Moment?

  init(_ arguments: some Collection<String>) throws {
    guard let command = arguments.first, ["kill", "calls"].contains(command) else { throw FixtureError(Self.usage) }
    listsCalls = command == "calls"
    var rest = Array(arguments.dropFirst())
    while rest.count >= 2 {
      let (name, value) = (rest.removeFirst(), rest.removeFirst())
      switch (name, Int(value)) {
      case ("--moments", let count?) where count >= 0: moments = count
      case ("--calls", let count?) where count >= 0: calls = count
      case ("--seed", let number?) where number >= 0: seed = UInt64(number)
      case ("--only", _): only = try Moment(value)
      case (_, _): throw FixtureError("\(name) \(value) is no option.\n\(Self.usage)")
      }
    }
    guard rest.isEmpty else { throw FixtureError("\(rest[0]) needs a value.\n\(Self.usage)") }
  }
}
