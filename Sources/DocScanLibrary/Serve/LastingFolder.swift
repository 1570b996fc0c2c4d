// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import Glibc

/// The folder of a served library's addresses that stays the same for one user, so that bookmarks do, and that nobody else can guess.
enum LastingFolder {
  /// The key is so long.
  private static let keyLength = 64

  /// Nil where the user has no place for a key.
  static func name(for library: String) -> String? {
    guard let key else { return nil }
    let place = unsafe realpath(library, nil)
    defer { unsafe free(place) }
    guard let place = unsafe place else { return nil }
    var digest = SHA256()
    let bytes = unsafe key + Array(String(cString: place).utf8)
    digest.update(bytes, count: bytes.count)
    return String(digest.digest().prefix(32))
  }

  /// A secret of the user's, made once.
  private static var key: [UInt8]? {
    guard let home = variable("HOME") else { return nil }
    let state = variable("XDG_STATE_HOME") ?? home + "/.local/state"
    for folder in [home + "/.local", state, state + "/docscan"] { unsafe mkdir(folder, 0o700) }
    let path = state + "/docscan/viewer.key"
    let made = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if made >= 0 {
      let key = Array(Secret.token().utf8)
      _ = unsafe write(made, key, key.count)
      close(made)
    }
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    var key = [UInt8](repeating: 0, count: keyLength)
    guard unsafe fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      unsafe read(file, &key, key.count) == keyLength
    else { return nil }
    return key
  }

  private static func variable(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(cString: $0) }
    return value?.utf8.first == UInt8(ascii: "/") ? value : nil
  }
}
