// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// What an image shows of text lines. It stays true when the page is turned by quarter turns.
  @safe
  package final class Text {
    private let text: OpaquePointer

    /// Looks at an image.
    package init(_ image: Raster) throws(PageFailure) {
      var text: OpaquePointer?
      try unsafe look(at: image) { view, error in unsafe vision_read_text(view, &text, error) }
      guard let text = unsafe text else {
        throw PageFailure(kind: .library, message: "OpenCV: nothing was read.")
      }
      unsafe self.text = text
    }

    deinit { unsafe vision_text_free(text) }

    /// The skew of the lines in degrees, positive when they run downwards to the right; from -45 to 45.
    package func skew(maximumAngle: Double) throws(PageFailure) -> Estimate<Double> {
      var angle = VisionAngle()
      try unsafe call { error in unsafe vision_text_skew(text, maximumAngle, &angle, error) }
      return Estimate(value: angle.degrees, confidence: angle.confidence)
    }

    /// What the lines say about the page's quarter turn.
    package func turn() throws(PageFailure) -> TurnEvidence {
      var evidence = VisionTurnEvidence()
      try unsafe call { error in unsafe vision_text_turn(text, &evidence, error) }
      return TurnEvidence(
        horizontal: evidence.horizontal, upright: evidence.upright, alphabetic: evidence.alphabetic,
        lines: Int(evidence.lines))
    }

    /// The outlines of up to this many text lines; the ones that recognition can judge best come first.
    ///
    /// Corners are clockwise, the upper edge first; for lines that run down the image, after a clockwise quarter turn.
    package func lines(atMost count: Int) throws(PageFailure) -> [[Point]] {
      var lines = [VisionTextLine](repeating: VisionTextLine(), count: count)
      var found: Int32 = 0
      try unsafe call { error in
        unsafe vision_text_lines(text, &lines, Int32(count), &found, error)
      }
      return lines.prefix(Int(found)).map { Vision.points($0.corners) }
    }

    /// The outlines of all lines that are writing for certain, from their first letter to their last.
    ///
    /// Corners are as those of ``lines(atMost:)``.
    package func writing() throws(PageFailure) -> [[Point]] {
      var lines = [VisionTextLine](repeating: VisionTextLine(), count: Self.mostWriting)
      var found: Int32 = 0
      try unsafe call { error in
        unsafe vision_text_writing(text, &lines, Int32(lines.count), &found, error)
      }
      return lines.prefix(Int(found)).map { Vision.points($0.corners) }
    }

    /// More lines than a newspaper's page has are not looked at.
    private static let mostWriting = 2000

    /// What a correction has to keep so that no text is lost.
    ///
    /// `map` takes pixels of the image that was read to a rectangle of this size with its top-left corner at the origin.
    /// The result is that rectangle, widened to hold every line of writing, in pixels after the map, and the number of
    /// lines that reached beyond it; nil if that would take more than the map can show. `sides` says how sure it is that
    /// the sheet ends at its upper, right, lower and left side, 0 to 1: what lies beyond may be another sheet's.
    package func room(
      in size: (width: Double, height: Double), after map: Homography, sides: [Double] = [0, 0, 0, 0]
    ) throws(PageFailure) -> (box: Box, cutLines: Int)? {
      var box = VisionBox()
      var cut: Int32 = 0
      guard sides.count == 4 else { return nil }
      try unsafe call { error in
        unsafe vision_text_room(text, map.rows, size.width, size.height, sides, &box, &cut, error)
      }
      let limits = [box.left, box.top, box.right, box.bottom]
      guard limits.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
      return (Box(x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top), Int(cut))
    }

    /// How the page is bent, from the curvature of the lines; nil when it is flat or that cannot be told.
    ///
    /// Lines must have run across the image.
    package func curl() throws(PageFailure) -> Curl? {
      var points = [Double](repeating: 0, count: 2 * meshColumns * meshRows)
      var bend = 0.0
      var confidence = 0.0
      var size = (width: 0.0, height: 0.0)
      try unsafe call { error in
        unsafe points.withUnsafeMutableBufferPointer { buffer in
          var mesh = unsafe VisionMesh(
            columns: Int32(meshColumns), rows: Int32(meshRows), width: 0, height: 0, points: buffer.baseAddress)
          let status = unsafe vision_find_curl(text, &mesh, &bend, &confidence, error)
          size = unsafe (mesh.width, mesh.height)
          return status
        }
      }
      guard confidence > 0 else { return nil }
      let nodes = stride(from: 0, to: points.count, by: 2).map { Point(x: points[$0], y: points[$0 + 1]) }
      guard
        let mesh = Mesh(
          columns: meshColumns, rows: meshRows, width: size.width, height: size.height, points: nodes)
      else { return nil }
      return Curl(mesh: mesh, bend: bend, confidence: confidence)
    }

    /// What the page needs of the steps that are wanted; a page that is fine needs nothing. `image` is what was read.
    package func cleaningNeeded(
      by image: Raster, dpi: Double, of wanted: CleaningSteps
    ) throws(PageFailure) -> CleaningSteps {
      // Without its edges: a black border is not a shadow.
      let inner = wanted.contains(.edges) ? try image.cleaned(.edges, dpi: dpi) : image
      var steps = wanted.subtracting(.edges).rawValue
      try unsafe look(at: inner) { view, error in unsafe vision_cleaning_needed(view, text, &steps, error) }
      let needed = CleaningSteps(rawValue: steps)
      return !wanted.contains(.edges) || inner.hasSamePixels(as: image) ? needed : needed.union(.edges)
    }

    /// A copy of the page that was read, at any scale, with white paper.
    package func inEvenLight(_ image: Raster) throws(PageFailure) -> Raster {
      try unsafe image.changed { image, error in unsafe vision_even_light(image, text, error) }
    }

    /// How many marks may be letters, and how many of them are on lines.
    package func marks() throws(PageFailure) -> (count: Int, onLines: Int) {
      var (count, onLines): (Int32, Int32) = (0, 0)
      try unsafe call { error in unsafe vision_text_marks(text, &count, &onLines, error) }
      return (Int(count), Int(onLines))
    }

    /// The boxes of the marks that may be letters, in pixels of the image that was read.
    package func markBoxes() throws(PageFailure) -> [Box] {
      var boxes = [VisionBox](repeating: VisionBox(), count: try marks().count)
      var found: Int32 = 0
      try unsafe call { error in unsafe vision_text_mark_boxes(text, &boxes, Int32(boxes.count), &found, error) }
      return boxes.prefix(Int(found)).map {
        Box(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
      }
    }

    /// The middle height of the letters in pixels; 0 if there are none.
    package func letterHeight() throws(PageFailure) -> Double {
      var height = 0.0
      try unsafe call { error in unsafe vision_text_height(text, &height, error) }
      return height
    }
  }

  /// How a page is bent.
  package struct Curl: Sendable {
    /// What makes the page flat.
    package let mesh: Mesh
    /// The largest displacement, in pixels, that the mesh removes and no homography could.
    package let bend: Double
    /// 0 to 1.
    package let confidence: Double
  }

  /// Nodes of a mesh: a page curls across, and hardly down. Straight lines between them are off by half a pixel at most
  /// on a curled A4 page at 200 dpi.
  private static let meshColumns = 33
  private static let meshRows = 13

  /// What the text lines say about a page's quarter turn.
  package struct TurnEvidence: Sendable {
    /// How sure it is that lines run across the image (1) or down it (0); 0.5 knows nothing.
    package let horizontal: Double
    /// How sure it is that lines across the image are upright (1) or upside down (0).
    ///
    /// For lines that run down the image it is judged after a clockwise quarter turn.
    package let upright: Double
    /// Whether the marks are side by side as letters do (1), or also above one another as in Han and Hangul (0).
    ///
    /// There `upright` knows nothing.
    package let alphabetic: Double
    /// The number of lines that it rests on.
    package let lines: Int
  }
}
