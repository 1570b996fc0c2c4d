// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

extension PageFailure {
  /// A failure to load a file, or a page of it.
  static func loading(_ kind: Kind, _ file: String, page: Int? = nil, _ message: String) -> PageFailure {
    let place = page.map { "\(file), page \($0)" } ?? file
    return PageFailure(kind: kind, message: "\(place): \(message)")
  }

  /// The failure of a page or document of which a part unpacks to more than the pipeline allows.
  static func unpacksTooFar(_ file: String, page: Int? = nil, limits: LimitSettings) -> PageFailure {
    .loading(
      .limit, file, page: page,
      "a part of it unpacks to more than \(limits.megabytesPerStream) MiB. Raise limits.megabytesPerStream in the "
        + "pipeline if you trust the file.")
  }

  /// The failure of a page that is larger than the pipeline allows.
  static func tooLarge(
    _ file: String, page: Int? = nil, width: Int, height: Int, limits: LimitSettings
  ) -> PageFailure {
    .loading(
      .limit, file, page: page,
      "the picture is \(width) × \(height) pixels; the limit is \(limits.megapixelsPerPage) megapixels. "
        + "Raise limits.megapixelsPerPage in the pipeline if you trust the file.")
  }

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

extension LimitSettings {
  /// Fails unless a picture of this size is allowed; to be asked before its pixels are decoded.
  func check(width: Int, height: Int, file: String, page: Int? = nil) throws(PageFailure) {
    guard width > 0, height > 0 else {
      throw .loading(.unreadable, file, page: page, "the picture is \(width) × \(height) pixels. The file is damaged.")
    }
    guard Double(width) * Double(height) <= megapixelsPerPage * 1_000_000 else {
      throw .tooLarge(file, page: page, width: width, height: height, limits: self)
    }
  }
}
