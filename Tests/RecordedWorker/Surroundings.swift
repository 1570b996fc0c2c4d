// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanNative
internal import DocScanVision
internal import FoundationEssentials
internal import Glibc

/// Everything apart from a request and its file that a page's reply can depend on: this program, its libraries, packs, networks, fonts, environment,
/// and processor.
enum Surroundings {
  /// The folders in which poppler and fontconfig find fonts and character tables.
  private static let folders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts", "/usr/share/poppler",
    "~/.fonts", "~/.local/share/fonts", "~/.config/fontconfig",
  ]
  /// Variables that name places and change no page.
  private static let ignoredVariables: Set = ["PATH", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_", recordVariable]
  private static let recordVariable = "DOCSCAN_PAGES"
  private static let mostMapBytes = 1 << 20

  /// The folder of all records, or `nil` to record nothing.
  static var recordFolder: String? {
    ProcessInfo.processInfo.environment[recordVariable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the digest of the current surroundings.
  static func digest() throws -> String {
    digest(files: try files(), environment: ProcessInfo.processInfo.environment, processor: try processor())
  }

  /// Returns the digest of surroundings. Files are compared by their identities, which contain the time of the last change. Programs can't set that
  /// time, so that a program that was built again always differs.
  static func digest(files: [String], environment: [String: String], processor: [String]) -> String {
    let variables = environment.filter { !ignoredVariables.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    return RecordFile.digest(Array((variables.sorted() + files.map(identity) + processor).joined(separator: "\n").utf8))
  }

  /// Returns all files that can change a page.
  static func files() throws -> [String] {
    let packs = try LanguagePacks()
    var files = try loadedFiles() + packs.files.sorted() + ["/etc/ld.so.cache"]
    if let models = InstalledModels.find() { files += try filesBelow(models.folder) }
    if let folder = AddedRecognizer.folder { files += try filesBelow(folder) }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    for folder in folders { files += try filesBelow(folder.replacing("~", with: home)) }
    return files
  }

  /// Returns the program and the libraries that it has loaded. ONNX Runtime is opened later, and is one of the models.
  private static func loadedFiles() throws -> [String] {
    // The buffer is allocated before the first read, because the list changes with the process's memory.
    guard let maps = OpenFile(path: "/proc/self/maps"), let bytes = maps.read(at: 0, count: mostMapBytes) else {
      throw FailedRecord(reason: "/proc/self/maps can't be read.")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.map { String(decoding: $0.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self) }).sorted()
  }

  /// Returns the lines that differ between kinds of processors, on which the rounding of networks depends.
  private static func processor() throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "/proc/cpuinfo")), as: UTF8.self)
    return Set(
      text.split(separator: "\n").filter { line in ["flags", "Features", "model name"].contains { line.hasPrefix($0) } }
    ).map(String.init).sorted()
  }

  private static func identity(_ path: String) -> String {
    var entry = stat()
    guard unsafe stat(path, &entry) == 0 else { return "\(path) missing" }
    return "\(path) \(FileIdentity(entry).text)"
  }

  private static func filesBelow(_ path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [path] }
    return [path] + (try FileManager.default.subpathsOfDirectory(atPath: path)).sorted().map { "\(path)/\($0)" }
  }
}

/// An error that makes a record unusable.
struct FailedRecord: Error {
  var reason: String
}
