// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// The text lines and marks detected in an image. The results stay valid when the page is rotated by quarter turns.
  @safe
  package final class Text {
    private let text: OpaquePointer

    package init(_ image: Raster) throws(PageFailure) {
      var text: OpaquePointer?
      try unsafe look(at: image) { view, error in unsafe vision_read_text(view, &text, error) }
      guard let text = unsafe text else {
        throw PageFailure(kind: .library, message: "OpenCV: no result.")
      }
      unsafe self.text = text
    }

    deinit { unsafe vision_text_free(text) }

    /// Returns the skew of the lines in degrees, from -45 to 45, positive if they descend to the right.
    package func skew(maximumAngle: Double) throws(PageFailure) -> Estimate<Double> {
      var angle = VisionAngle()
      try unsafe call { error in unsafe vision_text_skew(text, maximumAngle, &angle, error) }
      return Estimate(value: angle.degrees, confidence: angle.confidence)
    }

    package func turn() throws(PageFailure) -> TurnEvidence {
      var evidence = VisionTurnEvidence()
      try unsafe call { error in unsafe vision_text_turn(text, &evidence, error) }
      return TurnEvidence(
        horizontal: evidence.horizontal, upright: evidence.upright, alphabetic: evidence.alphabetic,
        lines: Int(evidence.lines))
    }

    /// Returns the outlines of at most `count` text lines, the most suitable for recognition first. Each outline is clockwise and starts with the
    /// upper edge. The outline of a vertical line is that of the line after a clockwise quarter turn.
    package func lines(atMost count: Int) throws(PageFailure) -> [[Point]] {
      var lines = [VisionTextLine](repeating: VisionTextLine(), count: count)
      var found: Int32 = 0
      try unsafe call { error in
        unsafe vision_text_lines(text, &lines, Int32(count), &found, error)
      }
      return lines.prefix(Int(found)).map { Vision.points($0.corners) }
    }

    /// Returns the outlines of all lines that certainly are writing, in the form of ``lines(atMost:)``.
    package func writing() throws(PageFailure) -> [[Point]] {
      var lines = [VisionTextLine](repeating: VisionTextLine(), count: Self.mostWriting)
      var found: Int32 = 0
      try unsafe call { error in
        unsafe vision_text_writing(text, &lines, Int32(lines.count), &found, error)
      }
      return lines.prefix(Int(found)).map { Vision.points($0.corners) }
    }

    /// The maximum number of lines, which is more than a newspaper page has.
    private static let mostWriting = 2000

    /// Returns the rectangle of the corrected page, extended to contain all writing, and the number of lines that crossed its edges, or `nil` if a
    /// line is beyond the map's horizon. `map` leads from the analyzed image to a page of this size. `sides` contains the confidences, from 0 to 1,
    /// that the sheet ends at its top, right, bottom, and left side. Writing beyond a certain side may belong to another sheet.
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

    /// Returns the page's curl, from the curvature of its horizontal lines, or `nil` if it's flat or unknown.
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

    package func cleaningNeeded(
      by image: Raster, dpi: Double, of wanted: CleaningSteps
    ) throws(PageFailure) -> CleaningSteps {
      // A black border must not count as a shadow.
      let inner = wanted.contains(.edges) ? try image.cleaned(.edges, dpi: dpi) : image
      var steps = wanted.subtracting(.edges).rawValue
      try unsafe look(at: inner) { view, error in unsafe vision_cleaning_needed(view, text, &steps, error) }
      let needed = CleaningSteps(rawValue: steps)
      return !wanted.contains(.edges) || inner.hasSamePixels(as: image) ? needed : needed.union(.edges)
    }

    /// Returns a copy of the analyzed page, at any scale, with white paper.
    package func inEvenLight(_ image: Raster) throws(PageFailure) -> Raster {
      try unsafe image.changed { image, error in unsafe vision_even_light(image, text, error) }
    }

    /// Returns the number of marks that may be letters, and the number of those on lines.
    package func marks() throws(PageFailure) -> (count: Int, onLines: Int) {
      var (count, onLines): (Int32, Int32) = (0, 0)
      try unsafe call { error in unsafe vision_text_marks(text, &count, &onLines, error) }
      return (Int(count), Int(onLines))
    }

    package func markBoxes(dots: Int = 0) throws(PageFailure) -> [Box] {
      var boxes = [VisionBox](repeating: VisionBox(), count: try marks().count + dots)
      var found: Int32 = 0
      try unsafe call { error in unsafe vision_text_mark_boxes(text, &boxes, Int32(boxes.count), &found, error) }
      return boxes.prefix(Int(found)).map {
        Box(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
      }
    }

    /// Returns the median height of the letters in pixels, or 0 without letters.
    package func letterHeight() throws(PageFailure) -> Double {
      var height = 0.0
      try unsafe call { error in unsafe vision_text_height(text, &height, error) }
      return height
    }
  }

  package struct Curl: Sendable {
    package let mesh: Mesh
    /// The maximum displacement, in pixels, that the mesh removes and no homography could.
    package let bend: Double
    package let confidence: Double
  }

  /// The numbers of mesh nodes. Pages curl mainly across. On curled A4 at 200 dpi, straight lines between nodes are off by at most half a pixel.
  private static let meshColumns = 33
  private static let meshRows = 13

  /// The evidence of text lines for a page's orientation.
  package struct TurnEvidence: Sendable {
    /// The probability that lines are horizontal (1) or vertical (0); 0.5 means unknown.
    package let horizontal: Double
    /// The probability that horizontal lines are upright (1) or upside down (0), after a clockwise turn if vertical.
    package let upright: Double
    /// Whether marks are only side by side, as in alphabets (1), or also above one another, as in Han (0), for which `upright` is unknown.
    package let alphabetic: Double
    package let lines: Int
  }
}
