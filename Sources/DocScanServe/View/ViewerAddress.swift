// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
internal import DocScanCore
package import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The address of a page in the viewer, for a browser.
package struct ViewerAddress: Hashable, Sendable {
  /// Longer lists of words are cut: browsers take no address of any length.
  private static let mostWords = 200
  /// For how long the program that opens addresses may fail.
  private static let patience = Duration.seconds(2)

  /// As a URL of a file.
  package let url: String

  /// The place of what a search found in the viewer of a library, with the words marked.
  package init(of hit: SearchHit, library: String) {
    url = Self(of: library).url + (Folder(root: library).map { Self.route(to: hit, in: $0) } ?? "")
  }

  /// The first page of the viewer of a library.
  package init(of library: String) {
    let file = URL(filePath: "\(library)/index.html").standardizedFileURL.path
    url = "file://" + Escape.percentPath(file)
  }

  /// Any address.
  init(url: String) { self.url = url }

  /// The part of the address that the viewer itself understands.
  static func route(to hit: SearchHit, in library: Folder) -> String {
    // The viewer counts the pages that there are, which may be some of the input's.
    let pages = StoredDocument.named(hit.document, in: library).first?.record.pages ?? []
    let number = (pages.firstIndex { $0.number == hit.page } ?? 0) + 1
    let words = hit.matches.flatMap(\.words).prefix(mostWords).map(String.init).joined(separator: "-")
    return "#/doc/\(Escape.percent(hit.document))/\(number)" + (words.isEmpty ? "" : "/\(words)")
  }

  /// Hands the address to the browser that the system has; false if it knows none.
  ///
  /// The browser is not a child that ends with this process. What hands it the address either fails soon or has succeeded.
  package func open() -> Bool {
    let arguments = ["xdg-open", url]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_apart(words + [nil])
    guard child > 0 else { return false }
    let end = ContinuousClock.now + Self.patience
    var (signal, status): (Int32, Int32) = (0, 0)
    while unsafe linux_reap(child, &signal, &status) == 0 {
      guard ContinuousClock.now < end else { return true }
      usleep(20_000)
    }
    return signal == 0 && status == 0
  }
}
