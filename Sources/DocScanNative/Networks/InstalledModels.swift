// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// What `Pipelines/install.sh models` has put into a folder: networks, and the library that runs them.
///
/// The folder's manifest lists the files. Each is compared with the digest there, and with those that the program itself knows, before it
/// is used: whoever can write to the folder could otherwise have any program run, before the worker is confined.
package struct InstalledModels: Sendable {
  /// A file of the manifest that docscan loads.
  struct Entry: Sendable {
    /// SHA-256 in hexadecimal digits.
    var digest: String
    var file: String
    var version: String
  }

  /// The command that gets them.
  package static var command: String { NetworkInstallation.command(forProgramIn: programFolder) }
  /// The manifest's name for the library.
  static let runtime = "runtime"
  private static let manifest = "manifest"
  /// A manifest is shorter.
  private static let mostBytes = 1 << 20

  /// Where they are.
  package let folder: String
  private let entries: [String: Entry]

  /// The first folder that has them: DOCSCAN_MODELS alone, if it is set; `../share/docscan/models` beside the folder of this
  /// program; `docscan/models` in XDG_DATA_HOME or `~/.local/share`. Nil where there is none.
  package static func find() -> InstalledModels? {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["DOCSCAN_MODELS"] { return InstalledModels(folder: folder) }
    let home = environment["HOME"].map { "\($0)/.local/share" }
    let own = programFolder.map { "\($0)/../share" }
    return [own, environment["XDG_DATA_HOME"] ?? home].compactMap(\.self).lazy
      .compactMap { InstalledModels(folder: "\($0)/docscan/models") }.first
  }

  /// Reads the manifest of a folder; nil if there is none.
  package init?(folder: String) {
    guard let file = OpenFile(path: "\(folder)/\(Self.manifest)", followingLinks: true), file.identity != nil,
      let bytes = file.read(at: 0, count: Self.mostBytes)
    else { return nil }
    self.folder = folder
    var entries: [String: Entry] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      // Digest, file, name and version; files without a name are licences and the like.
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, words[0].count == 64, !words[1].contains("/") else { continue }
      entries[words[2]] = Entry(digest: words[0], file: words[1], version: words[3])
    }
    self.entries = entries
  }

  /// The versions of everything that docscan knows how to use, by the names that reports have for them.
  package var versions: [String: String] {
    ([Self.runtime] + NeuralModel.allCases.map(\.rawValue)).reduce(into: [:]) { versions, name in
      guard let version = version(of: name) else { return }
      versions[version.name] = version.text
    }
  }

  /// What reports say of the library, or of a network; nil if it is not installed.
  ///
  /// Results depend on the bytes of a network, so a part of their digest belongs to its version.
  func version(of name: String) -> (name: String, text: String)? {
    entries[name].map { entry in
      name == Self.runtime
        ? ("ONNX Runtime", entry.version) : ("network \(name)", "\(entry.version) (\(entry.digest.prefix(12)))")
    }
  }

  /// The manifest's entry for a name; nil if it is not installed.
  func entry(_ name: String) -> Entry? { entries[name] }

  /// The bytes of a file, which are those that the manifest means.
  func bytes(of entry: Entry) throws(PipelineError) -> [UInt8] { try checked(entry).bytes }

  /// A file that has the bytes which the manifest means, open, and these bytes.
  func checked(_ entry: Entry) throws(PipelineError) -> (file: OpenFile, bytes: [UInt8]) {
    let path = path(of: entry)
    guard let root = Folder(root: folder), let file = root.file(entry.file), let size = file.identity?.byteCount,
      let bytes = file.read(at: 0, count: size)
    else { throw Self.damaged(path, "cannot be read") }
    if let objection = root.objection() {
      throw .missingPart(message: "\(folder) is not used, because others may change what is in it. \(objection)")
    }
    var digest = SHA256()
    digest.update(bytes, count: bytes.count)
    guard digest.digest() == entry.digest else { throw Self.damaged(path, "is not the file that was installed") }
    guard Self.known.contains(entry.digest) else {
      throw Self.damaged(path, "is not a file of this version of docscan")
    }
    return (file, bytes)
  }

  /// What Pipelines/models installs, by digests: the library for x86_64 and for aarch64, and the networks.
  private static let known: Set<String> = [
    "ad9665887025474170d3e71cd28021e7e811c5bf201bc365f953e34a2c4989cc",
    "7b28635814a0810407791b3e26aff9dccf1b4563210baf3b71133231a35c5f2e",
    "2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2",
    "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
  ]

  func path(of entry: Entry) -> String { "\(folder)/\(entry.file)" }

  static func damaged(_ path: String, _ what: String) -> PipelineError {
    .missingPart(message: "\(path) \(what). Get it again with: \(command)")
  }

  /// The folder of this program.
  private static var programFolder: String? {
    do {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return program.lastIndex(of: "/").map { String(program[..<$0]) }
    } catch {
      return nil
    }
  }
}
