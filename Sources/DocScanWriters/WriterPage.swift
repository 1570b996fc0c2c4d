// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page as the writers get it.
public struct WriterPage: Sendable {
  /// What was read, and how large the page is.
  public var result: PageResult
  /// The checked path of the encoded picture; nil when `result.picture` is.
  public var picturePath: String?
  /// The checked paths of the layers over the picture, in the order of `MRCLayers.layers`; empty if it has none.
  public var layerPaths: [String]
  /// The checked paths of the other pictures that there are.
  public var extraPaths: [PictureRequest: String]

  /// A page; its pictures have been checked.
  public init(
    result: PageResult, picturePath: String?, layerPaths: [String] = [], extraPaths: [PictureRequest: String] = [:]
  ) {
    (self.result, self.picturePath, self.layerPaths) = (result, picturePath, layerPaths)
    self.extraPaths = extraPaths
  }
}
