// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A cache of the worker program's description, so that most commands don't need to start it. The cache is valid until the worker program or the
/// loader's list of libraries changes. Package managers rebuild that list whenever they install, update, or remove a library.
package struct WorkerDescriptionCache {
  /// The facts that change only with installed software.
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

  /// Opens the cache for a worker program, in XDG_CACHE_HOME or `~/.cache`. Without a home folder, nothing is cached.
  package init(workerProgram: String) {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { $0 + "/.cache" }
    path = (environment["XDG_CACHE_HOME"] ?? home).map { $0 + "/docscan/worker.json" }
    key = [workerProgram, "/etc/ld.so.cache"].map(Self.stamp).joined(separator: " ")
  }

  package var facts: Facts? {
    // A damaged cache counts as missing.
    guard let path, let entry: Entry = readJSON(path), entry.key == key else { return nil }
    return entry.facts
  }

  /// Caches the facts. Errors are ignored, because the next call starts the worker again.
  package func remember(_ facts: Facts) {
    guard let path else { return }
    do {
      try FileManager.default.createDirectory(atPath: parentFolder(of: path), withIntermediateDirectories: true)
      try JSONText.compact(Entry(key: key, facts: facts)).write(to: URL(filePath: path), options: .atomic)
    } catch {
      return
    }
  }

  /// Returns the file's path, size, and modification time.
  private static func stamp(_ path: String) -> String {
    guard let entry = fileStatus(path, followingLinks: true) else { return path }
    return "\(path) \(entry.st_size) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec)"
  }
}
