// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// What the stages found on a page, by the keys that the page JSON has it under.
public struct PageFindings: Hashable, Sendable {
  /// Each finding as JSON: who only passes it on needs no type of it.
  public private(set) var values: [String: JSONValue] = [:]

  /// Nothing found yet.
  package init() {}

  /// A finding; nil if no stage looked, or where it is not what this version of docscan writes.
  public func get<Found: Finding>(_ type: Found.Type = Found.self) -> Found? {
    guard let value = values[type.description.key] else { return nil }
    do {
      return try JSONDecoder().decode(type, from: try JSONText.compact(value))
    } catch {
      return nil
    }
  }

  /// Adds a finding, or puts it in the place of an earlier one; fails when it holds a number that JSON cannot.
  package mutating func set<Found: Finding>(_ finding: Found) throws(PageFailure) {
    let key = Found.description.key
    do {
      values[key] = try JSONDecoder().decode(JSONValue.self, from: try JSONText.compact(finding))
    } catch {
      throw PageFailure(kind: .library, message: "What was found cannot be written: \(error).")
    }
  }

  /// Sets a member of the last element of a list.
  mutating func markLast(of list: FindingDescription, _ member: String, _ isTrue: Bool) {
    guard case .array(var elements)? = values[list.key], case .object(var last)? = elements.popLast() else { return }
    last[member] = .boolean(isTrue)
    values[list.key] = .array(elements + [.object(last)])
  }

  /// Takes out the findings of these descriptions.
  package mutating func remove(_ descriptions: [FindingDescription]) {
    for description in descriptions { values[description.key] = nil }
  }

  /// Takes over what another page has for these descriptions, even where that is nothing.
  package mutating func take(_ descriptions: [FindingDescription], from other: PageFindings) {
    for description in descriptions { values[description.key] = other.values[description.key] }
  }

  /// Adds findings, each in the place of an earlier one.
  package mutating func add(_ other: PageFindings) { values.merge(other.values) { $1 } }
}

extension PageFindings: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads the members of an object.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, except: []) }

  /// Reads the members of an object that is not made of findings alone.
  init(from decoder: any Decoder, except others: Set<String>) throws {
    let members = try decoder.container(keyedBy: Key.self)
    for key in members.allKeys where !others.contains(key.stringValue) {
      values[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
    }
  }

  /// Writes members of an object, which may have others.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    for (key, value) in values { try members.encode(value, forKey: Key(stringValue: key)) }
  }
}

/// Something that a stage finds on a page, beside its text: the page JSON has it under a key of its own.
public protocol Finding: Codable, Hashable, Sendable {
  /// The key in the page JSON, and what is there.
  static var description: FindingDescription { get }
}

/// One of several things of a kind that a stage finds on a page: a list of them is a finding.
public protocol ListedFinding: Codable, Hashable, Sendable {
  /// The list's key in the page JSON, and what is there.
  static var description: FindingDescription { get }
}

extension Array: Finding where Element: ListedFinding {
  /// What the elements say of their list.
  public static var description: FindingDescription { Element.description }
}

/// What a stage adds to the page JSON, as the schema knows it and as the parent checks what a worker says.
public struct FindingDescription: Codable, Hashable, Sendable {
  /// The key in the page JSON: no other stage's, and none that every page has.
  public let key: String
  /// The schema of the value, made by the functions of `JSONSchema`. Whatever it does not allow is not believed.
  public let schema: JSONValue

  /// A key of the page JSON, and the schema of its value.
  public init(key: String, schema: JSONValue) { (self.key, self.schema) = (key, schema) }
}
