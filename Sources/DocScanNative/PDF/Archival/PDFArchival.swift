// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Looks for what keeps a PDF from being PDF/A-2 once docscan has put its text and metadata into it (ISO 19005-2).
///
/// What a graft writes itself is not checked: the information dictionary, the XMP packet, the spelling of the file.
/// Pictures are not decoded. Where a question cannot be answered without drawing the pages, the answer is cautious.
package enum PDFArchival {
  /// What was found.
  package struct Report: Sendable {
    /// What rules out level B, each a sentence that names the page where it was first seen.
    package internal(set) var obstacles: [String] = []
    /// What rules out level U beside that: text without a meaning in Unicode.
    package internal(set) var unicodeObstacles: [String] = []
    /// What has to be changed, and can be without a reader's notice.
    package internal(set) var repairs: Set<Repair> = []
    /// What device colours mean by the file's own output intent, which is to be kept; nil when it has none.
    package internal(set) var outputIntent: ColorKind?

    /// Nothing found yet.
    package init() {}

    /// What rules out level U, or only what rules out level B.
    package func obstacles(unicode: Bool) -> [String] { obstacles + (unicode ? unicodeObstacles : []) }
  }

  /// Something that can be changed without changing what a reader sees or does.
  package enum Repair: Hashable, Sendable {
    /// The file is to be written without encryption.
    case decryption
    /// The links of a page, counted from 1, are to have the flag that PDF/A wants of all annotations.
    case linkFlags(page: Int)
    /// A page, counted from 1, is to have the resources itself that it inherits (6.2.2).
    case resources(page: Int)
  }

  /// Kinds of device colours.
  package enum ColorKind: String, Sendable {
    /// Grey, light, or inks.
    case gray, rgb, cmyk
  }

  /// Everything that keeps the PDF from being PDF/A-2.
  ///
  /// `pages` are the numbers of those that stay as they are, from 1; nil stands for all.
  package static func report(_ file: InputFile, passwords: [String] = [], pages: Set<Int>? = nil) -> Report {
    do {
      return try PDFArchivalCheck(document: PDFGraftDocument(file, passwords: passwords), pages: pages).run()
    } catch {
      var report = Report()
      report.obstacles = [error.message]
      return report
    }
  }

  private static let printFlag: Int64 = 4

  /// Makes the repairs in an open document whose pages are still numbered as they were when it was checked.
  ///
  /// Decryption comes with writing.
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

/// The rules of PDF/A-2 for JPEG 2000 pictures (ISO 19005-2, 6.2.8.3), held against the boxes of a file.
struct JPEG2000Archival {
  /// CIEJab, the one numbered colour space that is forbidden.
  private static let forbiddenSpace = 19

  private var components = 0
  private var depth = 0
  private var hasDepths = false
  private var specifications = 0
  private var bestSpecifications = 0
  private var areSpacesAllowed = true

  /// Whether a picture may stand in a PDF/A as it is.
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
