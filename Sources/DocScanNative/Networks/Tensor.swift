// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

/// Numbers in rows, rows of rows and so on: what a network takes and gives.
package struct Tensor: Sendable {
  /// The numbers; the last dimension's lie side by side.
  package var values: [Float]
  /// How many there are in each dimension, such as pictures, channels, rows, columns.
  package var shape: [Int]

  /// There must be as many values as the shape says.
  package init(values: [Float], shape: [Int]) { (self.values, self.shape) = (values, shape) }
}

extension Tensor {
  /// How colours become numbers, for each of blue, green and red: black is 0 and white 1 before the mean is taken off and the
  /// rest divided.
  package struct Scaling: Sendable {
    var mean: [Float]
    var deviation: [Float]

    /// As for networks that were trained on ImageNet.
    package static let photographs = Scaling(mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])
    /// From -1 to 1.
    package static let lines = Scaling(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
  }

  /// A picture, resampled to a size: one picture, three channels, rows, columns.
  package init(_ image: Raster, width: Int, height: Int, scaling: Scaling) throws(PageFailure) {
    self.init(zeros: [1, 3, height, width])
    try unsafe Vision.call { error in
      unsafe image.withVisionImage { view in
        unsafe vision_tensor(view, Int32(width), Int32(height), scaling.mean, scaling.deviation, &values, error)
      }
    }
  }

  /// What lies within four corners of a picture, clockwise from the upper left of the text, made level; columns to the right
  /// of `width` are 0.
  package init(
    _ image: Raster, corners: [Point], width: Int, height: Int, paddedWidth: Int, scaling: Scaling
  ) throws(PageFailure) {
    self.init(zeros: [1, 3, height, paddedWidth])
    let numbers = corners.flatMap { [$0.x, $0.y] }
    try unsafe Vision.call { error in
      unsafe image.withVisionImage { view in
        unsafe vision_line_tensor(
          view, numbers, Int32(width), Int32(height), Int32(paddedWidth), scaling.mean, scaling.deviation, &values,
          error)
      }
    }
  }

  private init(zeros shape: [Int]) { self.init(values: Array(repeating: 0, count: shape.reduce(1, *)), shape: shape) }
}
