// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
package import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// A cache of what the worker program says about itself and about pipelines, so that a run without work needs no worker. The cache is valid until the
/// worker program, the loader's list of libraries, a language pack, a model, the user's words, or an environment variable changes.
package struct WorkerDescriptionCache {
  private struct Entry: Codable {
    var key: String
    /// The files that the description depends on, when it was made.
    var sources: String
    var description: WorkerDescription
    var replies: [String: ConfigureRequest.Reply]
  }

  private static let mostReplies = 50
  private static let variables: Set<String> = ["HOME", "TESSDATA_PREFIX", "XDG_DATA_HOME", "XDG_CONFIG_HOME"]

  private let path: String?
  private let key: String
  private let opened = Date()
  private var entry: Entry?

  /// Opens the cache for a worker program, in XDG_CACHE_HOME or `~/.cache`. Caches nothing in a file that others can change.
  package init(workerProgram: String) {
    let environment = ProcessInfo.processInfo.environment
    let path = userFolder("XDG_CACHE_HOME", below: ".cache").map { $0 + "/docscan/worker.json" }
    self.path = path.flatMap { TrustedPath.objection(to: $0) == nil ? $0 : nil }
    let variables = environment.filter { name, _ in
      Self.variables.contains(name) || name.hasPrefix("LD_")
        || name.hasPrefix("DOCSCAN_") && !name.hasPrefix("DOCSCAN_SECRET_")
    }
    let settings = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    key = Self.digest(([Installation.version, Self.stamps([workerProgram, "/etc/ld.so.cache"])] + settings))
    // A damaged cache counts as missing.
    guard let path = self.path, let entry: Entry = readJSON(path), entry.key == key,
      entry.sources == Self.stamps(entry.description.sources)
    else { return }
    self.entry = entry
  }

  package var description: WorkerDescription? { entry?.description }

  package func reply(to configuration: WorkerConfiguration) -> ConfigureRequest.Reply? {
    Self.digest(configuration).flatMap { entry?.replies[$0] }
  }

  package mutating func remember(_ description: WorkerDescription) {
    // If something was installed since the cache was opened, the description may be from before or after that.
    let isRecent = description.sources.compactMap { fileStatus($0, followingLinks: true)?.st_mtim }.contains { time in
      Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 >= opened.timeIntervalSince1970
    }
    guard !isRecent else { return }
    entry = Entry(key: key, sources: Self.stamps(description.sources), description: description, replies: [:])
    write()
  }

  /// Caches the reply of a worker that has no engine.
  package mutating func remember(_ reply: ConfigureRequest.Reply, to configuration: WorkerConfiguration) {
    guard let digest = Self.digest(configuration), entry != nil else { return }
    if entry?.replies.count ?? 0 >= Self.mostReplies { entry?.replies = [:] }
    entry?.replies[digest] = reply
    write()
  }

  private func write() {
    guard let path, let entry else { return }
    do {
      try FileManager.default.createDirectory(atPath: parentFolder(of: path), withIntermediateDirectories: true)
      try JSONText.compact(entry).write(to: URL(filePath: path), options: .atomic)
    } catch {
      return
    }
  }

  private static func stamps(_ paths: [String]) -> String {
    let stamps = paths.map { path in
      guard let entry = fileStatus(path, followingLinks: true) else { return path }
      return "\(path) \(entry.st_size) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec)"
    }
    return digest(stamps)
  }

  private static func digest(_ lines: [String]) -> String {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    var digest = SHA256()
    digest.update(bytes, count: bytes.count)
    return digest.digest()
  }

  private static func digest(_ configuration: WorkerConfiguration) -> String? {
    do {
      return digest([String(decoding: try JSONText.compact(configuration), as: UTF8.self)])
    } catch {
      return nil
    }
  }
}
