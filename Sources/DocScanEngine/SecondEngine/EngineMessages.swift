// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import FoundationEssentials

/// An engine's first line: its name, version, and languages.
struct EngineHello {
  static let protocolName = "docscan-engine/1"

  let identity: EngineIdentity
  /// The engine's languages by Tesseract's names, or `nil` if it doesn't declare them.
  let languages: [String]?

  init(_ line: Data) throws(InvalidInput) {
    let members = try EngineMessage.members(line)
    guard members["protocol"] == .string(Self.protocolName) else {
      throw InvalidInput("its first line has no \"protocol\": \"\(Self.protocolName)\"")
    }
    guard let name = Self.name(members["name"]), let version = Self.name(members["version"]) else {
      throw InvalidInput("its first line has no \"name\" or no \"version\"")
    }
    identity = EngineIdentity(name: name, version: version)
    switch members["languages"] {
    case nil, .null: languages = nil
    case .array(let values): languages = values.prefix(1000).compactMap { String(json: $0).map(printable) }
    case _: throw InvalidInput("\"languages\" is not a list")
    }
  }

  private static func name(_ value: JSONValue?) -> String? {
    guard let value, let text = String(json: value) else { return nil }
    let name = String(printable(text).composed.prefix(60))
    return name.isEmpty ? nil : name
  }
}

/// A request to an engine to read a picture of a page.
struct EngineRequest: Encodable {
  var id: Int
  /// The path of the picture, a binary PGM file for gray and PPM for color, which is deleted after the answer.
  var path: String
  var width: Int
  var height: Int
  var dpi: Double
  var languages: [String]
}

enum EngineMessage {
  static func members(_ line: Data) throws(InvalidInput) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONFile.parse(line)
    } catch {
      throw InvalidInput("a line is not JSON (\(printable(error.description)))")
    }
    guard case .object(let members) = value else { throw InvalidInput("a line is not an object") }
    return members
  }
}
