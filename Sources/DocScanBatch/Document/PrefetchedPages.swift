// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// Pages that are processed while a scanner delivers others. The complete document is processed like any other, and reuses these results.
final class PrefetchedPages {
  struct Page {
    let results: [PageResult]
    /// The folder of the page's files, and the prefix of their names.
    let folder: String
    let stem: String
  }

  private enum State {
    case reading
    /// A worker is processing the page, and a document is waiting for it.
    case awaited(DocumentBuild, index: Int)
    case read(Page)
  }

  /// The states by path, not by digest, because several pages can have the same content.
  private var states: [PathKey: State] = [:]

  func begin(_ path: String) -> Bool {
    guard states[PathKey(path)] == nil else { return false }
    states[PathKey(path)] = .reading
    return true
  }

  /// Stores the result of a page, or `nil` if it failed, unless a document is waiting for the page. Returns that document, or `nil`.
  func end(_ path: String, _ page: Page?) -> (open: DocumentBuild, index: Int)? {
    switch states.removeValue(forKey: PathKey(path)) {
    case .awaited(let open, let index): return (open, index)
    case .reading, .read, nil:
      states[PathKey(path)] = page.map { .read($0) }
      return nil
    }
  }

  /// Removes and returns the result of a page, or `nil` if there is none.
  func take(_ path: String) -> Page? {
    guard case .read(let page) = states[PathKey(path)] else { return nil }
    states[PathKey(path)] = nil
    return page
  }

  /// Registers a document that waits for a page. Returns `false` if no worker is processing the page.
  func wait(for path: String, _ open: DocumentBuild, index: Int) -> Bool {
    guard case .reading = states[PathKey(path)] else { return false }
    states[PathKey(path)] = .awaited(open, index: index)
    return true
  }
}
