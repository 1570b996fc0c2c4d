// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// Remembers what the worker told of itself, so that asking for it does not start it every time.
///
/// What is remembered counts as long as neither the worker program nor the loader's list of libraries has changed; that
/// list is made again whenever a package installs, updates or removes a library.
package struct WorkerCache {
  /// What changes only when something is installed.
  package struct Facts: Codable {
    package var versions: [String: String]
    package var formats: InputFormats
  }

  private struct Entry: Codable {
    var key: String
    var facts: Facts
  }

  private let path: String?
  private let key: String

  /// The cache for a worker program, in XDG_CACHE_HOME or `~/.cache`; without a home nothing is remembered.
  package init(workerProgram: String) {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { $0 + "/.cache" }
    path = (environment["XDG_CACHE_HOME"] ?? home).map { $0 + "/docscan/worker.json" }
    key = [workerProgram, "/etc/ld.so.cache"].map(Self.stamp).joined(separator: " ")
  }

  /// What was remembered, if it still counts.
  package var facts: Facts? {
    // A damaged cache is as good as none.
    guard let path, let entry: Entry = readJSON(path), entry.key == key else { return nil }
    return entry.facts
  }

  /// Remembers it; where that is not possible the next call asks again.
  package func remember(_ facts: Facts) {
    guard let path else { return }
    do {
      try FileManager.default.createDirectory(atPath: parentFolder(of: path), withIntermediateDirectories: true)
      try JSONText.compact(Entry(key: key, facts: facts)).write(to: URL(filePath: path), options: .atomic)
    } catch {
      return
    }
  }

  /// A file's place, size and time of change.
  private static func stamp(_ path: String) -> String {
    guard let entry = fileStatus(path, followingLinks: true) else { return path }
    return "\(path) \(entry.st_size) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec)"
  }
}
