// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The results of the stages for a page, by their keys in the page JSON.
public struct PageFindings: Hashable, Sendable {
  /// The findings as JSON, so that code can pass them on without knowing their types.
  public private(set) var values: [String: JSONValue] = [:]

  package init() {}

  /// Returns a finding.
  ///
  /// - Parameter type: The type of the finding, which declares its key.
  /// - Returns: The finding, or `nil` if its stage didn't run or the JSON doesn't match the type.
  public func get<Found: Finding>(_ type: Found.Type = Found.self) -> Found? {
    guard let value = values[type.description.key] else { return nil }
    do {
      return try JSONDecoder().decode(type, from: try JSONText.compact(value))
    } catch {
      return nil
    }
  }

  /// Adds or replaces a finding. Throws an error if the finding contains a number that JSON can't represent.
  package mutating func set<Found: Finding>(_ finding: Found) throws(PageFailure) {
    let key = Found.description.key
    do {
      values[key] = try JSONDecoder().decode(JSONValue.self, from: try JSONText.compact(finding))
    } catch {
      throw PageFailure(kind: .library, message: "The results of a stage cannot be written as JSON: \(error).")
    }
  }

  package mutating func markLast(of list: FindingDescription, _ member: String, _ isTrue: Bool) {
    guard case .array(var elements)? = values[list.key], case .object(var last)? = elements.popLast() else { return }
    last[member] = .boolean(isTrue)
    values[list.key] = .array(elements + [.object(last)])
  }

  package mutating func remove(_ descriptions: [FindingDescription]) {
    for description in descriptions { values[description.key] = nil }
  }

  /// Replaces the findings that have these descriptions with those of another page. Findings that the other page lacks are removed.
  package mutating func take(_ descriptions: [FindingDescription], from other: PageFindings) {
    for description in descriptions { values[description.key] = other.values[description.key] }
  }

  package mutating func add(_ other: PageFindings) { values.merge(other.values) { $1 } }
}

extension PageFindings: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes all members of an object as findings.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the value isn't an object.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, except: []) }

  /// Decodes the members of an object, except for keys that aren't findings.
  init(from decoder: any Decoder, except others: Set<String>) throws {
    let members = try decoder.container(keyedBy: Key.self)
    for key in members.allKeys where !others.contains(key.stringValue) {
      values[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
    }
  }

  /// Encodes each finding as a member of an object, which may have other members.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if a value can't be encoded.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    for (key, value) in values { try members.encode(value, forKey: Key(stringValue: key)) }
  }
}

/// A result of a stage for a page, stored under its own key in the page JSON.
public protocol Finding: Codable, Hashable, Sendable {
  /// The key in the page JSON, and the schema of the value.
  static var description: FindingDescription { get }
}

/// An element of a finding that is a list, such as a barcode.
public protocol ListedFinding: Codable, Hashable, Sendable {
  /// The key of the list in the page JSON, and the schema of the list.
  static var description: FindingDescription { get }
}

extension Array: Finding where Element: ListedFinding {
  /// The description that the element type declares for its list.
  public static var description: FindingDescription { Element.description }
}

/// The key and schema of a finding. The parent process validates the answers of workers with the schema.
public struct FindingDescription: Codable, Hashable, Sendable {
  /// The key in the page JSON, which must differ from all other keys of the page.
  public let key: String
  /// The schema of the value, built with the functions of ``JSONSchema``. Values that don't match are rejected.
  public let schema: JSONValue

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - key: The key in the page JSON, which must differ from all other keys of the page.
  ///   - schema: The schema of the value.
  public init(key: String, schema: JSONValue) { (self.key, self.schema) = (key, schema) }
}
