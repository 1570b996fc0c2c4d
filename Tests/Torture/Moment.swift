// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// A fault and when it happens, such as `eio:41`.
struct Moment: CustomStringConvertible {
  var fault: Fault
  /// The number of the call; of a fault that happens at a time, the number of the random draw.
  var number: Int

  init(_ fault: Fault, _ number: Int) {
    self.fault = fault
    self.number = number
  }

  /// Reads what `description` writes.
  init(_ text: String) throws {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let fault = Fault(rawValue: String(parts[0])), let number = Int(parts[1]), number > 0 else {
      let kinds = Fault.allCases.map(\.rawValue).joined(separator: ", ")
      throw FixtureError("\(text) is no moment. Write KIND:NUMBER, such as eio:41; kinds are \(kinds).")
    }
    self.init(fault, number)
  }

  var description: String { "\(fault.rawValue):\(number)" }

  /// Whether there are results of an earlier pipeline when the run begins.
  var hasEarlierResults: Bool { number.isMultiple(of: 2) }
}
