// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore
internal import Glibc

extension Vision {
  /// The number of pixels of A4 at 150 dpi, which is enough to measure hundredths of a degree, at a quarter of the cost of 300 dpi.
  package static let viewPixels = 2_200_000.0
}

extension Raster {
  /// Returns a gray image of at most this many pixels, and its scale. The scale is 1 divided by an integer if that is faster.
  package func reducedForViewing(
    pixels: Double = Vision.viewPixels
  ) throws(PageFailure) -> (image: Raster, scale: Double) {
    let factor = (Double(width) * Double(height) / pixels).squareRoot()
    guard factor > 1.15, min(width, height) >= 16 else { return (try gray(), 1) }
    let scale = 1 / (factor > 1.8 ? factor.rounded() : factor)
    return (try reduced(width: Int(Double(width) * scale), height: Int(Double(height) * scale)), scale)
  }

  package func gray() throws(PageFailure) -> Raster {
    channels == .gray ? self : try reduced(width: width, height: height)
  }

  private func reduced(width: Int, height: Int) throws(PageFailure) -> Raster {
    try unsafe Raster.filled(width: max(1, width), height: max(1, height), channels: .gray) { target, error in
      unsafe withVisionImage { view in unsafe vision_reduce(view, target, error) }
    }
  }

  static func filled(
    width: Int, height: Int, channels: Channels, isBitonal: Bool = false,
    by body: (VisionImage, UnsafeMutablePointer<VisionError>) -> Int32
  ) throws(PageFailure) -> Raster {
    let raster = try unsafe Raster(width: width, height: height, channels: channels, isBitonal: isBitonal) { _ in }
    try unsafe Vision.look(at: raster, body)
    return raster
  }

  package func upsideDown() throws(PageFailure) -> Raster { try oriented(3) }

  package func inColour() throws(PageFailure) -> Raster {
    guard channels == .gray else { return self }
    return try unsafe Raster(width: width, height: height, channels: .rgb) { target in
      unsafe withUnsafePixels { pixels in
        for index in pixels.indices {
          let tone = unsafe pixels[index]
          unsafe target[3 * index] = tone
          unsafe target[3 * index + 1] = tone
          unsafe target[3 * index + 2] = tone
        }
      }
    }
  }

  func hasSamePixels(as other: Raster) -> Bool {
    unsafe withUnsafePixels { pixels in
      unsafe other.withUnsafePixels { others in
        guard let first = pixels.baseAddress, let second = others.baseAddress, pixels.count == others.count else {
          return false
        }
        return unsafe memcmp(first, second, pixels.count) == 0
      }
    }
  }

  package func cleaned(_ steps: Vision.CleaningSteps, dpi: Double) throws(PageFailure) -> Raster {
    try unsafe changed { view, error in
      if steps.contains(.edges) {
        let status = unsafe vision_fill_border(view, dpi, error)
        if status != 0 { return status }
      }
      return unsafe vision_clean(view, steps.subtracting(.edges).rawValue, error)
    }
  }

  @unsafe
  func changed(
    _ change: (VisionImage, UnsafeMutablePointer<VisionError>) -> Int32
  ) throws(PageFailure) -> Raster {
    let copy = try unsafe Raster(width: width, height: height, channels: channels) { target in
      unsafe withUnsafePixels { pixels in
        if let to = target.baseAddress, let from = pixels.baseAddress { unsafe memcpy(to, from, pixels.count) }
      }
    }
    try unsafe Vision.call { error in unsafe copy.withVisionImage { view in unsafe change(view, error) } }
    return copy
  }

  /// The content of a warped image outside its source.
  package enum Surround: Sendable {
    case paper
    /// The extended edge of the source, which suits the analysis of borders but not display.
    case edge
  }

  private func paperColor() throws(PageFailure) -> (red: UInt8, green: UInt8, blue: UInt8) {
    if let knownPaperColor { return knownPaperColor }
    var color: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255)
    try unsafe Vision.call { error in
      unsafe withVisionImage { view in
        unsafe withUnsafeMutableBytes(of: &color) { bytes in unsafe vision_paper_colour(view, bytes.baseAddress, error)
        }
      }
    }
    knownPaperColor = color
    return color
  }

  /// Resamples the picture. `part` is the part of the result to compute, in pixels of the result, or `nil` for the whole result.
  package func warped(
    by map: PageMap, width: Int, height: Int, surround: Surround = .paper, part: Box? = nil
  ) throws(PageFailure) -> Raster {
    try Self.requireSize(width, height)
    var paper = surround == .paper ? try paperColor() : (255, 255, 255)
    let shown = Self.pixels(of: part ?? Box(x: 0, y: 0, width: Double(width), height: Double(height)), width, height)
    let place = VisionPart(
      x: Int32(shown.x.lowerBound), y: Int32(shown.y.lowerBound), wholeWidth: Int32(width), wholeHeight: Int32(height))
    return try unsafe Raster.filled(width: shown.x.count, height: shown.y.count, channels: channels) { target, error in
      unsafe withVisionImage { view in
        unsafe withUnsafeBytes(of: &paper) { bytes in
          let fill = unsafe surround == .paper ? bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) : nil
          guard let mesh = map.mesh else {
            return unsafe vision_warp(view, map.sourceToPage.rows, target, place, fill, error)
          }
          var points = mesh.points.flatMap { [$0.x, $0.y] }
          return unsafe points.withUnsafeMutableBufferPointer { points in
            let grid = unsafe VisionMesh(
              columns: Int32(mesh.columns), rows: Int32(mesh.rows), width: mesh.width, height: mesh.height,
              points: points.baseAddress)
            return unsafe vision_warp_mesh(
              view, map.sourceToPage.rows, grid, map.pageToImage.rows, target, place, fill, error)
          }
        }
      }
    }
  }
}
