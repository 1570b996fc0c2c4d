// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers in rows, rows of rows and so on: what a network takes and gives.
package struct Tensor: Sendable {
  /// The numbers; the last dimension's lie side by side.
  package var values: [Float]
  /// How many there are in each dimension, such as pictures, channels, rows, columns.
  package var shape: [Int]

  /// There must be as many values as the shape says.
  package init(values: [Float], shape: [Int]) { (self.values, self.shape) = (values, shape) }
}
