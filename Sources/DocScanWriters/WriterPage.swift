// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page as the writers get it.
public struct WriterPage: Sendable {
  public var result: PageResult
  /// The checked path of the encoded picture; nil when `result.picture` is.
  public var picturePath: String?
  /// The checked paths of the layers over the picture, in the order of `PageInk.layers`; empty where it has none.
  public var inkPaths: [String]
  /// The checked paths of the other pictures that there are.
  public var extraPaths: [ExtraPicture.Kind: String]

  public init(
    result: PageResult, picturePath: String?, inkPaths: [String] = [], extraPaths: [ExtraPicture.Kind: String] = [:]
  ) {
    self.result = result
    self.picturePath = picturePath
    self.inkPaths = inkPaths
    self.extraPaths = extraPaths
  }
}
