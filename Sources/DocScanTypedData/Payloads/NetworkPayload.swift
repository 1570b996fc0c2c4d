// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A wireless network, `WIFI:T:WPA;S:name;P:password;H:true;;`. Source: ZXing's documentation, and the WPA3 specification.
package enum NetworkPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    guard let rest = text.after("wifi:") else { return nil }
    let names = ["S": "ssid", "T": "encryption", "P": "password", "H": "hidden"]
    let fields = String(rest).unescapedParts(";").compactMap { part -> (String, String)? in
      guard let colon = part.firstIndex(of: ":"), let name = names[part[..<colon].uppercased()] else { return nil }
      return (name, String(part[part.index(after: colon)...]))
    }
    return fields.contains { $0.0 == "ssid" } ? .init(.wifi, fields) : nil
  }
}
