// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

extension PageFailure {
  static func loading(_ kind: Kind, _ file: String, page: Int? = nil, _ message: String) -> PageFailure {
    let place = page.map { "\(file), page \($0)" } ?? file
    return PageFailure(kind: kind, message: "\(place): \(message)")
  }

  static func unpacksTooFar(_ file: String, page: Int? = nil, limits: LimitSettings) -> PageFailure {
    .loading(
      .limit, file, page: page,
      "some of the data unpacks to more than \(limits.megabytesPerStream) MiB. Raise limits.megabytesPerStream in the "
        + "pipeline if you trust the file.")
  }

  static func tooLarge(
    _ file: String, page: Int? = nil, width: Int, height: Int, limits: LimitSettings
  ) -> PageFailure {
    .loading(
      .limit, file, page: page,
      "the picture is \(width) × \(height) pixels; the limit is \(limits.megapixelsPerPage) megapixels. "
        + "Raise limits.megapixelsPerPage in the pipeline if you trust the file.")
  }

}

extension LimitSettings {
  /// Checks that a picture's size is allowed, before its pixels are decoded.
  func check(width: Int, height: Int, file: String, page: Int? = nil) throws(PageFailure) {
    guard width > 0, height > 0 else {
      throw .loading(.unreadable, file, page: page, "the picture is \(width) × \(height) pixels. The file is damaged.")
    }
    guard Double(width) * Double(height) <= megapixelsPerPage * 1_000_000 else {
      throw .tooLarge(file, page: page, width: width, height: height, limits: self)
    }
  }
}
