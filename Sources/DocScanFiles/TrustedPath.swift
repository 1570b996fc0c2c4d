// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// Returns the folder that a variable names, or its default below HOME. Relative paths don't count (XDG Base Directory Specification).
package func userFolder(_ variable: String, below path: String) -> String? {
  func folder(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(cString: $0) }
    return value?.utf8.first == UInt8(ascii: "/") ? value : nil
  }
  return folder(variable) ?? folder("HOME").map { "\($0)/\(path)" }
}

/// Checks whether other users could replace a file that docscan runs, or from which docscan reads commands or keys.
package enum TrustedPath {
  private static let mostLinks = 40

  /// Returns the reason why other users can change or replace a file or redirect its path, or `nil` if it's trusted or doesn't exist. It, all folders
  /// above, and all links must belong to this user or root. Others must not be able to write, unless the sticky bit protects a folder's entries.
  package static func objection(to path: String) -> String? {
    guard let start = absolute(path) else { return nil }
    var (place, rest, links) = ("", Array(pathNames(start, omittingEmpty: true).reversed()), 0)
    if let objection = objection(toEntry: "/") { return objection }
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        // The path so far has no links.
        place = place.isEmpty || parentFolder(of: place) == "/" ? "" : parentFolder(of: place)
        continue
      }
      let next = "\(place)/\(name)"
      if let objection = objection(toEntry: next) { return objection }
      guard let target = target(of: next) else {
        place = next
        continue
      }
      links += 1
      guard links <= mostLinks else { return nil }
      if target.hasPrefix("/") { place = "" }
      rest += pathNames(target, omittingEmpty: true).reversed()
    }
    return nil
  }

  /// Returns the path of a program named without a slash, or `nil`. Relative folders in PATH are left out: they depend on the current folder.
  package static func program(named name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
      var entry = stat()
      guard unsafe access(path, X_OK) == 0, unsafe stat(path, &entry) == 0 else { return false }
      return entry.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Returns an absolute form of a path, or `nil` if the current folder doesn't exist. Links stay in the path.
  package static func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let current = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(current) }
    return unsafe String(cString: current) + "/" + path
  }

  /// Looks at one folder, link, or file, whose parent folders are trusted.
  private static func objection(toEntry path: String) -> String? {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0 else { return nil }
    var problem: String?
    let kind = entry.st_mode & S_IFMT
    if ![geteuid(), 0].contains(entry.st_uid), isRootKnown || entry.st_uid != unknownUser {
      problem = "\(path) belongs to another user (\(entry.st_uid))."
    } else if kind == S_IFDIR {
      let isOwnGroup = entry.st_gid == getegid()
      if entry.st_mode & S_ISVTX == 0, entry.st_mode & (isOwnGroup ? S_IWOTH : S_IWOTH | S_IWGRP) != 0 {
        problem = "Others can write to \(path). Take that right away: chmod go-w"
      }
    } else if kind != S_IFLNK, entry.st_mode & 0o022 != 0 {
      problem = "Others can write to \(path). Take that right away: chmod go-w"
    }
    return problem != nil && lacksPermissions(path) ? nil : problem
  }

  /// Whether a file is on a file system without permissions, for which the administrator chose the permissions of the whole.
  private static func lacksPermissions(_ path: String) -> Bool {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { return false }
    defer { close(number) }
    return linux_lacks_permissions(number) == 1
  }

  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// The user that the kernel shows for users unknown in this user namespace, see user_namespaces(7).
  private static let unknownUser: uid_t = 65534

  /// Whether root's files are shown as root's. In the user namespace of a user's service, they belong to the unknown user.
  private static let isRootKnown: Bool = {
    guard let file = OpenFile(path: "/proc/self/uid_map", followingLinks: true) else { return true }
    let text = String(decoding: file.read(at: 0, count: 4096) ?? [], as: UTF8.self)
    return text.split(separator: "\n").contains { $0.split(separator: " ").first == "0" }
  }()
}
