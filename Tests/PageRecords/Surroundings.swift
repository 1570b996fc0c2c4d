// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// Everything apart from a request and its files that an answer can depend on: the worker, its libraries, packs, networks, fonts, environment, and
/// processor.
package enum Surroundings {
  /// Variables that name places and change no page. Everything that a worker reads below HOME is among the files.
  private static let ignoredVariables: Set = [
    "HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "PATH", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_", recordVariable,
  ]
  private static let recordVariable = "DOCSCAN_PAGES"
  private static let mostListBytes = 1 << 22

  /// The folder of all records, or `nil` to record nothing.
  package static var recordFolder: String? {
    environment[recordVariable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The program with this name next to this one.
  package static func program(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return String(own[...(own.lastIndex(of: "/") ?? own.startIndex)]) + name
  }

  /// Returns the digest of surroundings. Files are compared by their identities, which contain the time of the last change. Programs can't set that
  /// time, so that a program that was built again always differs. Missing files are the same in all home folders.
  package static func digest(files: [String], environment: [String: String], processor: [String]) -> String {
    let variables = environment.filter { !ignoredVariables.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    let identities = files.map { identity($0, home: environment["HOME"] ?? "") }
    return RecordFile.digest(Array((variables.sorted() + identities + processor).joined(separator: "\n").utf8))
  }

  // MARK: The list of files

  // The worker lists the files, so that the program that replays its answers only needs to compare them.

  /// Returns the name of the record for a worker program, or `nil` if its files aren't listed or have changed.
  package static func knownRecord(in folder: String, of program: String) throws -> String? {
    guard let list = OpenFile(path: try listPath(in: folder, of: program)),
      let bytes = list.read(at: 0, count: mostListBytes)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let name = lines.first, name == (try record(files: Array(lines.dropFirst()))) else { return nil }
    return name
  }

  /// Lists the files of a worker program, and returns the name of its record.
  package static func list(_ files: [String], in folder: String, of program: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The limit is for files of the current request.
    var limit = removeFileLimit()
    defer { unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) }
    let name = try record(files: files)
    let lines = [name] + files
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(filePath: try listPath(in: folder, of: program)), options: .atomic)
    return name
  }

  private static func record(files: [String]) throws -> String {
    digest(files: files, environment: environment, processor: try processor())
  }

  private static func listPath(in folder: String, of program: String) throws -> String {
    // Each home folder has a list of its own.
    let variables = environment.merging(["HOME OF LIST": environment["HOME"] ?? ""]) { $1 }
    return "\(folder)/list-" + digest(files: [program], environment: variables, processor: try processor())
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Returns the lines that differ between kinds of processors, on which the rounding of networks depends.
  private static func processor() throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "/proc/cpuinfo")), as: UTF8.self)
    return Set(
      text.split(separator: "\n").filter { line in ["flags", "Features", "model name"].contains { line.hasPrefix($0) } }
    ).map(String.init).sorted()
  }

  private static func identity(_ path: String, home: String) -> String {
    var entry = stat()
    guard unsafe stat(path, &entry) == 0 else {
      return (home.isEmpty || !path.hasPrefix("\(home)/") ? path : "~\(path.dropFirst(home.count))") + " missing"
    }
    return "\(path) \(FileIdentity(entry).text)"
  }
}
