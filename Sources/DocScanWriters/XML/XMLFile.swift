// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXML2
internal import DocScanFiles

/// Writes an XML 1.0 file in UTF-8 and buffers only what was written since the last `flush`. libxml2 escapes all text. Characters that XML forbids
/// (XML 1.0, 2.2) become U+FFFD. Each element is on its own line, except those written by `inline`.
@safe
final class XMLFile {
  /// An attribute, which is left out if its value is `nil`.
  typealias Attribute = (name: String, value: String?)

  private let file: OutputFile
  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr
  /// Whether HTML parsers must understand the file, too: in HTML, `<div/>` doesn't close the element.
  private let isHTML: Bool
  private var elements: [(name: String, hasLines: Bool)] = []

  /// Writes the XML declaration, and for HTML the document type.
  init(_ file: OutputFile, isHTML: Bool = false) throws(OutputError) {
    (self.file, self.isHTML) = (file, isHTML)
    guard let buffer = unsafe xmlBufferCreate() else { throw Self.failure(file.path) }
    guard let writer = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      throw Self.failure(file.path)
    }
    unsafe self.buffer = buffer
    unsafe self.writer = writer
    try check(unsafe xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil))
    if isHTML { try check(unsafe xmlTextWriterWriteDTD(writer, "html", nil, nil, nil)) }
  }

  deinit {
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  func start(_ name: String, _ attributes: [Attribute] = []) throws(OutputError) {
    if !elements.isEmpty {
      elements[elements.count - 1].hasLines = true
      try breakLine()
    }
    try open(name, attributes)
  }

  func end() throws(OutputError) {
    guard let element = elements.popLast() else { return }
    if element.hasLines { try breakLine() }
    let isFull = isHTML && element.name != "meta"
    try check(unsafe isFull ? xmlTextWriterFullEndElement(writer) : xmlTextWriterEndElement(writer))
  }

  func element(_ name: String, _ attributes: [Attribute] = [], text: String = "") throws(OutputError) {
    try start(name, attributes)
    if !text.isEmpty { try self.text(text) }
    try end()
  }

  func inline(_ name: String, _ attributes: [Attribute] = [], text: String) throws(OutputError) {
    try open(name, attributes)
    try self.text(text)
    try end()
  }

  func text(_ text: String) throws(OutputError) {
    try check(unsafe xmlTextWriterWriteString(writer, Escape.xmlCharacters(text)))
  }

  func flush() throws(OutputError) {
    try check(unsafe xmlTextWriterFlush(writer))
    let count = Int(unsafe xmlBufferLength(buffer))
    guard let bytes = unsafe xmlBufferContent(buffer), count > 0 else { return }
    try unsafe file.write(UnsafeBufferPointer(start: bytes, count: count))
    unsafe xmlBufferEmpty(buffer)
  }

  func finish() throws(OutputError) {
    while !elements.isEmpty { try end() }
    try check(unsafe xmlTextWriterEndDocument(writer))
    try flush()
    try file.finish()
  }

  private func open(_ element: String, _ attributes: [Attribute]) throws(OutputError) {
    try check(unsafe xmlTextWriterStartElement(writer, element))
    for (name, value) in attributes {
      guard let value else { continue }
      try check(unsafe xmlTextWriterWriteAttribute(writer, name, Escape.xmlCharacters(value)))
    }
    elements.append((element, false))
  }

  /// Begins a line, which is indented by one space for each open element.
  private func breakLine() throws(OutputError) { try text("\n" + String(repeating: " ", count: elements.count)) }

  private func check(_ result: Int32) throws(OutputError) {
    guard result >= 0 else { throw Self.failure(file.path) }
  }

  /// Returns the error for a failed operation. When writing to memory, libxml2 fails only if memory is insufficient.
  private static func failure(_ path: String) -> OutputError {
    OutputError(operation: "write", path: path, detail: "there is not enough memory.")
  }
}
