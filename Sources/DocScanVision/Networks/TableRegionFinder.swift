// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Finds the tables of a page with a network that detects the regions of a page (PicoDet, https://arxiv.org/abs/2111.00902).
package struct TableRegionFinder {
  package struct Region {
    package let box: Box
    package let confidence: Double
  }

  private static let (width, height) = (608, 800)
  private static let strides = [8, 16, 32, 64]
  private static let (classes, table) = (10, 4)
  private static let distances = 8
  private static let leastConfidence: Float = 0.3
  private static let mostShared = 0.5
  private static let mostRegions = 32

  private let network: NeuralNetwork

  package init(_ network: NeuralNetwork) { self.network = network }

  /// Returns the regions with tables, the most probable first, in pixels of the picture.
  package func regions(of image: Raster) throws(PageFailure) -> [Region] {
    let outputs = try network.outputs(
      of: Tensor(image, width: Self.width, height: Self.height, scaling: .photographs))
    let counts = Self.strides.map { Self.columns($0) * Self.rows($0) }
    let shapes = counts.map { [1, $0, Self.classes] } + counts.map { [1, $0, 4 * Self.distances] }
    guard outputs.map(\.shape) == shapes else {
      throw PageFailure(
        kind: .library, message: "The model page-layout returned the shapes \(outputs.map(\.shape)).")
    }
    let (across, down) = (Double(image.width) / Double(Self.width), Double(image.height) / Double(Self.height))
    var found: [Region] = []
    for (index, stride) in Self.strides.enumerated() {
      for cell in 0..<counts[index] {
        let confidence = outputs[index].values[cell * Self.classes + Self.table]
        guard confidence >= Self.leastConfidence, confidence <= 1 else { continue }
        let edges = outputs[index + Self.strides.count].values[(cell * 4 * Self.distances)...]
        let far = (0..<4).map { side in
          Self.distance(edges.dropFirst(side * Self.distances).prefix(Self.distances)) * Double(stride)
        }
        let columns = Self.columns(stride)
        let middle = Point(
          x: (Double(cell % columns) + 0.5) * Double(stride), y: (Double(cell / columns) + 0.5) * Double(stride))
        let corners = [
          Point(x: max(0, middle.x - far[0]) * across, y: max(0, middle.y - far[1]) * down),
          Point(
            x: min(Double(Self.width), middle.x + far[2]) * across,
            y: min(Double(Self.height), middle.y + far[3]) * down),
        ]
        found.append(Region(box: Box(around: corners), confidence: Double(confidence)))
      }
    }
    return found.sorted { $0.confidence > $1.confidence }.reduce(into: []) { chosen, region in
      guard chosen.count < Self.mostRegions,
        chosen.allSatisfy({ $0.box.jaccardIndex(with: region.box) <= Self.mostShared })
      else { return }
      chosen.append(region)
    }
  }

  private static func columns(_ stride: Int) -> Int { (width + stride - 1) / stride }
  private static func rows(_ stride: Int) -> Int { (height + stride - 1) / stride }

  private static func distance(_ logits: ArraySlice<Float>) -> Double {
    let highest = logits.max() ?? 0
    let weights = logits.map { exp(Double($0 - highest)) }
    let total = weights.reduce(0, +)
    return zip(0..., weights).reduce(0) { $0 + Double($1.0) * $1.1 } / total
  }
}

extension Box {
  fileprivate func jaccardIndex(with other: Box) -> Double {
    let shared = max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
    return shared / max(1, width * height + other.width * other.height - shared)
  }
}
