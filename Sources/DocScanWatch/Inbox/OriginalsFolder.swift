// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// A folder for originals. Operations never overwrite originals and never follow links.
struct OriginalsFolder {
  /// A copied file with its version, or a folder without one.
  private typealias Copied = (name: String, version: FileIdentity?)

  let folder: Folder

  /// Creates a reference to an open folder that is known to be safe, such as the inbox.
  init(_ folder: Folder) { self.folder = folder }

  /// Opens or creates one of the folders of a watch. Throws if originals aren't safe in it.
  init(_ path: String, of inbox: Folder) throws(OutputError) {
    guard let folder = Self.opened(path, of: inbox, isMade: true) else {
      let reason = errno
      guard let problem = Self.problem(of: path, inbox: inbox) else {
        throw OutputError(operation: "open", path: path, code: reason)
      }
      throw OutputError(operation: "use", path: path, detail: problem)
    }
    if let objection = Self.objection(to: folder, beside: inbox) {
      throw OutputError(operation: "use", path: path, detail: objection)
    }
    self.folder = folder
  }

  /// Opens an existing folder of a watch. Returns `nil` if it doesn't exist or isn't safe.
  init?(existing path: String, inbox: String) {
    guard let inbox = Folder(root: inbox), let folder = Self.opened(path, of: inbox, isMade: false),
      Self.objection(to: folder, beside: inbox) == nil
    else { return nil }
    self.folder = folder
  }

  /// Returns sentences that explain why a folder isn't safe for originals, or `nil` if it's safe or doesn't exist.
  static func problem(of path: String, inbox: Folder) -> String? {
    if let folder = opened(path, of: inbox, isMade: false) { return objection(to: folder, beside: inbox) }
    guard errno != ENOENT else { return nil }
    return [ELOOP, ENOTDIR].contains(errno)
      ? "It is a link, a link leads to it, or it is not a folder. Name the folder itself." : "\(errorText())."
  }

  private static func objection(to folder: Folder, beside inbox: Folder) -> String? {
    folder.exists(ReceivedPages.fileName)
      ? "It contains the pages of a document. Move it away." : folder.objection(beside: inbox)
  }

  /// Opens a folder of a watch without following links: no link at all below the inbox, and elsewhere none as the last component.
  private static func opened(_ path: String, of inbox: Folder, isMade: Bool) -> Folder? {
    // The folder is exactly as writable by others as the inbox.
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

  func freeName(for wish: String) -> String {
    guard isTaken(wish) else { return wish }
    let slash = wish.lastIndex(of: "/").map { wish.index(after: $0) } ?? wish.startIndex
    let dot = wish[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil } ?? wish.endIndex
    return firstFreeNumber(from: 2) { isTaken("\(wish[..<dot])-\($0)\(wish[dot...])") }
      .map { "\(wish[..<dot])-\($0)\(wish[dot...])" } ?? wish
  }

  /// Moves a file or folder into this folder atomically, and syncs it. Returns its name.
  func put(_ original: String, from source: Folder, as wish: String) throws(OutputError) -> String {
    while true {
      // An earlier attempt may have written the reason under the chosen name, so only the original itself counts as taken.
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

  /// Writes a text file for an original. Replaces a text whose original was never moved.
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

  static let noteEnding = ".note.txt"

  /// Returns whether an original has this name, or a file that docscan didn't write has the name of its note or reason.
  private func isTaken(_ name: String) -> Bool {
    if folder.exists(name) || folder.exists(name + Self.noteEnding) { return true }
    let texts = [FailureReason.textEnding, FailureReason.jsonEnding].map { name + $0 }
    // A reason whose original was never moved can be replaced.
    return texts.contains(where: folder.exists) && FailureReason(texts[1], in: folder) == nil
  }

  private func rename(_ original: String, from source: Folder, to name: String) -> Bool {
    if source.rename(original, to: folder, name) { return true }
    // Some file systems can't rename exclusively.
    guard errno == EINVAL || errno == ENOSYS else { return false }
    guard !folder.exists(name) else {
      errno = EEXIST
      return false
    }
    return source.rename(original, to: folder, name, .replacing)
  }

  /// Moves across file systems: publishes a complete copy, and then deletes the original.
  private func copy(_ original: String, from source: Folder, to name: String) throws(OutputError) {
    let built = joined(above(name), ".docscan-moving")
    guard folder.removeTree(built) else { throw OutputError(operation: "remove", path: path(built), code: errno) }
    let copied = try copyTree(original, from: source, to: built)
    guard rename(built, from: folder, to: name) else {
      throw OutputError(operation: "create", path: path(name), code: errno)
    }
    try sync(folder, above(name))
    for (original, version) in copied.reversed() {
      // Keeps files that changed or arrived during the copy, so that they're processed.
      if let version {
        if source.identity(original) == version { _ = source.remove(original) }
      } else {
        _ = source.removeFolder(original)
      }
    }
    try sync(source, above(original))
  }

  /// Copies regular files and folders with their times and permissions. Returns the copied entries, each folder before its content.
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
      // Takes the status before reading, so that a later write changes the version.
      guard unsafe fstat(file.descriptor, &entry) == 0, entry.kind == S_IFREG else {
        throw OutputError(operation: "read", path: path, code: EINVAL)
      }
      try FileCopy.copy(file, named: path, to: OutputFile(newFile: name, in: folder, mode: entry.st_mode & 0o777))
      copied.append((original, FileIdentity(entry)))
    // Links and devices aren't originals, and stay in place.
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
      // A folder that can be written but not read can't be synced.
      if errno == EACCES { return }
      throw OutputError(operation: "open", path: "\(folder.path)/\(name)", code: errno)
    }
    guard place.sync() else { throw OutputError(operation: "write", path: place.path, code: errno) }
  }

  private func path(_ name: String) -> String { joined(folder.path, name) }

  private func above(_ name: String) -> String { name.utf8.contains(UInt8(ascii: "/")) ? parentFolder(of: name) : "" }

  private func joined(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
}
