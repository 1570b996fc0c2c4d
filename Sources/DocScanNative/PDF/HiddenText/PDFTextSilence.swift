// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Takes the meaning from the visible text of a page: the page looks the same, and programs that copy its text get nothing.
///
/// The fonts of the page get a map to Unicode (ISO 32000-1, 9.10.3) that makes a space of each code. Other pages keep their fonts.
struct PDFTextSilence {
  /// Longer forms are left as they are, in bytes.
  private static let contentLimit = 64 << 20
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let page: PDFObject

  /// Takes a page of the document.
  init(page: PDFObject, of document: PDFGraftDocument) { (self.page, self.document) = (page, document) }

  /// Changes the page.
  func run() { page.set("/Resources", to: silent(page.inherited("/Resources"), depth: 0)) }

  /// Resources in which no font has a meaning, neither directly nor in forms.
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

  /// A map from all codes of up to this many bytes to a space.
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
