// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page with its pictures, as passed to writers.
public struct WriterPage: Sendable {
  /// The recognized page and its size.
  public var result: PageResult
  /// The validated path of the encoded picture, or `nil` if `result.picture` is `nil`.
  public var picturePath: String?
  /// The validated paths of the layers over the picture, in the order of `MRCLayers.layers`. Empty without layers.
  public var layerPaths: [String]
  /// The validated paths of the pictures that writers requested.
  public var extraPaths: [PictureRequest: String]

  /// Creates a page. All paths must have been validated.
  ///
  /// - Parameters:
  ///   - result: The recognized page and its size.
  ///   - picturePath: The path of the encoded picture.
  ///   - layerPaths: The paths of the layers over the picture.
  ///   - extraPaths: The paths of the requested pictures.
  public init(
    result: PageResult, picturePath: String?, layerPaths: [String] = [], extraPaths: [PictureRequest: String] = [:]
  ) {
    (self.result, self.picturePath, self.layerPaths) = (result, picturePath, layerPaths)
    self.extraPaths = extraPaths
  }
}
