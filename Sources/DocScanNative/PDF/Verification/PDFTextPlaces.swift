// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Walks through a page's content and notes where its invisible texts begin, in the order in which they are written.
struct PDFTextPlaces {
  private static let formLimit = 200
  private static let placeLimit = 200_000

  /// In the page's user space.
  private(set) var places: [(x: Double, y: Double)] = []
  private var matrix = PDFMatrix.identity
  private var textMatrix = PDFMatrix.identity
  private var isInvisible = false
  private var saved: [(PDFMatrix, Bool)] = []
  private var forms = 0

  /// Interprets a content stream (ISO 32000-1, 9.4).
  mutating func run(_ content: [UInt8], resources: PDFObject, depth: Int = 0) {
    var scanner = PDFContentScanner(content)
    while let instruction = scanner.next(), places.count < Self.placeLimit {
      switch instruction.name {
      case "q": if saved.count < 1000 { saved.append((matrix, isInvisible)) }
      case "Q": if let last = saved.popLast() { (matrix, isInvisible) = last }
      case "cm": if let map = PDFMatrix(instruction.numbers) { matrix = map.then(matrix) }
      case "Tr": isInvisible = instruction.numbers.first == 3
      case "BT": textMatrix = .identity
      case "Tm": if let map = PDFMatrix(instruction.numbers) { textMatrix = map }
      case "Td":
        guard instruction.numbers.count == 2 else { continue }
        var step = PDFMatrix.identity
        (step.e, step.f) = (instruction.numbers[0], instruction.numbers[1])
        textMatrix = step.then(textMatrix)
      case "Tj", "TJ":
        let start = textMatrix.then(matrix)
        if isInvisible { places.append((start.e, start.f)) }
      case "Do": if let name = instruction.nameOperand { draw(resources["/XObject"]["/" + name], resources, depth) }
      case _: break
      }
    }
  }

  private mutating func draw(_ object: PDFObject, _ resources: PDFObject, _ depth: Int) {
    guard object["/Subtype"].name == "/Form", depth < 4, forms < Self.formLimit else { return }
    forms += 1
    let (outerMatrix, outerSaved, outerInvisible) = (matrix, saved, isInvisible)
    saved = []
    if let map = object["/Matrix"].numbers(6).flatMap(PDFMatrix.init) { matrix = map.then(matrix) }
    let own = object["/Resources"]
    run(object.streamContent, resources: own.isDictionary ? own : resources, depth: depth + 1)
    (matrix, saved, isInvisible) = (outerMatrix, outerSaved, outerInvisible)
  }
}

extension PDFStructure {
  /// Where the invisible texts of a page, counted from 1, begin: in the order of its content, in units of the displayed page.
  func textPlaces(page number: Int) -> [Point] {
    let display = page(number).display
    return withPage(number) { page in
      var walk = PDFTextPlaces()
      walk.run(page.pageContent, resources: page.inherited("/Resources"))
      return walk.places.map { place in
        Point(
          x: display.a * place.x + display.c * place.y + display.e,
          y: display.b * place.x + display.d * place.y + display.f)
      }
    }
  }
}
