// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// Whose a folder is: what is put into it, or believed of it, must not be in the hands of others.
extension Folder {
  /// Why files that belong to this process, or to whoever owns `neighbor`, must not be kept here; nil where they may.
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
