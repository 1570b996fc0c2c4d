// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a fixture could not be made; a test that sees it has no result, not a wrong one.
public struct FixtureError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
