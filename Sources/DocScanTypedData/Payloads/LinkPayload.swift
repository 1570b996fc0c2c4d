// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// Links: web addresses, `tel:`, `sms:`, `mailto:` (RFC 6068), MATMSG, and `geo:` (RFC 5870).
package enum LinkPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    if let rest = text.after("urlto:") { return web(String(rest)) }
    if text.after("http://") != nil || text.after("https://") != nil || text.after("www.") != nil { return web(text) }
    if let rest = text.after("tel:") { return phone(rest).map { .init(.phone, [("phone", $0)]) } }
    if let rest = text.after("smsto:") ?? text.after("sms:") { return message(rest) }
    if let rest = text.after("mailto:") { return mail(rest) }
    if let rest = text.after("matmsg:") { return oldMail(String(rest)) }
    if let rest = text.after("geo:") { return place(rest) }
    return nil
  }

  private static func web(_ text: String) -> Barcode.Payload? {
    let isOne = !text.isEmpty && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && !$0.isNoText }
    guard isOne else { return nil }
    let hasScheme = text.after("http://") != nil || text.after("https://") != nil
    return .init(.url, [("url", hasScheme ? text : "https://" + text)])
  }

  private static func phone(_ rest: Substring) -> String? {
    let number = rest.prefix { $0 != ";" && $0 != "?" }
    let isNumber =
      number.contains(where: \.isNumber) && number.allSatisfy { $0.isASCII && ($0.isNumber || "+-.() *#".contains($0)) }
    return isNumber ? number.filter { !"-.() ".contains($0) } : nil
  }

  private static func message(_ rest: Substring) -> Barcode.Payload? {
    let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == ":" || $0 == "?" }
    guard let first = parts.first, let number = phone(first) else { return nil }
    let body = parts.count > 1 ? String(parts[1]) : ""
    return .init(.sms, [("phone", number), ("body", body.after("body=").map { String($0).percentDecoded } ?? body)])
  }

  private static func mail(_ rest: Substring) -> Barcode.Payload? {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [(String, String)] = []
    for address in (parts.first ?? "").split(separator: ",").prefix(32) {
      fields.append(("to", String(address).percentDecoded))
    }
    for header in (parts.count > 1 ? parts[1] : "").split(separator: "&").prefix(32) {
      let pair = header.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, ["to", "cc", "subject", "body"].contains(pair[0].lowercased()) else { continue }
      fields.append((pair[0].lowercased(), String(pair[1]).percentDecoded))
    }
    return fields.contains { $0.0 == "to" && $0.1.contains("@") } ? .init(.email, fields) : nil
  }

  private static func oldMail(_ rest: String) -> Barcode.Payload? {
    let names = ["to": "to", "sub": "subject", "body": "body"]
    let fields = rest.unescapedParts(";").compactMap { part -> (String, String)? in
      let pair = part.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, let name = names[pair[0].lowercased()] else { return nil }
      return (name, String(pair[1]))
    }
    return fields.contains { $0.0 == "to" } ? .init(.email, fields) : nil
  }

  private static func place(_ rest: Substring) -> Barcode.Payload? {
    let parts = rest.split(separator: "?", maxSplits: 1)
    let numbers = (parts.first ?? "").prefix { $0 != ";" }.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), numbers.allSatisfy({ Double($0)?.isFinite == true && $0.count < 32 }),
      let latitude = Double(numbers[0]), let longitude = Double(numbers[1]), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    var fields = [("latitude", String(numbers[0])), ("longitude", String(numbers[1]))]
    if numbers.count > 2 { fields.append(("altitude", String(numbers[2]))) }
    if parts.count > 1, let query = String(parts[1]).after("q=") {
      fields.append(("query", String(query).percentDecoded))
    }
    return .init(.location, fields)
  }
}
