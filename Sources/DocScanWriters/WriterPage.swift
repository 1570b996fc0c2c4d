// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page as the writers get it.
public struct WriterPage: Sendable {
  public var result: PageResult
  /// The checked path of the encoded picture; nil when `result.picture` is.
  public var picturePath: String?

  public init(result: PageResult, picturePath: String?) {
    self.result = result
    self.picturePath = picturePath
  }
}
