// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters
internal import Glibc

/// A folder that originals are moved to. Nothing in it is ever overwritten, and no link in it is followed.
struct OriginalsFolder {
  /// A file with the version that was copied; a folder without one.
  private typealias Copied = (name: String, version: FileIdentity?)

  let folder: Folder

  /// The inbox itself, or a folder that is known to be safe.
  init(_ folder: Folder) { self.folder = folder }

  /// Opens one of the folders of a watch, or makes it; fails where originals must not be kept in it.
  init(_ path: String, of inbox: Folder) throws(OutputError) {
    guard let folder = Self.opened(path, of: inbox, isMade: true) else {
      let reason = errno
      guard let problem = Self.problem(of: path, inbox: inbox) else {
        throw OutputError(operation: "open", path: path, code: reason)
      }
      throw OutputError(operation: "use", path: path, detail: problem)
    }
    if let objection = folder.objection(beside: inbox) {
      throw OutputError(operation: "use", path: path, detail: objection)
    }
    self.folder = folder
  }

  /// One of the folders of a watch as it is there; nil if there is none that is safe.
  init?(existing path: String, inbox: String) {
    guard let inbox = Folder(root: inbox), let folder = Self.opened(path, of: inbox, isMade: false),
      folder.objection(beside: inbox) == nil
    else { return nil }
    self.folder = folder
  }

  /// Why originals must not be kept in a folder of a watch, in whole sentences; nil if they may, or it is not there.
  static func problem(of path: String, inbox: Folder) -> String? {
    if let folder = opened(path, of: inbox, isMade: false) { return folder.objection(beside: inbox) }
    guard errno != ENOENT else { return nil }
    return [ELOOP, ENOTDIR].contains(errno)
      ? "It is a link, a link leads to it, or it is not a folder. Name the folder itself." : "\(errorText())."
  }

  /// Opens a folder of a watch: in the inbox no link leads to it, and elsewhere it is none itself.
  private static func opened(_ path: String, of inbox: Folder, isMade: Bool) -> Folder? {
    // What others may do to the inbox they may do to it, and no more.
    let mode: UInt32 = inbox.status.st_mode & S_IWGRP != 0 ? 0o775 : 0o755
    if let name = inbox.name(of: path) { return isMade ? inbox.makeFolder(name, mode: mode) : inbox.folder(name) }
    let above = parentFolder(of: path)
    if isMade {
      do {
        try OutputFolder.makeFolder(above)
      } catch {
        return nil
      }
    }
    let root = Folder(root: above)
    return isMade ? root?.makeFolder(fileName(path), mode: mode) : root?.folder(fileName(path))
  }

  /// The name that an original gets: its own, or with a number if that is taken.
  func freeName(for wish: String) -> String {
    guard isTaken(wish) else { return wish }
    let slash = wish.lastIndex(of: "/").map { wish.index(after: $0) } ?? wish.startIndex
    let dot = wish[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil } ?? wish.endIndex
    return firstFreeNumber(from: 2) { isTaken("\(wish[..<dot])-\($0)\(wish[dot...])") }
      .map { "\(wish[..<dot])-\($0)\(wish[dot...])" } ?? wish
  }

  /// Moves a file or a folder here in one step, on the disk when this returns; gives its name.
  func put(_ original: String, from source: Folder, as wish: String) throws(OutputError) -> String {
    while true {
      // The texts beside a chosen name may be there already.
      let name = folder.exists(wish) ? freeName(for: wish) : wish
      try makeFolder(above(name))
      if rename(original, from: source, to: name) {
        try sync(folder, above(name))
        try sync(source, above(original))
        return name
      }
      switch errno {
      case EEXIST, ENOTEMPTY: continue
      case EXDEV:
        try copy(original, from: source, to: name)
        return name
      case let code: throw OutputError(operation: "move", path: "\(source.path)/\(original)", code: code)
      }
    }
  }

  /// Puts a text beside an original; the text of an earlier original that never came is replaced, whatever has its name by now.
  func write(_ text: [UInt8], to name: String) throws(OutputError) {
    try makeFolder(above(name))
    let new = joined(above(name), ".docscan-new-\(getpid())")
    _ = folder.remove(new)
    let file = try OutputFile(newFile: new, in: folder)
    try file.write(text)
    try file.finish()
    guard folder.rename(new, name, .replacing) else {
      let code = errno
      _ = folder.remove(new)
      throw OutputError(operation: "create", path: path(name), code: code)
    }
    try sync(folder, above(name))
  }

