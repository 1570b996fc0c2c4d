// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXMLReader
internal import DocScanCore
internal import DocScanFiles

final class XMLElement {
  let name: String
  let space: String
  fileprivate(set) var attributes: [String: String] = [:]
  fileprivate(set) var text = ""
  fileprivate(set) var children: [XMLElement] = []

  fileprivate init(name: String, space: String) { (self.name, self.space) = (name, space) }

  subscript(path: String...) -> XMLElement? {
    path.reduce(self) { element, name in element?.children.first { $0.name == name } }
  }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  var line: String? {
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    let line = words.replacing(where: \.isControl, with: "")
    return line.isEmpty ? nil : line
  }
}

/// Reads untrusted XML: no document type, only predefined entities, no external resources, limited size.
enum XMLTree {
  /// The maximum size of a document, in bytes, which includes the invoice's embedded files.
  static let mostBytes = 32 << 20
  private static let deepest: UInt32 = 64
  private static let mostElements = 200_000
  /// The length in bytes at which a text is truncated, because it's probably an embedded file.
  private static let longestText = 4096
  private static let mostAttributes = 16

  static func read(_ bytes: [UInt8]) throws(UnreadInvoice.Problem) -> XMLElement {
    guard bytes.count <= mostBytes else { throw .tooLarge }
    let builder = Builder()
    var line: Int32 = 0
    var handler = unsafe CXMLHandler(
      start: { context, name, length, space, spaceLength in
        guard let builder = unsafe Builder.of(context) else { return }
        builder.start(unsafe XMLTree.text(name, length), unsafe XMLTree.text(space, spaceLength))
      },
      attribute: { context, name, length, value, valueLength in
        guard let builder = unsafe Builder.of(context) else { return }
        builder.attribute(
          unsafe XMLTree.text(name, length), unsafe XMLTree.text(value, min(valueLength, XMLTree.longestText)))
      },
      text: { context, characters, length in
        guard let builder = unsafe Builder.of(context), builder.wantsText else { return }
        builder.text(unsafe XMLTree.text(characters, min(length, XMLTree.longestText)))
      }, end: { context in unsafe Builder.of(context)?.end() })
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cxml_read(
        bytes.baseAddress, bytes.count, deepest, mostElements, &handler, Unmanaged.passUnretained(builder).toOpaque(),
        &line)
    }
    switch Int(status) {
    case CXML_WHOLE:
      guard let root = builder.root else { throw .damaged }
      return root
    case CXML_DOCTYPE: throw .documentType
    case CXML_LIMIT: throw .tooDeep
    case _: throw .damaged
    }
  }

  @unsafe
  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start = unsafe start else { return "" }
    return unsafe start.withMemoryRebound(to: UInt8.self, capacity: length) {
      unsafe String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }

  private final class Builder {
    private(set) var root: XMLElement?
    private var open: [XMLElement] = []

    @unsafe
    static func of(_ context: UnsafeMutableRawPointer?) -> Builder? {
      unsafe context.map { unsafe Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    var wantsText: Bool { open.last.map { $0.text.utf8.count < longestText } ?? false }

    func start(_ name: String, _ space: String) {
      let element = XMLElement(name: name, space: space)
      if let parent = open.last { parent.children.append(element) } else { root = element }
      open.append(element)
    }

    func attribute(_ name: String, _ value: String) {
      guard let element = open.last, element.attributes.count < mostAttributes else { return }
      element.attributes[name] = value
    }

    func text(_ text: String) { open.last?.text += text }

    func end() { open.removeLast() }
  }
}
