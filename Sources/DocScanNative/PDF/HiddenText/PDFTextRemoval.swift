// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes the invisible text of an earlier OCR from a page.
struct PDFTextRemoval {
  /// The size, in bytes, above which content stays unchanged.
  private static let contentLimit = 64 << 20
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let page: PDFObject

  init(page: PDFObject, of document: PDFGraftDocument) {
    (self.page, self.document) = (page, document)
  }

  /// Changes the page, or returns `false` if it has no hidden text.
  func run() -> Bool {
    let content = page.pageContent(atMost: Self.contentLimit + 1)
    guard content.count <= Self.contentLimit else { return false }
    let resources = page.inherited("/Resources")
    let cover = PDFCover(page: page).end(in: content, resources: resources)
    guard let result = filtered(content, resources: resources, mode: 0, coveredUntil: cover, depth: 0) else {
      return false
    }
    page.set("/Resources", to: result.resources)
    page.set("/Contents", to: document.stream(result.content))
    return true
  }

  private func filtered(
    _ content: [UInt8], resources: PDFObject, mode: Int, coveredUntil: Int, depth: Int
  ) -> (content: [UInt8], resources: PDFObject, draws: Bool)? {
    let resources = document.copy(resources)
    let objects = document.copy(resources["/XObject"])
    // Whether each filtered object still draws anything.
    var known: [String: Bool] = [:]
    var isChanged = false
    var lendsFonts = false
    let filter = PDFTextFilter(content, mode: mode, coveredUntil: coveredUntil) { name, mode in
      if let draws = known[name] { return draws }
      known[name] = true
      let object = objects["/" + name]
      guard depth < Self.deepestForm, object.isStream, object["/Subtype"].name == "/Form" else { return true }
      let own = object["/Resources"]
      let hasOwn = own.isDictionary
      let inner = object.streamContent(atMost: Self.contentLimit + 1)
      guard inner.count <= Self.contentLimit,
        let result = filtered(inner, resources: hasOwn ? own : resources, mode: mode, coveredUntil: 0, depth: depth + 1)
      else {
        lendsFonts = lendsFonts || !hasOwn
        return true
      }
      isChanged = true
      lendsFonts = lendsFonts || !hasOwn && result.draws
      if result.draws {
        objects.set(
          "/" + name, to: document.form(result.content, like: object, resources: hasOwn ? result.resources : nil))
      } else {
        objects.remove("/" + name)
      }
      known[name] = result.draws
      return result.draws
    }
    guard filter.isChanged || isChanged else { return nil }
    resources.set("/XObject", to: objects)
    if !lendsFonts {
      let fonts = document.copy(resources["/Font"])
      let unused = PDFTextFilter.fonts(in: content).subtracting(PDFTextFilter.fonts(in: filter.output))
      for name in unused { fonts.remove("/" + name) }
      resources.set("/Font", to: fonts)
    }
    return (filter.output, resources, filter.draws)
  }
}

/// An opaque picture that covers the whole page. Some scanners write recognized text as visible text, and draw the scan over it.
struct PDFCover {
  private let box: [Double]

  init(page: PDFObject) {
    box =
      page.inherited("/CropBox").finiteNumbers(4) ?? page.inherited("/MediaBox").finiteNumbers(4) ?? [0, 0, 612, 792]
  }

  /// Returns the offset in the content after the last picture that covers the page, or 0 if there is none.
  func end(in content: [UInt8], resources: PDFObject) -> Int {
    let objects = resources["/XObject"]
    var scanner = PDFContentScanner(content)
    var end = 0
    var matrix = PDFMatrix.identity
    // After a clip or an extended graphics state, a picture may not cover the page.
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

  /// Returns whether the unit square covers the whole page, to within half a point, in a multiple of a quarter turn.
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

extension PDFGraftDocument {
  func form(_ content: [UInt8], like old: PDFObject, resources: PDFObject?) -> PDFObject {
    let form = stream(content)
    let aboutBytes: Set = ["/Length", "/Filter", "/DecodeParms", "/F", "/FFilter", "/FDecodeParms", "/DL"]
    for key in old.keys where !aboutBytes.contains(key) { form.set(key, to: old[key]) }
    if let resources { form.set("/Resources", to: resources) }
    return form
  }
}
