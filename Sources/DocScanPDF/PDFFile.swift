// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// Writes a PDF file object by object and keeps only the objects' offsets in memory (ISO 32000-1, 7.5). Objects that aren't streams are collected
/// into compressed object streams (7.5.7).
package final class PDFFile {
  private enum Place {
    /// The number is reserved, but the object isn't written yet.
    case reserved
    case offset(Int)
    case packed(stream: Int, index: Int)
  }

  /// The maximum offset that fits into the five bytes of a cross-reference entry.
  private static let maximumOffset = 1 << 40 - 1
  private static let objectsPerStream = 100

  private let output: OutputFile
  /// The positions of all objects. The first object has the number 1.
  private var places: [Place] = []
  private var waiting: [(number: Int, body: String)] = []

  package init(_ output: OutputFile) throws(OutputError) {
    self.output = output
    // Bytes above 127 in a comment mark the file as binary for transfer programs (7.5.2).
    try output.write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  package func reserve() -> Int {
    places.append(.reserved)
    return places.count
  }

  package func write(_ body: String, as number: Int) throws(OutputError) {
    waiting.append((number, body))
    if waiting.count == Self.objectsPerStream { try pack() }
  }

  package func write(_ body: String) throws(OutputError) -> Int {
    let number = reserve()
    try write(body, as: number)
    return number
  }

  /// Writes a compressed stream. `entries` are the dictionary entries besides length and filter.
  package func writeStream(_ bytes: [UInt8], entries: String = "", as number: Int) throws(OutputError) {
    guard let compressed = Deflate.compressed(bytes) else { throw outOfMemory }
    try beginStream(length: compressed.count, entries: entries + "/Filter/FlateDecode", as: number)
    try output.write(compressed)
    try output.write("\nendstream\nendobj\n")
  }

  package func writeStream(_ bytes: [UInt8], entries: String = "") throws(OutputError) -> Int {
    let number = reserve()
    try writeStream(bytes, entries: entries, as: number)
    return number
  }

  package func writeStream(copying file: PictureFile, entries: String) throws(OutputError) -> Int {
    let number = reserve()
    try beginStream(length: file.size, entries: entries, as: number)
    try file.copy(to: output)
    try output.write("\nendstream\nendobj\n")
    return number
  }

  /// Writes an uncompressed stream that other programs can search for, and returns its number.
  package func writeStream(plain text: String, entries: String) throws(OutputError) -> Int {
    let number = reserve()
    try beginStream(length: text.utf8.count, entries: entries, as: number)
    try output.write(text)
    try output.write("\nendstream\nendobj\n")
    return number
  }

  package var objectCount: Int { places.count }

  package var outOfMemory: OutputError { OutputError(operation: "write", path: output.path, code: ENOMEM) }

  /// Writes the cross-reference stream (7.5.8) and finishes the file.
  package func finish(catalog: Int, information: Int, identifier: String) throws(OutputError) {
    try pack()
    let number = reserve()
    let start = output.offset
    places[number - 1] = .offset(start)
    guard start <= Self.maximumOffset else {
      throw OutputError(
        operation: "write", path: output.path, detail: "a PDF cannot be larger than a terabyte. Split the input.")
    }
    var table: [UInt8] = [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    for place in places {
      switch place {
      case .reserved: table += [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
      case .offset(let offset): table += [1] + Self.bytes(offset, count: 5) + [0, 0]
      case .packed(let stream, let index): table += [2] + Self.bytes(stream, count: 5) + Self.bytes(index, count: 2)
      }
    }
    let entries = """
      /Type/XRef/Size \(places.count + 1)/W[1 5 2]/Root \(catalog) 0 R/Info \(information) 0 R\
      /ID[<\(identifier)><\(identifier)>]
      """
    try writeStream(table, entries: entries, as: number)
    try output.write("startxref\n\(start)\n%%EOF\n")
    try output.finish()
  }

  private func pack() throws(OutputError) {
    guard !waiting.isEmpty else { return }
    let stream = reserve()
    var index = ""
    var bodies: [UInt8] = []
    for (place, object) in waiting.enumerated() {
      index += "\(object.number) \(bodies.count) "
      bodies += Array(object.body.utf8) + [10]
      places[object.number - 1] = .packed(stream: stream, index: place)
    }
    let entries = "/Type/ObjStm/N \(waiting.count)/First \(index.utf8.count)"
    waiting = []
    try writeStream(Array(index.utf8) + bodies, entries: entries, as: stream)
  }

  private static func bytes(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func beginStream(length: Int, entries: String, as number: Int) throws(OutputError) {
    places[number - 1] = .offset(output.offset)
    try output.write("\(number) 0 obj\n<<\(entries)/Length \(length)>>\nstream\n")
  }
}
