// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import FoundationEssentials

/// The address of a page in the viewer, for a browser.
public struct ViewerAddress: Hashable, Sendable {
  /// Longer lists of words are cut: browsers take no address of any length.
  private static let mostWords = 200

  /// As a URL of a file.
  public let url: String

  /// The place of what a search found in the viewer of a library, with the words marked.
  public init(of hit: SearchHit, library: String) {
    let file = URL(filePath: "\(library)/index.html").standardizedFileURL.path
    let path = file.split(separator: "/").map { "/" + Self.escaped(String($0)) }.joined()
    url = "file://\(path)\(Self.route(to: hit, in: library))"
  }

  /// The part of the address that the viewer itself understands.
  static func route(to hit: SearchHit, in library: String) -> String {
    // The viewer counts the pages that there are, which may be some of the input's.
    let pages = LibraryDocument.named(hit.document, in: library).first?.record.pages ?? []
    let number = (pages.firstIndex { $0.number == hit.page } ?? 0) + 1
    let words = hit.matches.flatMap(\.words).prefix(mostWords).map(String.init).joined(separator: "-")
    return "#/doc/\(escaped(hit.document))/\(number)" + (words.isEmpty ? "" : "/\(words)")
  }

  /// Hands the address to the browser that the system has; false where it knows none.
  public func open() -> Bool {
    do {
      try TemporaryFolder().run(["xdg-open", url], missing: "")
      return true
    } catch {
      return false
    }
  }

  /// Text as a part of an address (RFC 3986, 2.1).
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      case _: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
