// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The decoded path and query of a request.
struct RequestTarget {
  /// The decoded names. None is empty, `.`, or `..`, and none contains `/` or a zero byte.
  let path: [String]
  let query: [String: String]

  /// Parses a target. Returns `nil` if the target isn't an absolute path, has an invalid escape, or isn't UTF-8. Browsers don't send such targets.
  init?(_ target: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // Browsers send only ASCII, so each byte is one character.
    guard target.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "#") }), let raw = parts.first,
      raw.hasPrefix("/")
    else { return nil }
    var path: [String] = []
    if raw != "/" {
      for piece in pathNames(String(raw.dropFirst())) {
        guard let name = Self.decoded(piece[...]), pathNames(name).count == 1, !leadsElsewhere(name) else { return nil }
        path.append(name)
      }
    }
    var query: [String: String] = [:]
    for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.compactMap { Self.decoded(String($0).replacing(where: { $0 == "+" }, with: " ")[...]) }
      guard texts.count == sides.count, let key = texts.first else { return nil }
      query[key] = texts.count > 1 ? texts[1] : ""
    }
    (self.path, self.query) = (path, query)
  }

  /// Decodes percent escapes (RFC 3986, 2.1).
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).isASCII ? Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) : nil
  }
}
