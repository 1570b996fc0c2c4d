// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import Glibc

/// A folder that is open: whatever happens to its path meanwhile, everything below it is found from here.
///
/// The path of a *root* is somebody's word, such as an argument, and may lead through links. Below it, no link is followed on the way to
/// anything, nothing is waited for, and ".." leads nowhere. Where something fails, `errno` says why.
package final class Folder: Sendable {
  /// What people call it. Nothing below it is ever opened by this path.
  package let path: String
  /// The system's number of it.
  package let descriptor: Int32

  private init?(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
    if descriptor < 0 { return nil }
  }

  /// A path of it for libraries that take nothing but paths: it leads here whatever becomes of the folder's own path, as long as this is
  /// held. No name below it is anybody else's to change.
  package var anchor: String { "/proc/self/fd/\(descriptor)" }

  /// Opens a root.
  package convenience init?(root path: String) {
    self.init(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: Looking

  /// A folder below this one, by its path from here; an empty one leads here. Nil where there is none, or a link is on the way.
  package func folder(_ name: String) -> Folder? {
    let number =
      name.isEmpty
      ? unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      : unsafe linux_open_folder_below(descriptor, name, 1)
    return Folder(number, path: name.isEmpty ? path : "\(path)/\(name)")
  }

  /// Opens a file below it for reading, whatever kind of file it is.
  package func file(_ name: String) -> OpenFile? {
    let number = unsafe linux_open_below(descriptor, name)
    return number < 0 ? nil : OpenFile(descriptor: number)
  }

  /// What is at a name below it, a link as such; nil if nothing is.
  package func status(_ name: String) -> stat? {
    at(name) { place, last in
      var entry = stat()
      return unsafe fstatat(place, last, &entry, AT_SYMLINK_NOFOLLOW) == 0 ? entry : nil
    } ?? nil
  }

  /// Its own state.
  package var status: stat {
    var entry = stat()
    _ = unsafe fstat(descriptor, &entry)
    return entry
  }

  /// Whether anything has a name below it.
  package func exists(_ name: String) -> Bool { status(name) != nil }

  /// Which bytes a regular file below it holds now; nil if there is none.
  package func identity(_ name: String) -> FileIdentity? {
    status(name).flatMap { $0.st_mode & S_IFMT == S_IFREG ? FileIdentity($0) : nil }
  }

  /// The bytes of a regular file below it; nil if there is none, or it has more than `most`.
  package func contents(_ name: String, most: Int = 1 << 30) -> [UInt8]? {
    guard let file = file(name), let size = file.identity?.byteCount, size <= most else { return nil }
    return file.read(at: 0, count: size)
  }

  /// The names in it, in no order; those that are not UTF-8 are left out. Nil where it cannot be read.
  package func names() -> [String]? { entries()?.names }

  /// The names in it, in no order, and beside them how those look that are not UTF-8. Nil where it cannot be read.
  package func entries() -> (names: [String], unnamed: [String])? {
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else { return nil }
    defer { unsafe closedir(stream) }
    var (names, unnamed): ([String], [String]) = ([], [])
    while let entry = unsafe readdir(stream) {
      // A copy of the whole entry would read beyond a short one.
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

  /// The path from here of something whose path begins with this folder's; nil for anything else.
  package func name(of path: String) -> String? {
    DocScanCore.path(path, below: self.path).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The paths of all that is below it; links are not followed, and what cannot be read is left out.
  package func paths(below name: String = "") -> [String] {
    guard let folder = folder(name), let names = folder.names() else { return [] }
    return names.flatMap { entry in
      let path = name.isEmpty ? entry : "\(name)/\(entry)"
      return [path] + ((folder.status(entry)?.st_mode ?? 0) & S_IFMT == S_IFDIR ? paths(below: path) : [])
    }
  }

  /// Whether both are the same folder.
  package func isSame(as other: Folder) -> Bool {
    let (own, others) = (status, other.status)
    return own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  // MARK: Changing

  /// Makes a folder below it, and those that lead there; gives it, or the one that is there.
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

  /// Makes a file at a name that nothing has; gives its descriptor for writing, or -1.
  package func makeFile(_ name: String, mode: UInt32 = 0o666) -> Int32 {
    at(name) { place, last in
      unsafe openat(place, last, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    } ?? -1
  }

  /// Opens a regular file that is there, to write behind its end; -1 for anything else.
  package func fileToAppend(_ name: String) -> Int32 {
    at(name) { unsafe openat($0, $1, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) } ?? -1
  }

  /// Writes a file that is there as a whole, or not at all; whatever has its name goes away.
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

  /// Gives an open file another name here; false if its disk cannot, or its owner does not let it.
  package func link(_ file: OpenFile, as name: String) -> Bool {
    at(name) { place, last in
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file.descriptor)", place, last, AT_SYMLINK_FOLLOW) == 0
    } ?? false
  }

  /// Opens a file to lock it and to write to it, or makes it; -1 for anything but a regular file.
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

  /// Gives a file below it, or a link, another name as well, in another folder; false if its disk cannot, or its owner does not let it.
  package func link(_ name: String, to other: Folder, as target: String) -> Bool {
    at(name) { place, last in
      other.at(target) { targetPlace, targetLast in unsafe linkat(place, last, targetPlace, targetLast, 0) == 0 }
        ?? false
    } ?? false
  }

  /// Gives what is at a name here another one, in this folder or in another.
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

  /// What becomes of something that has the new name already.
  package enum Renaming {
    /// It keeps the name, and nothing happens; `errno` is `EEXIST`.
    case exclusive
    /// It goes away.
    case replacing
    /// It gets the other name.
    case swapping
  }

  /// Removes a file or a link below it.
  package func remove(_ name: String) -> Bool { at(name) { unsafe unlinkat($0, $1, 0) == 0 } ?? false }

  /// Removes an empty folder below it.
  package func removeFolder(_ name: String) -> Bool {
    at(name) { unsafe unlinkat($0, $1, AT_REMOVEDIR) == 0 } ?? false
  }

  /// Removes something below it with all that it holds, if it is there.
  package func removeTree(_ name: String) -> Bool {
    at(name) { unsafe linux_remove_tree_at($0, $1) == 0 } ?? (errno == ENOENT)
  }

  /// Gives a file or folder below it times.
  package func setTimes(_ name: String, _ times: [timespec]) -> Bool {
    at(name) { place, last in
      unsafe times.withUnsafeBufferPointer {
        unsafe utimensat(place, last, $0.baseAddress, AT_SYMLINK_NOFOLLOW) == 0
      }
    } ?? false
  }

  /// Sets the rights to a file or folder below it, which has to be readable; false, with `errno`, where that fails.
  package func setMode(_ name: String, _ mode: UInt32) -> Bool {
    guard let file = file(name) else { return false }
    return fchmod(file.descriptor, mode) == 0
  }

  /// Waits until the bytes of a file below it, or the entries of a folder, are on the disk.
  package func sync(_ name: String) -> Bool {
    guard let file = file(name) else { return false }
    return fsync(file.descriptor) == 0 || errno == EINVAL
  }

  /// Waits until its entries are on the disk.
  package func sync() -> Bool { fsync(descriptor) == 0 || errno == EINVAL }

  /// Does something with the last part of a path, in the folder that holds it; nil if no such folder is.
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

/// A path as people know it: what begins with an open folder's `anchor` has the folder's own path instead.
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

/// Whose a folder is: what is put into it, or believed of it, must not be in the hands of others.
extension Folder {
  /// Why files that belong to this process, or to whoever owns `neighbor`, must not be kept here; nil if they may.
  ///
  /// It must belong to this process's user, to root, or to the owner of `neighbor`, who can do with that what he likes. Others must not
  /// write to it, unless the sticky bit keeps them from files that are not theirs. A group may where it may write to `neighbor` as well, or
  /// where it is this user's own. Disks without permissions of their own show what the administrator chose for all of it.
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

  /// The owner that new files get here: on some network shares another user than the one who makes them.
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