  /// The ending of the note that an original gets when its content was done before.
  static let noteEnding = ".note.txt"

  /// Whether something has a name, or that of a text beside it which docscan did not write.
  private func isTaken(_ name: String) -> Bool {
    if folder.exists(name) || folder.exists(name + Self.noteEnding) { return true }
    let texts = [FailureReason.textEnding, FailureReason.jsonEnding].map { name + $0 }
    // What was written for an original that never came may be replaced.
    return texts.contains(where: folder.exists) && FailureReason(texts[1], in: folder) == nil
  }

  private func rename(_ original: String, from source: Folder, to name: String) -> Bool {
    if source.rename(original, to: folder, name) { return true }
    // Some file systems cannot promise that the target is new.
    guard errno == EINVAL || errno == ENOSYS else { return false }
    guard !folder.exists(name) else {
      errno = EEXIST
      return false
    }
    return source.rename(original, to: folder, name, .replacing)
  }

  /// Moves to another file system: a whole copy is put in place before the original goes.
  private func copy(_ original: String, from source: Folder, to name: String) throws(OutputError) {
    let built = joined(above(name), ".docscan-moving")
    guard folder.removeTree(built) else { throw OutputError(operation: "remove", path: path(built), code: errno) }
    let copied = try copyTree(original, from: source, to: built)
    guard rename(built, from: folder, to: name) else {
      throw OutputError(operation: "create", path: path(name), code: errno)
    }
    try sync(folder, above(name))
    for (original, version) in copied.reversed() {
      // A folder that got a file meanwhile stays, as does a file that is not what was copied: they have their turn.
      if let version {
        if source.identity(original) == version { _ = source.remove(original) }
      } else {
        _ = source.removeFolder(original)
      }
    }
    try sync(source, above(original))
  }

  /// Copies regular files and folders, with their times and rights; gives what was copied, folders before what is in them.
  private func copyTree(_ original: String, from source: Folder, to name: String) throws(OutputError) -> [Copied] {
    let path = "\(source.path)/\(original)"
    guard var entry = source.status(original) else { throw OutputError(operation: "read", path: path, code: errno) }
    var copied: [Copied] = []
    switch entry.kind {
    case S_IFDIR:
      try makeFolder(name)
      copied.append((original, nil))
      guard let names = source.folder(original)?.names() else {
        throw OutputError(operation: "read", path: path, code: errno)
      }
      for inner in names { copied += try copyTree("\(original)/\(inner)", from: source, to: "\(name)/\(inner)") }
      try sync(folder, name)
    case S_IFREG:
      guard let file = source.file(original) else { throw OutputError(operation: "read", path: path, code: errno) }
      // Before the bytes are read: whoever writes to the file from here on makes it another one.
      guard unsafe fstat(file.descriptor, &entry) == 0, entry.kind == S_IFREG else {
        throw OutputError(operation: "read", path: path, code: EINVAL)
      }
      try FileCopy.copy(file, named: path, to: OutputFile(newFile: name, in: folder, mode: entry.st_mode & 0o777))
      copied.append((original, FileIdentity(entry)))
    // Links and devices stay where they are: they are not originals.
    case _: return []
    }
    _ = folder.setTimes(name, [entry.st_atim, entry.st_mtim])
    return copied
  }

  private func makeFolder(_ name: String) throws(OutputError) {
    guard name.isEmpty || folder.makeFolder(name) != nil else {
      throw OutputError(operation: "create", path: path(name), code: errno)
    }
  }

  private func sync(_ folder: Folder, _ name: String) throws(OutputError) {
    guard let place = folder.folder(name) else {
      // It may allow new entries but no reading.
      if errno == EACCES { return }
      throw OutputError(operation: "open", path: "\(folder.path)/\(name)", code: errno)
    }
    guard place.sync() else { throw OutputError(operation: "write", path: place.path, code: errno) }
  }

  private func path(_ name: String) -> String { joined(folder.path, name) }

  /// The folder that a name is in; empty for this one.
  private func above(_ name: String) -> String { name.utf8.contains(UInt8(ascii: "/")) ? parentFolder(of: name) : "" }

  private func joined(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
}
