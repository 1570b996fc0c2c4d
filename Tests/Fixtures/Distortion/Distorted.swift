// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanNative

/// An image made from a page, and where each point of the page went.
public struct Distorted {
  public let image: Raster
  /// From the page's pixels to those of the image.
  public let map: Homography
}
