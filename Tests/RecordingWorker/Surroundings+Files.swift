// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanNative
internal import DocScanTypedData
internal import DocScanVision
import DocScanWords
internal import FoundationEssentials
internal import PageRecords

extension Surroundings {
  /// The folders in which poppler and fontconfig find fonts and character tables.
  private static let folders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts", "/usr/share/poppler",
    "~/.fonts", "~/.fonts.conf", "~/.fonts.conf.d", "~/.local/share/fonts", "~/.config/fontconfig",
  ]
  private static let mostMapBytes = 1 << 20

  /// Returns all files that can change an answer, including missing ones.
  static func files() throws -> [String] {
    var files = try loadedFiles() + LanguagePacks().sources + ["/etc/ld.so.cache"]
    files += InstalledModels.manifests + WordLists.sources
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
    let paths = lines.map { String(decoding: $0.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self) }
    return Set(paths.filter { !$0.isEmpty }).sorted()
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
