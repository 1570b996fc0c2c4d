// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import Glibc

/// An open folder, accessed by descriptor even if its path changes. The path of a *root* comes from the user and may contain symbolic links.
/// Below a root, no function follows links or "..", and none blocks on special files. If a function fails, `errno` contains the reason.
package final class Folder: Sendable {
  /// The path for messages. The path is never used to open anything.
  package let path: String
  package let descriptor: Int32

  private init?(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    if descriptor < 0 { return nil }
  }

  /// A path for libraries, valid while this object exists, even if the folder moves. Use it only if no other user can change names below it.
  package var anchor: String { "/proc/self/fd/\(descriptor)" }

  package convenience init?(root path: String) {
    self.init(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: Looking

  /// Opens a folder below this one, or this one for an empty path. Returns `nil` if the folder doesn't exist or the path contains a link.
  package func folder(_ name: String) -> Folder? {
    let number =
      name.isEmpty
      ? unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      : unsafe linux_open_folder_below(descriptor, name, 1)
    return Folder(number, path: name.isEmpty ? path : "\(path)/\(name)")
  }

  package func file(_ name: String) -> OpenFile? {
    let number = unsafe linux_open_below(descriptor, name)
    return number < 0 ? nil : OpenFile(descriptor: number)
  }

  /// Returns the metadata of a file or folder below this one without following a link, or `nil` if it doesn't exist.
  package func status(_ name: String) -> stat? {
    at(name) { place, last in
      var entry = stat()
      return unsafe fstatat(place, last, &entry, AT_SYMLINK_NOFOLLOW) == 0 ? entry : nil
    } ?? nil
  }

  package var status: stat {
    var entry = stat()
    _ = unsafe fstat(descriptor, &entry)
    return entry
  }

  package func exists(_ name: String) -> Bool { status(name) != nil }

  package func identity(_ name: String) -> FileIdentity? {
    status(name).flatMap { $0.st_mode & S_IFMT == S_IFREG ? FileIdentity($0) : nil }
  }

  /// Returns the contents of a regular file below this folder, or `nil` if there is none or it has more than `most` bytes.
  package func contents(_ name: String, most: Int = 1 << 30) -> [UInt8]? {
    guard let file = file(name), let size = file.identity?.byteCount, size <= most else { return nil }
    return file.read(at: 0, count: size)
  }

  /// Returns the names in this folder without those that aren't UTF-8, unsorted, or `nil` if the folder can't be read.
  package func names() -> [String]? { entries()?.names }

  /// Returns the names in this folder, unsorted, and repaired forms of those that aren't UTF-8, or `nil` if the folder can't be read.
  package func entries() -> (names: [String], unnamed: [String])? {
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else { return nil }
    defer { unsafe closedir(stream) }
    var (names, unnamed): ([String], [String]) = ([], [])
    while let entry = unsafe readdir(stream) {
      // A `dirent` can be shorter than its type, so copying it would read out of bounds.
      let start = unsafe UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
      guard let name = String(validating: bytes, as: UTF8.self) else {
        unnamed.append(String(decoding: bytes, as: UTF8.self))
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return (names, unnamed)
  }

  /// Returns the relative path for a path that begins with this folder's path, or `nil` for any other path.
  package func name(of path: String) -> String? {
    DocScanFiles.path(path, below: self.path).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the relative paths of everything below a folder. Links aren't followed, and unreadable folders are skipped.
  package func paths(below name: String = "") -> [String] {
    guard let folder = folder(name), let names = folder.names() else { return [] }
    return names.flatMap { entry in
      let path = name.isEmpty ? entry : "\(name)/\(entry)"
      return [path] + ((folder.status(entry)?.st_mode ?? 0) & S_IFMT == S_IFDIR ? paths(below: path) : [])
    }
  }

  package func isSame(as other: Folder) -> Bool {
    let (own, others) = (status, other.status)
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  // MARK: Changing

  /// Creates a folder below this one with its parents, if necessary, and opens it. Returns `nil` on failure.
  package func makeFolder(_ name: String, mode: UInt32 = 0o777) -> Folder? {
    if let there = folder(name) { return there }
    guard errno == ENOENT else { return nil }
    let above = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map { String(name[..<$0]) }
    for part in above + [name] {
      let isThere = at(part) { place, last in unsafe mkdirat(place, last, mode) == 0 || errno == EEXIST }
      guard isThere == true else { return nil }
    }
    return folder(name)
  }

  /// Creates a file that doesn't exist yet. Returns its descriptor for writing, or -1 on failure.
  package func makeFile(_ name: String, mode: UInt32 = 0o666) -> Int32 {
    at(name) { place, last in
      unsafe openat(place, last, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    } ?? -1
  }

  /// Opens an existing file for appending. Returns its descriptor, or -1 on failure.
  package func fileToAppend(_ name: String) -> Int32 {
    at(name) { unsafe openat($0, $1, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) } ?? -1
  }

  /// Writes a file atomically and replaces an existing one.
  package func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o666) -> Bool {
    let new = "\(name).new-\(getpid())"
    _ = remove(new)
    let number = makeFile(new, mode: mode)
    guard number >= 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let reason = errno
    close(number)
    errno = reason
    if rest.isEmpty, rename(new, name, .replacing) { return true }
    let code = errno
    _ = remove(new)
    errno = code
    return false
  }

  /// Creates a hard link to an open file. Returns `false` if the file system or the file's permissions don't allow it.
  package func link(_ file: OpenFile, as name: String) -> Bool {
    at(name) { place, last in
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file.descriptor)", place, last, AT_SYMLINK_FOLLOW) == 0
    } ?? false
  }

  /// Opens or creates a regular file for locking and writing. Returns its descriptor, or -1 on failure.
  package func lockFile(_ name: String, mode: UInt32 = 0o644) -> Int32 {
    let number: Int32 =
      at(name) { place, last in
        unsafe openat(place, last, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode)
      } ?? -1
    var entry = stat()
    guard number >= 0, unsafe fstat(number, &entry) == 0 else { return number }
    if entry.st_mode & S_IFMT == S_IFREG, entry.st_nlink <= 1 { return number }
    close(number)
    errno = entry.st_nlink > 1 ? EMLINK : EINVAL
    return -1
  }

  /// Creates a hard link in another folder to a file or link below this one. Returns `false` if the file system or the permissions don't allow it.
  package func link(_ name: String, to other: Folder, as target: String) -> Bool {
    at(name) { place, last in
      other.at(target) { targetPlace, targetLast in unsafe linkat(place, last, targetPlace, targetLast, 0) == 0 }
        ?? false
    } ?? false
  }

  package func rename(_ name: String, to other: Folder? = nil, _ target: String, _ how: Renaming = .exclusive) -> Bool {
    let kind =
      switch how {
      case .exclusive: linux_exclusive
      case .replacing: linux_replacing
      case .swapping: linux_swapping
      }
    return at(name) { place, last in
      (other ?? self).at(target) { targetPlace, targetLast in
        unsafe linux_rename_at(place, last, targetPlace, targetLast, kind) == 0
      } ?? false
    } ?? false
  }

  /// The ways to handle an existing target.
  package enum Renaming {
    /// Fail, and set `errno` to `EEXIST`.
    case exclusive
    case replacing
    case swapping
  }

  package func remove(_ name: String) -> Bool { at(name) { unsafe unlinkat($0, $1, 0) == 0 } ?? false }

  package func removeFolder(_ name: String) -> Bool {
    at(name) { unsafe unlinkat($0, $1, AT_REMOVEDIR) == 0 } ?? false
  }

  // Removes the parent folders of a path within this folder, as long as they are empty.
  package func removeEmptyFolders(above path: String) {
    for parent in foldersAbove(path).reversed() where !removeFolder(parent) { break }
  }

  /// Removes a file or folder below this one with all its contents. Succeeds if it doesn't exist.
  package func removeTree(_ name: String) -> Bool {
    at(name) { unsafe linux_remove_tree_at($0, $1) == 0 } ?? (errno == ENOENT)
  }

  package func setTimes(_ name: String, _ times: [timespec]) -> Bool {
    at(name) { place, last in
      unsafe times.withUnsafeBufferPointer {
        unsafe utimensat(place, last, $0.baseAddress, AT_SYMLINK_NOFOLLOW) == 0
      }
    } ?? false
  }

  package func setMode(_ name: String, _ mode: UInt32) -> Bool {
    guard let file = file(name) else { return false }
    return fchmod(file.descriptor, mode) == 0
  }

  package func sync(_ name: String) -> Bool {
    guard let file = file(name) else { return false }
    return fsync(file.descriptor) == 0 || errno == EINVAL
  }

  package func sync() -> Bool { fsync(descriptor) == 0 || errno == EINVAL }

  /// Calls a closure with the parent's descriptor and a path's last name. Returns `nil` if the parent can't be opened or the name is invalid.
  private func at<Value>(_ name: String, _ body: (Int32, String) -> Value) -> Value? {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      guard isPlain(name) else { return nil }
      return body(descriptor, name)
    }
    let last = String(name[name.utf8.index(after: slash)...])
    guard isPlain(last) else { return nil }
    let place = unsafe linux_open_folder_below(descriptor, String(name[..<slash]), 0)
    guard place >= 0 else { return nil }
    defer {
      let reason = errno
      close(place)
      errno = reason
    }
    return body(place, last)
  }

  private func isPlain(_ name: String) -> Bool {
    if !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) { return true }
    errno = EINVAL
    return false
  }
}

/// Returns a path for display. If it begins with the `anchor` of a folder, that part is replaced by the folder's actual path.
package func shownPath(_ path: String) -> String {
  let start = "/proc/self/fd/"
  guard path.utf8.starts(with: start.utf8) else { return path }
  let number = path.utf8.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: "/") }
  let rest = path.utf8.dropFirst(start.utf8.count + number.count)
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(start + String(Substring(number)), &target, target.count)
  guard count > 0 else { return path }
  return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) + String(Substring(rest))
}

