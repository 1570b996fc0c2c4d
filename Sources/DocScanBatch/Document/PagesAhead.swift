// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Pages that are read before their document is complete: a scanner still delivers others.
///
/// Once it is, the document is made like any other; what was read of its pages is taken from here, with their pictures.
final class PagesAhead {
  /// A page that is read.
  struct Page {
    let results: [PageResult]
    /// The folder of its files, and what their names begin with.
    let folder: String
    let stem: String
  }

  private enum State {
    /// A worker has it.
    case reading
    /// A worker has it, and a document waits for it.
    case awaited(DocumentBuild, index: Int)
    case read(Page)
  }

  /// By the path of the page's file: others may hold the same.
  private var states: [String: State] = [:]

  /// A worker gets a page; false if it has been here already.
  func begin(_ path: String) -> Bool {
    guard states[path] == nil else { return false }
    states[path] = .reading
    return true
  }

  /// A page is read, or is not: gives the document that waits for it.
  func end(_ path: String, _ page: Page?) -> (open: DocumentBuild, index: Int)? {
    switch states.removeValue(forKey: path) {
    case .awaited(let open, let index): return (open, index)
    case .reading, .read, nil:
      states[path] = page.map { .read($0) }
      return nil
    }
  }

  /// What was read of a page, which is its document's from now on.
  func take(_ path: String) -> Page? {
    guard case .read(let page) = states[path] else { return nil }
    states[path] = nil
    return page
  }

  /// Has a document wait for a page that a worker has; false if none has.
  func wait(for path: String, _ open: DocumentBuild, index: Int) -> Bool {
    guard case .reading = states[path] else { return false }
    states[path] = .awaited(open, index: index)
    return true
  }
}
