// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// An image made from a page, and the map of the page's points.
public struct Distorted {
  public let image: Raster
  /// The map from the page's pixels to those of the image.
  public let map: Homography
}
