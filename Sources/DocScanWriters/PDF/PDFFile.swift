// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A PDF file that is written object by object; only the objects' places are remembered (ISO 32000-1, 7.5).
final class PDFFile {
  /// A place in the cross-reference table has ten digits.
  private static let maximumOffset = 9_999_999_999

  private let output: OutputFile
  /// Where object n + 1 begins; 0 while it is only reserved.
  private var offsets: [Int] = []

  /// Creates the file and writes its header.
  init(path: String) throws(OutputError) {
    output = try OutputFile(path: path)
    // Bytes above 127 in a comment tell transfer programs that the file is binary (7.5.2).
    try output.write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  /// A number for an object that is written later.
  func reserve() -> Int {
    offsets.append(0)
    return offsets.count
  }

  /// Writes an object under a reserved number.
  func write(_ body: String, as number: Int) throws(OutputError) {
    try begin(number)
    try output.write(body)
    try output.write("\nendobj\n")
  }

  /// Writes a new object and returns its number.
  func write(_ body: String) throws(OutputError) -> Int {
    let number = reserve()
    try write(body, as: number)
    return number
  }

  /// Writes a compressed stream; `entries` are what its dictionary says besides length and filter.
  func writeStream(_ bytes: [UInt8], entries: String = "", as number: Int) throws(OutputError) {
    guard let compressed = Deflate.compressed(bytes) else { throw outOfMemory }
    try beginStream(length: compressed.count, entries: entries + "/Filter/FlateDecode", as: number)
    try output.write(compressed)
    try output.write("\nendstream\nendobj\n")
  }

  /// Writes a new compressed stream and returns its number.
  func writeStream(_ bytes: [UInt8], entries: String = "") throws(OutputError) -> Int {
    let number = reserve()
    try writeStream(bytes, entries: entries, as: number)
    return number
  }

  /// Writes a new stream of a file's bytes as they are, and returns its number.
  func writeStream(copying file: PictureFile, entries: String) throws(OutputError) -> Int {
    let number = reserve()
    try beginStream(length: file.size, entries: entries, as: number)
    try file.copy(to: output)
    try output.write("\nendstream\nendobj\n")
    return number
  }

  /// Writes a new stream of text that programs find without decoding it, and returns its number.
  func writeStream(plain text: String, entries: String) throws(OutputError) -> Int {
    let number = reserve()
    try beginStream(length: text.utf8.count, entries: entries, as: number)
    try output.write(text)
    try output.write("\nendstream\nendobj\n")
    return number
  }

  /// How many objects there are so far.
  var objectCount: Int { offsets.count }

  /// What to throw when memory does not suffice.
  var outOfMemory: OutputError { OutputError(operation: "write", path: output.path, code: ENOMEM) }

  /// Writes the cross-reference table and the trailer, and puts everything on the disk.
  func finish(catalog: Int, information: Int, identifier: String) throws(OutputError) {
    let start = output.offset
    try output.write("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
    for offset in offsets {
      guard offset <= Self.maximumOffset else {
        throw OutputError(
          operation: "write", path: output.path, detail: "a PDF cannot be larger than 10 GB. Split the input.")
      }
      let digits = String(offset)
      let isFree = offset == 0
      try output.write(
        isFree ? "0000000000 65535 f \n" : String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
    }
    try output.write(
      """
      trailer
      <</Size \(offsets.count + 1)/Root \(catalog) 0 R/Info \(information) 0 R/ID[<\(identifier)><\(identifier)>]>>
      startxref
      \(start)
      %%EOF

      """)
    try output.finish()
  }

  private func begin(_ number: Int) throws(OutputError) {
    offsets[number - 1] = output.offset
    try output.write("\(number) 0 obj\n")
  }

  private func beginStream(length: Int, entries: String, as number: Int) throws(OutputError) {
    try begin(number)
    try output.write("<<\(entries)/Length \(length)>>\nstream\n")
  }
}
