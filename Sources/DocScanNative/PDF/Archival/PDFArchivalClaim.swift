// SPDX-License-Identifier: GPL-3.0-or-later

/// What a document's XMP packet claims to be (ISO 19005-2, 6.6.4).
struct PDFArchivalClaim {
  /// Whether it says PDF/A-1, 2 or 3: then its fonts were checked by somebody who can.
  private(set) var isPDFA = false
  /// Whether it says that all text is Unicode.
  private(set) var isUnicode = false

  /// Claims nothing.
  init() {}

  /// Looks for the properties `pdfaid:part` and `pdfaid:conformance`, as elements or as attributes.
  init(_ packet: [UInt8]) {
    let text = String(decoding: packet.prefix(1 << 20), as: UTF8.self)
    isPDFA = ["1", "2", "3"].contains(Self.value(of: "pdfaid:part", in: text))
    isUnicode = isPDFA && ["A", "U"].contains(Self.value(of: "pdfaid:conformance", in: text))
  }

  /// A packet without its claim; nil when it has none.
  ///
  /// The properties stand as attributes or as elements; without them the packet is as well-formed as before.
  static func removed(from packet: [UInt8]) -> [UInt8]? {
    guard packet.count <= 1 << 20 else { return nil }
    let text = String(decoding: packet, as: UTF8.self)
    var result = text
    for name in ["part", "conformance", "amd", "corr", "rev"] {
      for quote in ["\"", "'"] { result = removed("pdfaid:\(name)=\(quote)", upTo: quote, from: result) }
      result = removed("<pdfaid:\(name)>", upTo: "</pdfaid:\(name)>", from: result)
    }
    return result == text ? nil : Array(result.utf8)
  }

  /// The text without what stands between two marks, the marks included.
  private static func removed(_ start: String, upTo end: String, from text: String) -> String {
    var result = text
    while let first = result.firstRange(of: start),
      let last = result[first.upperBound...].firstRange(of: end)
    {
      result.removeSubrange(first.lowerBound..<last.upperBound)
    }
    return result
  }

  private static func value(of property: String, in text: String) -> String? {
    guard let range = text.firstRange(of: property) else { return nil }
    return text[range.upperBound...].prefix(16).first { $0.isASCII && ($0.isLetter || $0.isNumber) }.map(String.init)
  }
}
