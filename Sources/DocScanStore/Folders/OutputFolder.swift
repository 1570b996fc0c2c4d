// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
internal import Glibc

/// The folder of results. Documents are built in its hidden part, and published by moving whole folders. All of its parts are kept open, so that
/// nothing is written elsewhere if a path changes.
package final class OutputFolder {
  package let path: String
  package let root: Folder
  package let journal: Journal
  private let lock: Int32
  /// The name of the run's own scratch folder, because workers of a killed run may still be writing for a moment.
  private let runName = String(getpid())

  /// The path of the hidden folder through its open descriptor.
  package var hidden: String { hiddenFolder.anchor }
  package let hiddenFolder: Folder
  package let partial: Folder
  private let ownScratch: Folder
  private let scratchPlace: (folder: Folder, name: String)

  /// Creates or opens the folder, locks it for this run, and deletes unfinished work of earlier runs. `scratchDisk` is a folder for scratch files,
  /// in case the disk for results is slow to write to, such as a network share.
  package convenience init(path: String, scratchDisk: String? = nil) throws(BatchError) {
    try Self.makeFolder(path)
    guard let root = Folder(root: path) else { throw Self.failure("open", path) }
    try self.init(root: root, scratchDisk: scratchDisk)
  }

  package init(root: Folder, scratchDisk: String? = nil) throws(BatchError) {
    (self.root, path) = (root, root.path)
    let hidden = try HiddenFolder.made(in: root)
    hiddenFolder = hidden
    scratchPlace = try Self.scratch(of: path, on: scratchDisk) ?? (hidden, "scratch")
    lock = try HiddenFolder.lock("lock", in: hidden)
    do {
      try Self.take(lock, of: path)
    } catch {
      close(lock)
      throw error
    }
    do {
      journal = try writing(Journal(in: hidden))
      // The process ID is only informative, so errors are ignored, for example on a full disk.
      let identifier = Array("\(getpid())\n".utf8)
      _ = ftruncate(lock, 0)
      _ = unsafe pwrite(lock, identifier, identifier.count, 0)
      partial = try Self.emptied("partial", in: hidden)
      ownScratch = try Self.emptied(runName, in: Self.emptied(scratchPlace.name, in: scratchPlace.folder))
    } catch {
      close(lock)
      throw error
    }
  }

  deinit {
    _ = hiddenFolder.removeFolder("partial")
    _ = scratchPlace.folder.removeFolder("\(scratchPlace.name)/\(runName)")
    _ = scratchPlace.folder.removeFolder(scratchPlace.name)
    close(lock)
  }

  /// Takes the lock. Waits briefly, because another process takes the lock for a moment to check its owner.
  private static func take(_ lock: Int32, of path: String) throws(BatchError) {
    for _ in 0..<10 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .output(
          "The file system of \(path) has no locks (\(errorText())), without which two machines could write to one folder. Mount it "
            + "with them (Lustre: -o flock), or choose a folder on another disk with -o.")
      }
      usleep(20_000)
    }
    let owner = owner(of: lock).map { " (process \($0))" } ?? ""
    throw .output(
      "Another docscan\(owner) is writing to \(path). Wait for it to end, or choose another folder with -o.")
  }

  /// Returns the parent and name of a scratch folder on another disk that is unique to this output folder, or `nil` to use the hidden folder.
  private static func scratch(of path: String, on disk: String?) throws(BatchError) -> (Folder, String)? {
    guard let disk else { return nil }
    guard fileStatus(disk, followingLinks: true)?.kind == S_IFDIR else {
      throw .usage("Folder \(disk) for scratch files doesn't exist or can't be opened.")
    }
    guard let root = Folder(root: canonicalPath(disk)) else { throw failure("open", disk) }
    let name = "docscan-\(ContentDigest.sha256(canonicalPath(path).utf8).prefix(16))"
    // On a shared disk, another user may already have created a folder with this name.
    for number in 1...mostScratchNames {
      let folder = number == 1 ? name : "\(name)-\(number)"
      guard let made = root.makeFolder(folder, mode: 0o700) else {
        // The name belongs to another user's folder or to a file.
        guard root.exists(folder) else { throw failure("create", "\(root.path)/\(folder)") }
        continue
      }
      let entry = made.status
      if entry.st_uid == geteuid(), entry.st_mode & 0o022 == 0 { return (root, folder) }
    }
    throw .output(
      "Other users' folders take up every name available for scratch files in \(disk). Choose another folder.")
  }

  private static let mostScratchNames = 100

  /// Returns the ID of the process that holds the lock of an output folder, 0 if it's unknown, or `nil` if the folder isn't locked.
  package static func process(writingTo hidden: Folder?) -> Int32? {
    guard let lock = hidden?.file("lock"), lock.identity != nil else { return nil }
    return flock(lock.descriptor, LOCK_SH | LOCK_NB) == 0 ? nil : owner(of: lock.descriptor) ?? 0
  }

  private static func owner(of lock: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe pread(lock, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self))
  }

  /// Creates an empty scratch folder for a worker, or for parts of a document. Returns its path.
  package func makeScratch(_ name: String) throws(BatchError) -> String { try Self.fresh(name, in: ownScratch) }

  package func makePartial(_ name: String) throws(BatchError) -> String { try Self.fresh(name, in: partial) }

  private static func fresh(_ name: String, in folder: Folder) throws(BatchError) -> String {
    guard folder.removeTree(name), folder.makeFolder(name) != nil else {
      throw failure("create", "\(folder.path)/\(name)")
    }
    return "\(folder.anchor)/\(name)"
  }

  private static func emptied(_ name: String, in folder: Folder) throws(BatchError) -> Folder {
    guard let made = folder.makeFolder(name) else {
      guard folder.removeTree(name), let made = folder.makeFolder(name) else {
        throw failure("create", "\(folder.path)/\(name)")
      }
      return made
    }
    return try emptied(made)
  }

  private static func emptied(_ folder: Folder) throws(BatchError) -> Folder {
    try empty(folder)
    return folder
  }

  /// Creates an empty folder, after deleting any existing one.
  package static func makeFresh(_ folder: String) throws(BatchError) -> String {
    try removeTree(folder)
    try makeFolder(folder)
    return folder
  }

  package var results: ResultsFolder { ResultsFolder(path: path, root: root, journal: journal) }

  package func folder(of document: String) -> String { results.folder(of: document) }

  /// Throws if the disk has no room for this many bytes. Called when a worker, which may be compromised, reports a full disk.
  package func checkDisk(room bytes: Int) throws(BatchError) {
    let folder = try makeScratch("room")
    do {
      let file = try OutputFile(path: folder + "/room")
      try file.reserve(bytes)
      try file.write([UInt8](repeating: 0, count: 4096))
      try file.finish()
    } catch {
      throw BatchError(error)
    }
    try Self.removeTree(folder)
  }

  package func requireRoom(megabytes: Int) throws(BatchError) {
    var disk = statvfs()
    // Some file systems don't report their free space.
    guard megabytes > 0, unsafe statvfs(path, &disk) == 0, disk.f_blocks > 0 else { return }
    let free = Int(disk.f_bavail) * Int(disk.f_frsize) / (1 << 20)
    guard free < megabytes else { return }
    throw .diskFull(
      "The disk of \(path) has only \(free) MiB left; limits.freeMegabytes keeps \(megabytes). Free some space. "
        + "Finished documents will not be processed again.")
  }

  package func clear() throws(BatchError) {
    try Self.empty(partial)
    try Self.empty(ownScratch)
  }

  /// Creates a folder and its parents. Syncs their names, except in the hidden folder.
  package static func makeFolder(_ path: String) throws(BatchError) {
    if unsafe mkdir(path, 0o777) == 0 { return try syncParent(of: path) }
    if errno == EEXIST, isFolder(path) { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw failure("create", path)
    }
    try makeFolder(String(path[..<slash]))
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST && isFolder(path) else { throw failure("create", path) }
    try syncParent(of: path)
  }

  package static func removeTree(_ path: String) throws(BatchError) {
    guard unsafe linux_remove_tree(path) == 0 else { throw failure("remove", path) }
  }

  package static func empty(_ folder: String) throws(BatchError) {
    guard let folder = Folder(root: folder) else { throw failure("read", folder) }
    try empty(folder)
  }

  private static func empty(_ folder: Folder) throws(BatchError) {
    guard let names = folder.names() else { throw failure("read", folder.path) }
    for name in names where !folder.removeTree(name) { throw failure("remove", "\(folder.path)/\(name)") }
  }

  /// Syncs a file's bytes or a folder's entries.
  package static func sync(_ path: String) throws(BatchError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // A folder that can be written but not read can't be synced.
    if descriptor < 0, errno == EACCES { return }
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    // Some network file systems can't sync folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("write", path) }
  }

  /// Syncs the whole file system, which is cheaper than syncing many files one by one.
  package func syncAll() throws(BatchError) {
    guard linux_sync_disk(lock) == 0 else { throw Self.failure("write", path) }
  }

  private static func syncParent(of path: String) throws(BatchError) {
    // Nothing in the hidden folder needs to survive a crash.
    guard !path.contains("/.docscan/"), shownPath(path) == path else { return }
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try sync(parent)
  }

  private static func isFolder(_ path: String) -> Bool {
    var entry = stat()
    return unsafe stat(path, &entry) == 0 && entry.st_mode & S_IFMT == S_IFDIR
  }

  package static func failure(_ operation: String, _ path: String) -> BatchError {
    BatchError(OutputError(operation: operation, path: path, code: errno))
  }
}
