// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// What the stages found on a page, by the keys that the page JSON has it under.
public struct PageFindings: Hashable, Sendable {
  /// Each finding as JSON: who only passes it on needs no type of it.
  public private(set) var values: [String: JSONValue] = [:]

  /// Nothing found yet.
  package init() {}

  /// A finding; nil where no stage looked, or where it is not what this version of docscan writes.
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
  public mutating func take(_ descriptions: [FindingDescription], from other: PageFindings) {
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
