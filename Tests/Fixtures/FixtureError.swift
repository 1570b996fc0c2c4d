// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason why a fixture couldn't be made; a test that receives it has no result, not a wrong one.
public struct FixtureError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
