// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes a page's visible text unreadable for programs, without changing its look: fonts map every code to a space (ISO 32000-1, 9.10.3).
struct PDFTextSilence {
  /// The size, in bytes, above which forms stay unchanged.
  private static let contentLimit = 64 << 20
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let page: PDFObject

  init(page: PDFObject, of document: PDFGraftDocument) { (self.page, self.document) = (page, document) }

  func run() { page.set("/Resources", to: silent(page.inherited("/Resources"), depth: 0)) }

  /// Returns resources in which all fonts, including those of forms, map to spaces.
  private func silent(_ resources: PDFObject, depth: Int) -> PDFObject {
    let result = document.copy(resources)
    let fonts = document.copy(resources["/Font"])
    for key in fonts.keys where fonts[key].isDictionary {
      let font = document.copy(fonts[key])
      font.set("/ToUnicode", to: document.stream(Self.map(bytes: font["/Subtype"].name == "/Type0" ? 2 : 1)))
      fonts.set(key, to: font)
    }
    if !fonts.keys.isEmpty { result.set("/Font", to: fonts) }
    guard depth < Self.deepestForm else { return result }
    let objects = document.copy(resources["/XObject"])
    for key in objects.keys {
      let object = objects[key]
      guard object.isStream, object["/Subtype"].name == "/Form", object["/Resources"].isDictionary else { continue }
      let content = object.streamContent(atMost: Self.contentLimit + 1)
      guard content.count <= Self.contentLimit else { continue }
      objects.set(
        key, to: document.form(content, like: object, resources: silent(object["/Resources"], depth: depth + 1)))
    }
    if !objects.keys.isEmpty { result.set("/XObject", to: objects) }
    return result
  }

  private static func map(bytes: Int) -> [UInt8] {
    func hexadecimal(_ value: Int) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
    let spaces = "[" + String(repeating: "<0020>", count: 256) + "]"
    var ranges = ["<00> <ff> \(spaces)"]
    if bytes == 2 { ranges += (0..<256).map { "<\(hexadecimal($0))00> <\(hexadecimal($0))ff> \(spaces)" } }
    var text = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /NoMeaning def /CMapType 2 def\n"
    text +=
      "1 begincodespacerange <\(String(repeating: "00", count: bytes))> <\(String(repeating: "ff", count: bytes))> "
    text += "endcodespacerange\n"
    // A block has at most 100 ranges.
    for start in stride(from: 0, to: ranges.count, by: 100) {
      let block = ranges[start..<min(start + 100, ranges.count)]
      text += "\(block.count) beginbfrange\n\(block.joined(separator: "\n"))\nendbfrange\n"
    }
    return Array((text + "endcmap end end\n").utf8)
  }
}
