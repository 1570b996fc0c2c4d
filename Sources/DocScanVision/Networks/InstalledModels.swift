// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials

/// Networks and their library from `Pipelines/setup/install.sh models`, checked against digests, so that an attacker can't run code.
package struct InstalledModels: Sendable {
  struct Entry: Sendable {
    var digest: String
    var file: String
    var version: String
  }

  package static var command: String { NetworkInstallation.command(forProgramIn: programFolder) }
  static let runtime = "runtime"
  private static let manifest = "manifest"
  private static let mostBytes = 1 << 20

  package let folder: String
  private let entries: [String: Entry]

  /// Finds the first folder with models, or returns `nil`. If DOCSCAN_MODELS is set, only that folder is considered. Otherwise, the folders are
  /// `../share/docscan/models` next to the program's folder, and `docscan/models` in XDG_DATA_HOME or `~/.local/share`.
  package static func find() -> InstalledModels? {
    folders.lazy.compactMap { InstalledModels(folder: $0) }.first
  }

  private static var folders: [String] {
    if let folder = ProcessInfo.processInfo.environment["DOCSCAN_MODELS"] { return [folder] }
    let own = programFolder.map { "\($0)/../share" }
    return [own, userFolder("XDG_DATA_HOME", below: ".local/share")].compactMap { $0.map { "\($0)/docscan/models" } }
  }

  package static var manifests: [String] { folders.map { "\($0)/\(manifest)" } }

  package init?(folder: String) {
    guard let file = OpenFile(path: "\(folder)/\(Self.manifest)", followingLinks: true), file.identity != nil,
      let bytes = file.read(at: 0, count: Self.mostBytes)
    else { return nil }
    self.folder = folder
    var entries: [String: Entry] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      // Digest, file, name and version; files such as licenses have no name.
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, words[0].count == 64, !words[1].contains("/") else { continue }
      entries[words[2]] = Entry(digest: words[0], file: words[1], version: words[3])
    }
    self.entries = entries
  }

  package var versions: [String: String] {
    ([Self.runtime] + NeuralModel.allCases.map(\.rawValue)).reduce(into: [:]) { versions, name in
      guard let version = version(of: name) else { return }
      versions[version.name] = version.text
    }
  }

  /// Returns the installed network's or library's name and version, or `nil`. A network's version has a part of its digest: results depend on it.
  func version(of name: String) -> (name: String, text: String)? {
    entries[name].map { entry in
      name == Self.runtime
        ? ("ONNX Runtime", entry.version) : ("network \(name)", "\(entry.version) (\(entry.digest.prefix(12)))")
    }
  }

  func entry(_ name: String) -> Entry? { entries[name] }

  func bytes(of entry: Entry) throws(PipelineError) -> [UInt8] { try checked(entry).bytes }

  /// Returns a file and its content, verified against the digests.
  func checked(_ entry: Entry) throws(PipelineError) -> (file: OpenFile, bytes: [UInt8]) {
    let path = path(of: entry)
    guard let root = Folder(root: folder), let file = root.file(entry.file), let size = file.identity?.byteCount,
      let bytes = file.read(at: 0, count: size)
    else { throw Self.damaged(path, "cannot be read") }
    if let objection = root.objection() {
      throw .missingPart(message: "\(folder) is not used, because others may change its content. \(objection)")
    }
    guard SHA256.digest(of: bytes) == entry.digest else {
      throw Self.damaged(path, "is not the file that was installed")
    }
    guard Self.known.contains(entry.digest) else {
      throw Self.damaged(path, "is not a file of this version of docscan")
    }
    return (file, bytes)
  }

  /// The digests of the files in Pipelines/setup/models: the library for x86_64 and for aarch64, and the networks.
  private static let known: Set<String> = [
    "ad9665887025474170d3e71cd28021e7e811c5bf201bc365f953e34a2c4989cc",
    "7b28635814a0810407791b3e26aff9dccf1b4563210baf3b71133231a35c5f2e",
    "2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2",
    "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    "25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c",
    "d57a942af6a2f57d6a4a0372573c696a2379bf5857c45e2ac69993f3b334514b",
  ]

  func path(of entry: Entry) -> String { "\(folder)/\(entry.file)" }

  static func damaged(_ path: String, _ what: String) -> PipelineError {
    .missingPart(message: "\(path) \(what). Install it again with: \(command)")
  }

  private static var programFolder: String? {
    do {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return program.lastIndex(of: "/").map { String(program[..<$0]) }
    } catch {
      return nil
    }
  }
}
