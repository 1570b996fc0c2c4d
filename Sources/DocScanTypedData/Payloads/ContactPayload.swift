// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Contacts as vCard (RFC 6350 and earlier versions) or NTT DoCoMo's MECARD.
package enum ContactPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    if let rest = text.after("mecard:") { return meCard(String(rest)) }
    guard text.after("begin:vcard") != nil else { return nil }
    let names = [
      "FN": "name", "ORG": "organization", "TITLE": "title", "TEL": "phone", "EMAIL": "email", "URL": "url",
      "ADR": "address", "NOTE": "note", "BDAY": "birthday",
    ]
    let properties = PayloadProperty.all(text)
    var fields = properties.compactMap { property -> (String, String)? in
      names[property.name].map { ($0, property.plainValue(joining: property.name == "ADR" ? ", " : " ")) }
    }
    // N, which begins with the family name, is the fallback if there is no FN.
    if !fields.contains(where: { $0.0 == "name" }), let name = properties.first(where: { $0.name == "N" }) {
      let parts = name.value.unescapedParts(";")
      fields.insert(
        ("name", (parts.dropFirst().prefix(1) + parts.prefix(1)).filter { !$0.isEmpty }.joined(separator: " ")), at: 0)
    }
    return fields.isEmpty ? nil : .init(.contact, fields)
  }

  private static func meCard(_ rest: String) -> Barcode.Payload? {
    let names = [
      "N": "name", "ORG": "organization", "TEL": "phone", "EMAIL": "email", "URL": "url", "ADR": "address",
      "NOTE": "note", "BDAY": "birthday",
    ]
    let fields = rest.unescapedParts(";").compactMap { part -> (String, String)? in
      let pair = part.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, let name = names[pair[0].uppercased()] else { return nil }
      let parts = pair[1].split(separator: ",").map(String.init)
      // "Harbour,Jane"
      return (name, name == "name" ? parts.reversed().joined(separator: " ") : String(pair[1]))
    }
    return fields.isEmpty ? nil : .init(.contact, fields)
  }
}

/// A property of a vCard or iCalendar object, without its parameters.
package struct PayloadProperty {
  package var name: String
  package var value: String

  /// Returns the value with its escapes resolved and its nonempty parts joined.
  package func plainValue(joining separator: String) -> String {
    value.unescapedParts(";").filter { !$0.isEmpty }.joined(separator: separator)
  }

  package static func all(_ text: String) -> [PayloadProperty] {
    var lines: [String] = []
    for line in text.payloadLines.prefix(512) {
      if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(line)
      }
    }
    return lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let head = line[..<colon].prefix { $0 != ";" }
      let name = head.split(separator: ".").last.map { $0.uppercased() } ?? ""
      return PayloadProperty(name: name, value: String(line[line.index(after: colon)...]))
    }
  }
}
