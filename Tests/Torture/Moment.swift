// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// A fault and its time, such as `eio:41`.
struct Moment: CustomStringConvertible {
  var fault: Fault
  /// The number of the call, or the number of the random draw for a fault at a time.
  var number: Int

  init(_ fault: Fault, _ number: Int) {
    self.fault = fault
    self.number = number
  }

  /// Parses the output of `description`.
  init(_ text: String) throws {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let fault = Fault(rawValue: String(parts[0])), let number = Int(parts[1]), number > 0 else {
      let kinds = Fault.allCases.map(\.rawValue).joined(separator: ", ")
      throw FixtureError("\(text) is no moment. Write KIND:NUMBER, such as eio:41; kinds are \(kinds).")
    }
    self.init(fault, number)
  }

  var description: String { "\(fault.rawValue):\(number)" }

  /// Whether results of an earlier pipeline exist when the run begins.
  var hasEarlierResults: Bool { number.isMultiple(of: 2) }
}
