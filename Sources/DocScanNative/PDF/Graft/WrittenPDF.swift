// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A file that qpdf has just written.
enum WrittenPDF {
  /// Whether all of it is there.
  ///
  /// qpdf goes on without a word when a full disk does not take what it buffered. Where such bytes are missing, the
  /// cross-reference stream does not begin where the end of the file says, or does not reach up to there.
  static func isWhole(path: String) throws(PageFailure) -> Bool {
    let file = try InputFile(path: path)
    let tail = try text(file.read(at: max(0, file.byteCount - 64), count: 64)).split(separator: "\n").suffix(3)
    guard tail.first == "startxref", tail.last == "%%EOF", let start = tail.dropFirst().first.flatMap({ Int($0) })
    else {
      return false
    }
    let stream = try file.read(at: start, count: 1 << 20)
    guard let keyword = stream.firstRange(of: Array("stream\n".utf8)) else { return stream.starts(with: "xref".utf8) }
    let dictionary = text(stream[..<keyword.lowerBound])
    guard dictionary.contains("/Type /XRef"), let key = dictionary.firstRange(of: "/Length "),
      let length = Int(dictionary[key.upperBound...].prefix { $0.isWholeNumber })
    else { return false }
    let end = start + keyword.upperBound + length
    guard file.byteCount - end < 64 else { return false }
    let rest = try text(file.read(at: end, count: 64)).split(separator: "\n")
    return rest == ["endstream", "endobj", "startxref", "\(start)", "%%EOF"]
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
