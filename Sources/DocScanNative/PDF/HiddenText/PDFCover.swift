// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture that covers the whole page, so that nothing drawn before it is seen.
///
/// Some scanners write recognized text like any other and draw the scan over it.
struct PDFCover {
  private let box: [Double]

  init(page: PDFObject) {
    box =
      page.inherited("/CropBox").finiteNumbers(4) ?? page.inherited("/MediaBox").finiteNumbers(4) ?? [0, 0, 612, 792]
  }

  /// The place in the content behind the last such picture; 0 when there is none.
  func end(in content: [UInt8], resources: PDFObject) -> Int {
    let objects = resources["/XObject"]
    var scanner = PDFContentScanner(content)
    var end = 0
    var matrix = PDFMatrix.identity
    // A clip, or an extended graphics state, may keep a picture from covering what is below it.
    var isPlain = true
    var saved: [(PDFMatrix, Bool)] = []
    while let instruction = scanner.next() {
      switch instruction.name {
      case "q": if saved.count < 1000 { saved.append((matrix, isPlain)) }
      case "Q": if let last = saved.popLast() { (matrix, isPlain) = last }
      case "cm": if let map = PDFMatrix(instruction.numbers) { matrix = map.then(matrix) }
      case "W", "W*", "gs": isPlain = false
      case "Do":
        guard isPlain, let name = instruction.nameOperand, covers(matrix), isOpaque(objects["/" + name]) else {
          continue
        }
        end = instruction.range.upperBound
      case _: break
      }
    }
    return end
  }

  /// Whether an upright or quarter-turned unit square lies over the whole page, give or take half a point.
  private func covers(_ m: PDFMatrix) -> Bool {
    let isUpright = abs(m.b) + abs(m.c) < 1e-3 || abs(m.a) + abs(m.d) < 1e-3
    let (xs, ys) = ([m.e, m.e + m.a + m.c], [m.f, m.f + m.b + m.d])
    let (left, right) = (min(xs[0], xs[1]), max(xs[0], xs[1]))
    let (bottom, top) = (min(ys[0], ys[1]), max(ys[0], ys[1]))
    return isUpright && left <= min(box[0], box[2]) + 0.5 && right >= max(box[0], box[2]) - 0.5
      && bottom <= min(box[1], box[3]) + 0.5 && top >= max(box[1], box[3]) - 0.5
  }

  private func isOpaque(_ object: PDFObject) -> Bool {
    object.isStream && object["/Subtype"].name == "/Image"
      && !["/SMask", "/Mask", "/ImageMask", "/SMaskInData"].contains(where: object.has)
  }
}
