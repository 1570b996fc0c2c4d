// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXML2
internal import DocScanCore

/// Writes an XML 1.0 file in UTF-8, element by element, and keeps no more of it than was written since the last `flush`.
///
/// libxml2 escapes all text. Characters that XML forbids (XML 1.0, 2.2) become U+FFFD. Elements stand on lines of their
/// own, except for those made by `inline`.
@safe
final class XMLFile {
  /// An attribute and its value; one without a value is left out.
  typealias Attribute = (name: String, value: String?)

  private let file: OutputFile
  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr
  /// Whether programs that read HTML should understand it too: in HTML, `<div/>` does not close.
  private let isHTML: Bool
  /// The open elements: their names, and whether elements on lines of their own stand in them.
  private var elements: [(name: String, hasLines: Bool)] = []

  /// Begins with the XML declaration, and with HTML's document type where it is wanted.
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

  /// Opens an element; `end` closes it.
  func start(_ name: String, _ attributes: [Attribute] = []) throws(OutputError) {
    if !elements.isEmpty {
      elements[elements.count - 1].hasLines = true
      try breakLine()
    }
    try open(name, attributes)
  }

  /// Closes the innermost open element.
  func end() throws(OutputError) {
    guard let element = elements.popLast() else { return }
    if element.hasLines { try breakLine() }
    let isFull = isHTML && element.name != "meta"
    try check(unsafe isFull ? xmlTextWriterFullEndElement(writer) : xmlTextWriterEndElement(writer))
  }

  /// An element on a line of its own, with nothing but text inside.
  func element(_ name: String, _ attributes: [Attribute] = [], text: String = "") throws(OutputError) {
    try start(name, attributes)
    if !text.isEmpty { try self.text(text) }
    try end()
  }

  /// An element within a line of text.
  func inline(_ name: String, _ attributes: [Attribute] = [], text: String) throws(OutputError) {
    try open(name, attributes)
    try self.text(text)
    try end()
  }

  /// Text within the innermost open element.
  func text(_ text: String) throws(OutputError) {
    try check(unsafe xmlTextWriterWriteString(writer, Escape.xmlCharacters(text)))
  }

  /// Hands what was written so far to the file.
  func flush() throws(OutputError) {
    try check(unsafe xmlTextWriterFlush(writer))
    let count = Int(unsafe xmlBufferLength(buffer))
    guard let bytes = unsafe xmlBufferContent(buffer), count > 0 else { return }
    try unsafe file.write(UnsafeBufferPointer(start: bytes, count: count))
    unsafe xmlBufferEmpty(buffer)
  }

  /// Closes all open elements and puts the file on the disk.
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

  /// Each line starts with a space for each element that it stands in.
  private func breakLine() throws(OutputError) { try text("\n" + String(repeating: " ", count: elements.count)) }

  private func check(_ result: Int32) throws(OutputError) {
    guard result >= 0 else { throw Self.failure(file.path) }
  }

  /// Memory is the one thing that libxml2 can lack when it writes into memory.
  private static func failure(_ path: String) -> OutputError {
    OutputError(operation: "write", path: path, detail: "there is not enough memory.")
  }
}
