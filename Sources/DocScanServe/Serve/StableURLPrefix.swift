// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// The first path component of a server's addresses, which is stable for each user and library, and which other users can't guess.
enum StableURLPrefix {
  private static let keyLength = 64
  private static let name = "viewer.key"

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

  /// The user's secret key, which is created on first use, or `nil` if it can't be read.
  private static var key: [UInt8]? {
    guard let folder = StateFolder.opened() else { return nil }
    let made = folder.makeFile(name, mode: 0o600)
    if made >= 0 {
      let key = Array(Secret.token().utf8)
      _ = unsafe write(made, key, key.count)
      close(made)
    }
    let key = StateFolder.secret(name, in: folder, most: keyLength)
    return key?.count == keyLength ? key : nil
  }
}
