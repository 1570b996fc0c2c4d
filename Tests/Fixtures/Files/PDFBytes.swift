// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// A growing PDF file: objects numbered from 1, followed by the table of their positions.
public struct PDFBytes {
  private var bytes = Data("%PDF-1.6\n%\u{E2}\u{E3}\u{CF}\u{D3}\n".utf8)
  private var offsets: [Int] = []

  public init() {}

  /// Adds the next object.
  public mutating func add(_ object: String) {
    offsets.append(bytes.count)
    bytes += Data("\(offsets.count) 0 obj\n\(object)\nendobj\n".utf8)
  }

  /// Adds the next object, a stream.
  public mutating func add(stream: [UInt8], _ entries: String) {
    offsets.append(bytes.count)
    bytes += Data("\(offsets.count) 0 obj\n<< \(entries) /Length \(stream.count) >>\nstream\n".utf8)
    bytes += stream
    bytes += Data("\nendstream\nendobj\n".utf8)
  }

  /// Returns the whole file.
  public func finished() -> Data {
    var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    table += "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(bytes.count)\n%%EOF\n"
    return bytes + Data(table.utf8)
  }
}
