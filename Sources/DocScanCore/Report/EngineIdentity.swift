// SPDX-License-Identifier: GPL-3.0-or-later

/// What an engine beside Tesseract calls itself.
public struct EngineIdentity: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Such as `rapidocr`.
  public var name: String
  /// Its version, in its own words.
  public var version: String

  /// An engine.
  public init(name: String, version: String) { (self.name, self.version) = (name, version) }

  public var description: String { "\(name) \(version)" }
}
