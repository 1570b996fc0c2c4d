// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the pictures that a page's content draws, without decoding them.
struct PDFPictureFinder {
  /// A picture in the page's user space.
  struct Found {
    var width: Int
    var height: Int
    var identity: PDFObject.Identity?
    /// The map from the unit square, whose upper edge is the picture's first row.
    var matrix: PDFMatrix
  }

  private static let pictureLimit = 2000
  private static let formLimit = 200

  private(set) var pictures: [Found] = []
  private(set) var showsText = false
  /// Whether the page has invisible text, or text followed by a picture.
  private(set) var hidesText = false
  private var matrix = PDFMatrix.identity
  private var saved: [(PDFMatrix, Bool)] = []
  private var isTextInvisible = false
  private var forms = 0

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
