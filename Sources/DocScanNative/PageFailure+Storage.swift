// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

extension PageFailure {
  /// The errors that are the disk's fault, not the page's.
  private static let diskErrors = [ENOSPC, EDQUOT, EIO, EROFS]

  /// A file of the worker cannot be written; `what` begins the sentence, `code` is `errno`.
  ///
  /// The message does not name the file: its folder is another one in each run.
  static func writing(_ what: String, code: Int32) -> PageFailure {
    PageFailure(
      kind: diskErrors.contains(code) ? .storage : .library,
      message: "\(what) cannot be written: \(unsafe String(cString: strerror(code))).")
  }

  /// The disk error that a library's message mentions; nil when it mentions none.
  static func diskError(in message: String) -> Int32? {
    diskErrors.first { message.contains(unsafe String(cString: strerror($0))) }
  }
}