extension Folder: Hashable {
  package static func == (one: Folder, other: Folder) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Checks whether other users control a folder, so that it can't be trusted.
extension Folder {
  /// Returns the reason why other users can change files in this folder, or `nil` if it can be trusted. The folder must belong to this process's
  /// user, to root, or to the owner of `neighbor`. Other users must not be able to write to it, unless the sticky bit protects files. A group may
  /// write if it can write to `neighbor` as well, or if it is this user's own group. File systems without permissions are trusted, because the
  /// administrator chose the permissions for the whole file system.
  package func objection(beside neighbor: Folder? = nil) -> String? {
    let (own, beside) = (status, neighbor?.status)
    guard [geteuid(), 0, beside?.st_uid].contains(own.st_uid) || own.st_uid == ownerOfNewFiles else {
      return "It belongs to another user (\(own.st_uid))."
    }
    guard own.st_mode & S_ISVTX == 0, linux_lacks_permissions(descriptor) != 1 else { return nil }
    if own.st_mode & S_IWOTH != 0 { return "Everybody can write to it. Take that right away: chmod o-w" }
    let isGroupOfNeighbor = beside.map { $0.st_gid == own.st_gid && $0.st_mode & S_IWGRP != 0 } ?? false
    if own.st_mode & S_IWGRP != 0, own.st_gid != getegid(), !isGroupOfNeighbor {
      return "The group \(own.st_gid) can write to it. Take that right away: chmod g-w"
    }
    return nil
  }

  /// The owner of new files in this folder, or `nil` if none can be created. On some network shares, this isn't the user who creates them.
  private var ownerOfNewFiles: uid_t? {
    let name = ".docscan-owner-\(getpid())"
    let number = makeFile(name, mode: 0o600)
    guard number >= 0 else { return nil }
    defer {
      close(number)
      _ = remove(name)
    }
    var entry = stat()
    return unsafe fstat(number, &entry) == 0 ? entry.st_uid : nil
  }
}
