// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The mapping from a document's page numbers to the pages of its files.
package struct SourcePages {
  package let paths: [String]
  /// The cumulative number of pages at the end of each file.
  private let ends: [Int]

  package init(paths: [String], counts: [Int]) {
    self.paths = paths
    ends = counts.reduce(into: []) { ends, count in ends.append((ends.last ?? 0) + count) }
  }

  package var count: Int { ends.last ?? 0 }

  package func numbers(in selection: PageSelection) -> [Int] {
    (1...max(1, count)).filter { $0 <= count && selection.contains($0) }
  }

  package func isAlone(_ page: Int) -> Bool {
    let file = ends.firstIndex { page <= $0 } ?? 0
    return ends[file] - (file == 0 ? 0 : ends[file - 1]) == 1
  }

  /// Returns the file that contains a page: its index from 0, its path, and the page's number in it, from 1.
  package func place(of page: Int) -> (file: Int, path: String, page: Int) {
    let file = min(ends.firstIndex { page <= $0 } ?? 0, paths.count - 1)
    return (file, paths[file], page - (file == 0 ? 0 : ends[file - 1]))
  }
}
