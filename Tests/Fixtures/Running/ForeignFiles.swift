// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// The user's own files in an output folder, which docscan must not change.
public struct ForeignFiles {
  /// The files' paths in the output folder.
  public let paths: [String]
  private let output: String
  private let before: [String: Snapshot]

  /// Creates the files; `names` are documents' names that folders already have, and `results` are documents' folders that
  /// get a file, a folder, and a link.
  public init(in output: String, names: [String] = [], results: [String] = []) throws {
    let files = FileManager.default
    func folder(_ name: String) throws {
      try files.createDirectory(atPath: output + "/" + name, withIntermediateDirectories: true)
    }
    func file(_ name: String, mode: mode_t = 0o644) throws {
      let path = output + "/" + name
      try Data("This is mine: \(name)".utf8).write(to: URL(filePath: path))
      let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 123), timespec(tv_sec: 1_100_000_000, tv_nsec: 456)]
      guard unsafe chmod(path, mode) == 0, unsafe utimensat(AT_FDCWD, path, times, 0) == 0 else {
        throw FixtureError("\(path) cannot be made.")
      }
    }
    var paths = ["keep.txt", "locked", "link"]
    try folder("locked/below")
    try file("keep.txt", mode: 0o444)
    try file("locked/below/a.pdf", mode: 0o400)
    guard unsafe symlink("/nowhere/at/all", output + "/link") == 0, unsafe chmod(output + "/locked", 0o555) == 0 else {
      throw FixtureError("Nothing foreign can be made in \(output).")
    }
    for name in names {
      try folder(name + "/pages")
      try file(name + "/\(name.split(separator: "/").last ?? "").json")
      try file(name + "/pages/0001.json")
      paths.append(name)
    }
    for name in results {
      try folder(name + "/letters/old")
      try file(name + "/note.txt", mode: 0o400)
      try file(name + "/letters/old/ada.txt")
      guard unsafe symlink("note.txt", output + "/" + name + "/latest") == 0 else {
        throw FixtureError("No link can be made in \(name).")
      }
      paths += ["note.txt", "letters", "latest"].map { name + "/" + $0 }
    }
    self.paths = paths
    self.output = output
    before = Dictionary(uniqueKeysWithValues: try paths.map { ($0, try Snapshot(output + "/" + $0)) })
  }

  /// Returns whether a path in the output folder is one of the files, or below one.
  public func contains(_ path: String) -> Bool { paths.contains { path == $0 || path.hasPrefix($0 + "/") } }

  /// Returns the files that have changed.
  public func touched() throws -> [String] {
    try paths.filter { try Snapshot(output + "/" + $0) != before[$0] }
  }
}
