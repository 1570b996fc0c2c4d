// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Checks whether a PDF can be PDF/A-2 (ISO 19005-2) after docscan's additions, which aren't checked. Without decoding pictures, it's conservative.
package enum PDFArchival {
  package struct Report: Sendable {
    package internal(set) var obstacles: [String] = []
    package internal(set) var unicodeObstacles: [String] = []
    /// The required changes, none of which is visible to readers.
    package internal(set) var repairs: Set<Repair> = []
    package internal(set) var outputIntent: ColorKind?

    package init() {}

    package func obstacles(unicode: Bool) -> [String] { obstacles + (unicode ? unicodeObstacles : []) }
  }

  /// A change that doesn't affect a PDF's appearance or behavior.
  package enum Repair: Hashable, Sendable {
    case decryption
    /// Sets the print flag, which PDF/A requires, for all links of a page, counted from 1.
    case linkFlags(page: Int)
    /// Copies the inherited resources to a page, counted from 1 (6.2.2).
    case resources(page: Int)
  }

  package enum ColorKind: String, Sendable {
    case gray, rgb, cmyk
  }

  package static func report(_ file: InputFile, pages: Set<Int>? = nil) -> Report {
    do {
      return try PDFArchivalCheck(document: PDFGraftDocument(file), pages: pages).run()
    } catch {
      var report = Report()
      report.obstacles = [error.message]
      return report
    }
  }

  private static let printFlag: Int64 = 4

  static func apply(_ repairs: Set<Repair>, to document: PDFGraftDocument) {
    for repair in repairs {
      switch repair {
      case .decryption: break
      case .resources(let page):
        let page = document.page(page - 1)
        page.set("/Resources", to: page.inherited("/Resources"))
      case .linkFlags(let page):
        for link in document.page(page - 1)["/Annots"].items where link["/Subtype"].name == "/Link" {
          link.set("/F", to: document.number((link["/F"].integer ?? 0) | printFlag))
        }
      }
      document.release()
    }
  }
}

/// The PDF/A claim in a document's XMP packet (ISO 19005-2, 6.6.4).
struct PDFArchivalClaim {
  /// Whether the packet claims PDF/A-1, 2, or 3. If so, docscan assumes that a full validator has checked the fonts.
  private(set) var isPDFA = false
  private(set) var isUnicode = false

  init() {}

  init(_ packet: [UInt8]) {
    let text = String(decoding: packet.prefix(1 << 20), as: UTF8.self)
    isPDFA = ["1", "2", "3"].contains(Self.value(of: "pdfaid:part", in: text))
    isUnicode = isPDFA && ["A", "U"].contains(Self.value(of: "pdfaid:conformance", in: text))
  }

  /// Returns a packet without its claim, or `nil` if it has none. The packet stays well-formed.
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

/// The rules of PDF/A-2 for JPEG 2000 pictures (ISO 19005-2, 6.2.8.3), applied to a file's boxes.
struct JPEG2000Archival {
  /// CIEJab, the only enumerated color space that is forbidden.
  private static let forbiddenSpace = 19

  private var components = 0
  private var depth = 0
  private var hasDepths = false
  private var specifications = 0
  private var bestSpecifications = 0
  private var areSpacesAllowed = true

  static func isAllowed(_ bytes: [UInt8]) -> Bool {
    var header = JPEG2000Archival()
    header.read(bytes[...], level: 0)
    return [1, 3, 4].contains(header.components) && !header.hasDepths && (0...37).contains(header.depth & 0x7F)
      && header.areSpacesAllowed && (header.specifications == 1 || header.bestSpecifications == 1)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, level: Int) {
    for (name, content, _) in JPEG2000Boxes(rest: bytes) {
      switch name {
      case "jp2h" where level == 0: read(content, level: 1)
      case "ihdr" where content.count >= 14:
        (components, depth) = (content.bigEndian(8, 2), content.bigEndian(10, 1))
      case "bpcc": hasDepths = true
      case "colr" where content.count >= 3:
        let method = content.bigEndian(0, 1)
        specifications += 1
        if content.bigEndian(2, 1) == 1 { bestSpecifications += 1 }
        let isForbidden = method == 1 && content.count >= 7 && content.bigEndian(3, 4) == Self.forbiddenSpace
        if !(1...3).contains(method) || isForbidden { areSpacesAllowed = false }
      case _: break
      }
    }
  }
}
