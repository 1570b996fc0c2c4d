// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

extension PageFailure {
  private static let diskErrors = [ENOSPC, EDQUOT, EIO, EROFS]

  /// Returns the failure to write a worker's file. `what` begins the sentence; `code` is `errno`. The path differs in each run, so it's omitted.
  package static func writing(_ what: String, code: Int32) -> PageFailure {
    PageFailure(
      kind: diskErrors.contains(code) ? .storage : .library,
      message: "\(what) cannot be written: \(unsafe String(cString: strerror(code))).")
  }

  package static func diskError(in message: String) -> Int32? {
    diskErrors.first { message.contains(unsafe String(cString: strerror($0))) }
  }
}
