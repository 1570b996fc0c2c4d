// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles
package import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

package struct ViewerAddress: Hashable, Sendable {
  /// The maximum number of words marked in an address, since browsers limit its length.
  private static let mostWords = 200
  /// The time in which the program that opens addresses may fail.
  private static let patience = Duration.seconds(2)

  /// The address, which is a `file` URL unless a server provides the viewer.
  package let url: String

  /// Creates the address of a search hit in the viewer of the library at a path. The page opens with the found words marked.
  package init(of hit: SearchHit, library: String) {
    url = Self(of: library).url + (Folder(root: library).map { Self.route(to: hit, in: $0) } ?? "")
  }

  /// Creates the address of the first page of the viewer of the library at a path.
  package init(of library: String) {
    let file = URL(filePath: "\(library)/index.html").standardizedFileURL.path
    url = "file://" + Escape.percentPath(file)
  }

  init(url: String) { self.url = url }

  static func route(to hit: SearchHit, in library: Folder) -> String {
    // The viewer counts the document's own pages, which can be a part of the input's.
    let pages = StoredDocument.named(hit.document, in: library).first?.record.pages ?? []
    let number = (pages.firstIndex { $0.number == hit.page } ?? 0) + 1
    let words = hit.matches.flatMap(\.words).prefix(mostWords).map(String.init).joined(separator: "-")
    return "#/doc/\(Escape.percent(hit.document))/\(number)" + (words.isEmpty ? "" : "/\(words)")
  }

  /// Opens the address in the system's browser, which outlives this process. Returns `false` without one or if that fails within two seconds.
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
