// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
public import DocScanCore

extension Vision {
  /// What an image shows of text lines. It stays true when the page is turned by quarter turns.
  @safe
  public final class Text {
    private let text: OpaquePointer

    /// Looks at an image.
    public init(_ image: Raster) throws(PageFailure) {
      var text: OpaquePointer?
      try unsafe call("deskew") { error in
        unsafe image.withVisionImage { view in unsafe vision_read_text(view, &text, error) }
      }
      guard let text = unsafe text else {
        throw PageFailure(kind: .engine, stage: "deskew", message: "OpenCV: nothing was read.")
      }
      unsafe self.text = text
    }

    deinit { unsafe vision_text_free(text) }

    /// The skew of the lines in degrees, positive when they run downwards to the right; from -45 to 45.
    public func skew(maximumAngle: Double) throws(PageFailure) -> Estimate<Double> {
      var angle = VisionAngle()
      try unsafe call("deskew") { error in unsafe vision_text_skew(text, maximumAngle, &angle, error) }
      return Estimate(value: angle.degrees, confidence: angle.confidence)
    }

    /// What the lines say about the page's quarter turn.
    public func turn() throws(PageFailure) -> TurnEvidence {
      var evidence = VisionTurnEvidence()
      try unsafe call("orientation") { error in unsafe vision_text_turn(text, &evidence, error) }
      return TurnEvidence(horizontal: evidence.horizontal, upright: evidence.upright, lines: Int(evidence.lines))
    }

    /// The middle height of the letters in pixels; 0 where there are none.
    public func letterHeight() throws(PageFailure) -> Double {
      var height = 0.0
      try unsafe call("recognize") { error in unsafe vision_text_height(text, &height, error) }
      return height
    }
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
}
