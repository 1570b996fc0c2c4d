// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import FoundationEssentials

/// The first line of an engine: who it is, and what it can read.
struct EngineHello {
  /// What this version of docscan speaks.
  static let protocolName = "docscan-engine/1"

  let identity: EngineIdentity
  /// The languages it reads, as Tesseract names them; nil if it does not say.
  let languages: [String]?

  /// Reads the line; fails with what is wrong with it, as a part of a sentence.
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

/// A line to an engine: a picture of a page to read.
struct EngineRequest: Encodable {
  /// What the answer has to repeat.
  var id: Int
  /// The picture, a binary PGM file for grey and PPM for colour; it is gone once the answer is there.
  var path: String
  var width: Int
  var height: Int
  /// Pixels per inch.
  var dpi: Double
  /// The most likely first, as Tesseract names them.
  var languages: [String]
}

/// A line from an engine.
enum EngineMessage {
  /// The members of a line that is a JSON object.
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
