// SPDX-License-Identifier: GPL-3.0-or-later

/// What a stage adds to the page JSON, as the schema knows it and as the parent checks what a worker says.
public struct FindingDescription: Codable, Hashable, Sendable {
  /// The key in the page JSON: no other stage's, and none that every page has.
  public let key: String
  /// The schema of the value, made by the functions of `JSONSchema`. Whatever it does not allow is not believed.
  public let schema: JSONValue

  /// A key of the page JSON, and the schema of its value.
  public init(key: String, schema: JSONValue) { (self.key, self.schema) = (key, schema) }
}
