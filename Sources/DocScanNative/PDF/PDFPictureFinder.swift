// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Walks through a page's content and notes the pictures that it draws, without decoding them.
struct PDFPictureFinder {
  /// A picture in the page's user space.
  struct Found {
    var width: Int
    var height: Int
    /// The picture's object; `nil` for a picture within the page's content.
    var identity: PDFObject.Identity?
    /// From the unit square, whose upper edge is the picture's first row.
    var matrix: PDFMatrix
  }

  private static let pictureLimit = 2000
  private static let formLimit = 200

  private(set) var pictures: [Found] = []
  private(set) var showsText = false
  /// Whether there is invisible text, or text with a picture drawn after it.
  private(set) var hidesText = false
  private var matrix = PDFMatrix.identity
  private var saved: [(PDFMatrix, Bool)] = []
  private var isTextInvisible = false
  private var forms = 0

  /// Interprets a content stream.
  mutating func run(_ content: [UInt8], resources: PDFObject, depth: Int) {
    var scanner = PDFContentScanner(content)
    while let instruction = scanner.next(), pictures.count < Self.pictureLimit {
      switch instruction.name {
      case "q": if saved.count < 1000 { saved.append((matrix, isTextInvisible)) }
      case "Q": if let last = saved.popLast() { (matrix, isTextInvisible) = last }
      case "cm": if let map = PDFMatrix(instruction.numbers) { matrix = map.then(matrix) }
      case "Tr": isTextInvisible = instruction.numbers.first == 3 || instruction.numbers.first == 7
      case "Tj", "TJ", "'", "\"": if isTextInvisible { hidesText = true } else { showsText = true }
      case "Do": if let name = instruction.nameOperand { draw(resources["/XObject"]["/" + name], resources, depth) }
      case "EI": note(instruction.pictureSize)
      case _: break
      }
    }
  }

  private mutating func draw(_ object: PDFObject, _ resources: PDFObject, _ depth: Int) {
    switch object["/Subtype"].name {
    case "/Image":
      note((object["/Width"].number ?? 0, object["/Height"].number ?? 0), object.identity)
    case "/Form":
      forms += 1
      guard depth < 4, forms <= Self.formLimit else { return }
      let (outerMatrix, outerSaved, outerInvisible) = (matrix, saved, isTextInvisible)
      saved = []
      if let map = object["/Matrix"].numbers(6).flatMap(PDFMatrix.init) { matrix = map.then(matrix) }
      let own = object["/Resources"]
      run(object.streamContent, resources: own.isDictionary ? own : resources, depth: depth + 1)
      (matrix, saved, isTextInvisible) = (outerMatrix, outerSaved, outerInvisible)
    case _: break
    }
  }

  private mutating func note(_ size: (width: Double, height: Double), _ identity: PDFObject.Identity? = nil) {
    guard (1...100_000).contains(size.width), (1...100_000).contains(size.height),
      abs(matrix.a * matrix.d - matrix.b * matrix.c) > 1e-6
    else { return }
    if showsText { hidesText = true }
    pictures.append(Found(width: Int(size.width), height: Int(size.height), identity: identity, matrix: matrix))
  }
}
