// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Recognizes the rows, columns, and cells in the picture of a table with a network (SLANet, https://arxiv.org/abs/2210.05391).
package struct TableCellReader {
  private static let side = 488
  private static let smallestPart = 8.0

  private let network: NeuralNetwork
  private let tags: [Tag]

  private enum Tag: Equatable {
    case row, cell, openCell, endOfOpenCell, columns(Int), rows(Int), end, other
  }

  package init(_ network: NeuralNetwork) throws(PageFailure) {
    guard let names = try network.metadata("character") else {
      throw PageFailure(kind: .library, message: "The model table-cells doesn't list its tags.")
    }
    self.network = network
    // The first tag means the start, and the last one the end.
    tags = [.other] + names.split(separator: "\n").map(Self.tag) + [.end]
  }

  private static func tag(_ name: Substring) -> Tag {
    let number = Int(name.filter(\.isNumber)) ?? 1
    return switch name {
    case "<tr>": .row
    case "<td></td>": .cell
    case "<td": .openCell
    case ">": .endOfOpenCell
    case _ where name.contains("colspan="): .columns(number)
    case _ where name.contains("rowspan="): .rows(number)
    case _: .other
    }
  }

  /// Returns the table in a part of a picture, in pixels of the picture, or `nil` if the network doesn't recognize its cells.
  package func sketch(in image: Raster, _ part: Box) throws(PageFailure) -> TableSketch? {
    let size = RasterSize(width: image.width, height: image.height, dpi: 72)
    let area = part.clamped(to: size).rounded
    guard area.width >= Self.smallestPart, area.height >= Self.smallestPart else { return nil }
    let picture = try image.cropped(to: area)
    let scale = Double(Self.side) / Double(max(picture.width, picture.height))
    func side(_ length: Int) -> Int { min(Self.side, max(1, Int(Double(length) * scale))) }
    let small = try Tensor(
      picture, width: side(picture.width), height: side(picture.height), scaling: .photographs)
    let outputs = try network.outputs(of: small.padded(to: Self.side))
    guard outputs.count == 2, let steps = outputs[0].shape.dropFirst().first, outputs[0].shape == [1, steps, 8],
      outputs[1].shape == [1, steps, tags.count]
    else {
      throw PageFailure(
        kind: .library, message: "The model table-cells returned the shapes \(outputs.map(\.shape)).")
    }
    var sketch = TableSketch.Draft()
    var (sum, count, isComplete) = (0.0, 0, false)
    var open: (corners: Box, rows: Int, columns: Int)?
    for step in 0..<steps {
      let scores = outputs[1].values[(step * tags.count)..<((step + 1) * tags.count)]
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { break }
      let tag = tags[best - scores.startIndex]
      if tag == .end, step > 0 {
        isComplete = true
        break
      }
      (sum, count) = (sum + Double(scores[best]), count + 1)
      let corners = outputs[0].values[(step * 8)..<((step + 1) * 8)].map { Double($0) * Double(Self.side) / scale }
      let points = stride(from: 0, to: 8, by: 2).map { Point(x: corners[$0] + area.x, y: corners[$0 + 1] + area.y) }
      // The model may place a cell beyond its picture.
      let box = Box(around: points).clamped(to: size)
      switch tag {
      case .row: sketch.addRow()
      case .cell: sketch.add(box, rows: 1, columns: 1)
      case .openCell: open = (box, 1, 1)
      case .columns(let columns): open?.columns = columns
      case .rows(let rows): open?.rows = rows
      case .endOfOpenCell:
        if let open { sketch.add(open.corners, rows: open.rows, columns: open.columns) }
        open = nil
      case .end, .other: break
      }
    }
    guard isComplete, count > 0 else { return nil }
    return sketch.finished(box: area, confidence: sum / Double(count))
  }
}

extension Tensor {
  /// Returns a square picture with rows and columns of zeros at the bottom and on the right.
  fileprivate func padded(to side: Int) -> Tensor {
    let (rows, columns) = (shape[2], shape[3])
    var values = [Float](repeating: 0, count: 3 * side * side)
    for channel in 0..<3 {
      for row in 0..<rows {
        let from = (channel * rows + row) * columns
        let to = (channel * side + row) * side
        values.replaceSubrange(to..<(to + columns), with: self.values[from..<(from + columns)])
      }
    }
    return Tensor(values: values, shape: [1, 3, side, side])
  }
}
