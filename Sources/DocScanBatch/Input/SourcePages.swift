// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Where the pages of a document with several files are.
struct SourcePages {
  let paths: [String]
  /// The number of pages up to the end of each file.
  private let ends: [Int]

  init(paths: [String], counts: [Int]) {
    self.paths = paths
    ends = counts.reduce(into: []) { ends, count in ends.append((ends.last ?? 0) + count) }
  }

  /// The number of pages.
  var count: Int { ends.last ?? 0 }

  /// The numbers of the chosen pages.
  func numbers(in selection: PageSelection) -> [Int] {
    (1...max(1, count)).filter { $0 <= count && selection.contains($0) }
  }

  /// Whether a page is the only one of its file.
  func isAlone(_ page: Int) -> Bool {
    let file = ends.firstIndex { page <= $0 } ?? 0
    return ends[file] - (file == 0 ? 0 : ends[file - 1]) == 1
  }

  /// The file that holds a page, and the page's number in it, both counted from 1.
  func place(of page: Int) -> (file: Int, path: String, page: Int) {
    let file = min(ends.firstIndex { page <= $0 } ?? 0, paths.count - 1)
    return (file, paths[file], page - (file == 0 ? 0 : ends[file - 1]))
  }
}
