// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
public import DocScanCore

/// The page geometry of the OpenCV shim, in Swift's terms.
public enum Vision {
  /// A result and how sure it is, 0 to 1.
  public struct Estimate<Value: Sendable>: Sendable {
    public let value: Value
    public let confidence: Double
  }

  /// The version of OpenCV.
  public static var version: String { unsafe String(cString: vision_opencv_version()) }

  /// The corners of the one sheet of paper in a photograph, clockwise from its top-left, in pixels.
  public static func findPage(_ image: Raster) throws(PageFailure) -> Estimate<[Point]> {
    var quad = VisionQuad()
    try unsafe call("perspective") { error in
      unsafe image.withVisionImage { view in unsafe vision_find_page(view, &quad, error) }
    }
    let c = quad.corners
    let corners = [
      Point(x: c.0, y: c.1), Point(x: c.2, y: c.3), Point(x: c.4, y: c.5), Point(x: c.6, y: c.7),
    ]
    return Estimate(value: corners, confidence: quad.confidence)
  }

  /// The skew of the text lines in degrees, positive when they run downwards to the right.
  public static func estimateSkew(_ image: Raster, maximumAngle: Double) throws(PageFailure) -> Estimate<Double> {
    var angle = VisionAngle()
    try unsafe call("deskew") { error in
      unsafe image.withVisionImage { view in unsafe vision_estimate_skew(view, maximumAngle, &angle, error) }
    }
    return Estimate(value: angle.degrees, confidence: angle.confidence)
  }

  /// What the text lines say about a page's quarter turn.
  public struct TurnEvidence: Sendable {
    /// How sure it is that lines run across the image (1) or down it (0); 0.5 knows nothing.
    public let horizontal: Double
    /// How sure it is that lines across the image are upright (1) or upside down (0).
    ///
    /// For lines that run down the image it is judged after a clockwise quarter turn.
    public let upright: Double
    /// The number of lines that it rests on.
    public let lines: Int
  }

  /// What the text lines say about the page's quarter turn.
  public static func turnEvidence(_ image: Raster) throws(PageFailure) -> TurnEvidence {
    var evidence = VisionTurnEvidence()
    try unsafe call("orientation") { error in
      unsafe image.withVisionImage { view in unsafe vision_turn_evidence(view, &evidence, error) }
    }
    return TurnEvidence(horizontal: evidence.horizontal, upright: evidence.upright, lines: Int(evidence.lines))
  }

  /// The middle height of the letters in pixels; 0 where there are none.
  public static func letterHeight(_ image: Raster) throws(PageFailure) -> Double {
    var height = 0.0
    try unsafe call("recognize") { error in
      unsafe image.withVisionImage { view in unsafe vision_letter_height(view, &height, error) }
    }
    return height
  }

  /// Calls into the shim and turns its status into a failure of the stage.
  fileprivate static func call(
    _ stage: String, _ body: (UnsafeMutablePointer<VisionError>) -> Int32
  ) throws(PageFailure) {
    var error = VisionError()
    let status = unsafe body(&error)
    guard status == 0 else {
      let message = unsafe withUnsafeBytes(of: error.message) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw PageFailure(kind: .engine, stage: stage, message: "OpenCV: \(message)")
    }
  }
}

extension Raster {
  /// The image resampled through a map from its pixels to those of the new one; what it uncovers gets the paper's colour.
  public func warped(by map: Homography, width: Int, height: Int) throws(PageFailure) -> Raster {
    var paper: (UInt8, UInt8, UInt8) = (255, 255, 255)
    try unsafe Vision.call("resample") { error in
      unsafe withVisionImage { view in
        unsafe withUnsafeMutableBytes(of: &paper) { bytes in
          unsafe vision_paper_colour(view, bytes.baseAddress, error)
        }
      }
    }
    return try unsafe Raster(width: width, height: height, channels: channels, isBitonal: false) {
      (pixels) throws(PageFailure) in
      let target = unsafe VisionImage(
        pixels: pixels.baseAddress, width: Int32(width), height: Int32(height), channels: Int32(channels.rawValue),
        stride: Int64(width * channels.rawValue))
      try unsafe Vision.call("resample") { error in
        unsafe withVisionImage { view in
          unsafe map.rows.withUnsafeBufferPointer { rows in
            unsafe withUnsafeBytes(of: &paper) { fill in
              unsafe vision_warp(
                view, rows.baseAddress, target, fill.baseAddress?.assumingMemoryBound(to: UInt8.self), error)
            }
          }
        }
      }
    }
  }
}
