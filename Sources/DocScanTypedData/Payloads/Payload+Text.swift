// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A text format that programs can act on.
package protocol PayloadForm: SendableMetatype {
  /// Parses a text, or returns `nil` if it has another format. The result may have too many or too long fields.
  static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload?
}

/// All payload formats. The first match is used.
package let builtInPayloadForms: [any PayloadForm.Type] = [
  LinkPayload.self,
  ContactPayload.self,
  NetworkPayload.self,
  PaymentPayload.self,
  EventPayload.self,
  GS1Payload.self,
]

extension Barcode.Payload {
  /// Parses a barcode's text, or returns `nil` if the format is unknown or the payload is oversized.
  package init?(of barcode: Barcode) {
    guard barcode.text.utf8.count <= Barcode.longestText else { return nil }
    for form in builtInPayloadForms {
      guard var payload = form.read(barcode.text, barcode.format) else { continue }
      payload.fields.removeAll { $0.value.isEmpty }
      let isBounded =
        !payload.fields.isEmpty && payload.fields.count <= Self.mostFields
        && payload.fields.allSatisfy { $0.value.utf8.count <= Self.longestValue }
      guard isBounded else { return nil }
      self = payload
      return
    }
    return nil
  }

  package init(_ kind: Kind, _ fields: [(String, String)]) {
    self.init(kind: kind, fields: fields.map { Field(name: $0.0, value: $0.1) })
  }
}

extension String {
  package func after(_ beginning: String) -> Substring? {
    let end = index(startIndex, offsetBy: beginning.count, limitedBy: endIndex) ?? endIndex
    return self[..<end].lowercased() == beginning ? self[end...] : nil
  }

  package var payloadLines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// Splits the text at unescaped separators, and resolves the escapes: `\n` becomes a line feed, other backslashes are removed. Source: MECARD; RFC
  /// 6350, 3.4.
  package func unescapedParts(_ separator: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in self {
      if isEscaped {
        parts[parts.count - 1].append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator, parts.count < 512 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// The text without percent-encoding (RFC 3986, 2.1). Malformed sequences remain unchanged.
  package var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
  }
}
