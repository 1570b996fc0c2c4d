// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A folder that originals are moved to. Nothing in it is ever overwritten.
struct OriginalsFolder {
  /// A file with the version that was copied; a folder without one.
  private typealias Copied = (path: String, version: FileIdentity?)

  let folder: String

  /// The name that an original gets: its own, or with a number if that is taken.
  func freeName(for wish: String) -> String {
    guard isTaken(wish) else { return wish }
    let slash = wish.lastIndex(of: "/").map { wish.index(after: $0) } ?? wish.startIndex
    let dot = wish[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil } ?? wish.endIndex
    return firstFreeNumber(from: 2) { isTaken("\(wish[..<dot])-\($0)\(wish[dot...])") }
      .map { "\(wish[..<dot])-\($0)\(wish[dot...])" } ?? wish
  }

  /// Moves a file or a folder here in one step, on the disk when this returns; gives its name.
  func put(_ path: String, as wish: String) throws(OutputError) -> String {
    while true {
      // The texts beside a chosen name may be there already.
      let name = exists(wish) ? freeName(for: wish) : wish
      let target = folder + "/" + name
      try makeFolder(parentFolder(of: target))
      if Self.rename(path, target) {
        try sync(parentFolder(of: target))
        try sync(parentFolder(of: path))
        return name
      }
      switch errno {
      case EEXIST, ENOTEMPTY: continue
      case EXDEV:
        try copy(path, to: target)
        return name
      case _: throw OutputError(operation: "move", path: path, code: errno)
      }
    }
  }

  /// Puts a text beside an original; the text of an earlier original that never came is replaced.
  func write(_ text: [UInt8], to name: String) throws(OutputError) {
    let target = folder + "/" + name
    try makeFolder(parentFolder(of: target))
    let file = try OutputFile(path: target)
    try file.write(text)
    try file.finish()
  }

  /// The ending of the note that an original gets when its content was done before.
  static let noteEnding = ".note.txt"

  /// Whether something has a name, or that of a text beside it which docscan did not write.
  private func isTaken(_ name: String) -> Bool {
    if exists(name) || exists(name + Self.noteEnding) { return true }
    let texts = [FailureReason.textEnding, FailureReason.jsonEnding].map { name + $0 }
    // What was written for an original that never came may be replaced.
    return texts.contains(where: exists) && FailureReason(file: folder + "/" + texts[1]) == nil
  }

  private func exists(_ name: String) -> Bool { fileStatus(folder + "/" + name) != nil }

  private static func rename(_ path: String, _ target: String) -> Bool {
    if unsafe linux_rename_exclusively(path, target) == 0 { return true }
    // Some file systems cannot promise that the target is new; docscan has just looked.
    guard errno == EINVAL || errno == ENOSYS else { return false }
    return unsafe Glibc.rename(path, target) == 0
  }

  /// Moves to another file system: a whole copy is put in place before the original goes.
  private func copy(_ path: String, to target: String) throws(OutputError) {
    let built = parentFolder(of: target) + "/.docscan-moving"
    try Self.changing("remove", built, OutputFolder.removeTree(built))
    let copied = try copyTree(path, to: built)
    guard Self.rename(built, target) else { throw OutputError(operation: "create", path: target, code: errno) }
    try sync(parentFolder(of: target))
    for (path, version) in copied.reversed() {
      // A folder that got a file meanwhile stays, as does a file that is not what was copied: they have their turn.
      if let version {
        if FileIdentity(path: path) == version { removeFile(path) }
      } else {
        unsafe rmdir(path)
      }
    }
    try sync(parentFolder(of: path))
  }

  /// Copies regular files and folders, with their times; gives what was copied, folders before what is in them.
  private func copyTree(_ path: String, to target: String) throws(OutputError) -> [Copied] {
    guard var entry = fileStatus(path) else { throw OutputError(operation: "read", path: path, code: errno) }
    var copied: [Copied] = []
    switch entry.kind {
    case S_IFDIR:
      try makeFolder(target)
      copied.append((path, nil))
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: path)
      } catch {
        throw OutputError(operation: "read", path: path, code: errno)
      }
      for name in names { copied += try copyTree(path + "/" + name, to: target + "/" + name) }
      try sync(target)
    case S_IFREG:
      let file = try FileCopy.open(path)
      // Before the bytes are read: whoever writes to the file from here on makes it another one.
      guard unsafe fstat(file.descriptor, &entry) == 0 else {
        throw OutputError(operation: "read", path: path, code: errno)
      }
      try FileCopy.copy(file.descriptor, named: path, to: target)
      copied.append((path, FileIdentity(entry)))
    // Links and devices stay where they are: they are not originals.
    case _: return []
    }
    unsafe [entry.st_atim, entry.st_mtim].withUnsafeBufferPointer { times in
      _ = unsafe utimensat(AT_FDCWD, target, times.baseAddress, 0)
    }
    return copied
  }

  private func makeFolder(_ path: String) throws(OutputError) {
    try Self.changing("create", path, OutputFolder.makeFolder(path))
  }

  private func sync(_ path: String) throws(OutputError) { try Self.changing("write", path, OutputFolder.sync(path)) }

  /// Does what a run would end without; here only the original stays where it is.
  private static func changing(
    _ operation: String, _ path: String, _ body: @autoclosure () throws(BatchError) -> Void
  ) throws(OutputError) {
    do {
      try body()
    } catch {
      throw OutputError(operation: operation, path: path, detail: "\(error)")
    }
  }
}

/// The first number that is free, if the numbers from `start` on are taken without a gap, and a free one otherwise.
///
/// It looks at few numbers only: a scanner that gives every file the same name makes thousands of them.
func firstFreeNumber<Failure: Error>(
  from start: Int, isTaken: (Int) throws(Failure) -> Bool
) throws(Failure) -> Int? {
  guard try isTaken(start) else { return start }
  var taken = start
  var free = start + 1
  while try isTaken(free) {
    taken = free
    let (next, overflow) = free.multipliedReportingOverflow(by: 2)
    if overflow { return nil }
    free = next
  }
  while free - taken > 1 {
    let middle = taken + (free - taken) / 2
    if try isTaken(middle) { taken = middle } else { free = middle }
  }
  return free
}
