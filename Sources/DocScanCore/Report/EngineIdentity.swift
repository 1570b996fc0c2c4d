// SPDX-License-Identifier: GPL-3.0-or-later

/// What an engine beside Tesseract calls itself.
package struct EngineIdentity: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Such as `rapidocr`.
  package var name: String
  /// Its version, in its own words.
  package var version: String

  /// An engine.
  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  package var description: String { "\(name) \(version)" }
}
