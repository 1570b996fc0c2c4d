// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

/// An array of numbers with any number of dimensions: the input and output of a network.
package struct Tensor: Sendable {
  /// The numbers, with those of the last dimension adjacent.
  package var values: [Float]
  package var shape: [Int]

  /// Creates a tensor. The number of values must match the shape.
  package init(values: [Float], shape: [Int]) { (self.values, self.shape) = (values, shape) }
}

extension Tensor {
  /// The normalization of blue, green, and red: each value, from 0 (black) to 1 (white), is reduced by the mean and divided by the deviation.
  package struct Scaling: Sendable {
    var mean: [Float]
    var deviation: [Float]

    package static let photographs = Scaling(mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])
    package static let lines = Scaling(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
  }

  /// Resamples a picture. The dimensions are one picture, three channels, rows, and columns.
  package init(_ image: Raster, width: Int, height: Int, scaling: Scaling) throws(PageFailure) {
    self.init(zeros: [1, 3, height, width])
    try unsafe Vision.call { error in
      unsafe image.withVisionImage { view in
        unsafe vision_tensor(view, Int32(width), Int32(height), scaling.mean, scaling.deviation, &values, error)
      }
    }
  }

  /// Levels the part of a picture within four corners, clockwise from the text's top left, and pads it with zeros.
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
