// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Whether the end that a file's format demands is there: a copy that is still under way lacks it.
///
/// Only marks and lengths at their places are compared, and no more than a bounded part of the file is read. A file that
/// passes may still be damaged; that is for a worker to find out.
struct FileEnd {
  /// No more than this is read in search of a JPEG's end.
  private static let longestSearch = 64 << 20

  private let file: FileBytesAtRest
  private let format: InputFormat

  init(_ file: FileBytesAtRest, format: InputFormat) {
    self.file = file
    self.format = format
  }

  /// Whether the end is there.
  var isThere: Bool {
    switch format.name {
    case "PDF": endsAsPDF
    case "JPEG": endsWithMarker || hasMarkerAfterPicture
    case "PNG": file.tail(4096).contains(text: "IEND")
    case "GIF": file.tail(64).last { $0 != 0 } == 0x3B
    case "WebP": isAsLong(as: file.number(4, bytes: 4, bigEndian: false).map { $0 + 8 })
    case "BMP": isAsLong(as: file.number(2, bytes: 4, bigEndian: false))
    case "HEIC": hasWholeBoxes
    case "JPEG 2000": file.bytes(0, 1) == [0xFF] ? endsWithMarker : hasWholeBoxes
    case "TIFF": TIFFEnd(file).isThere
    case "PNM": PNMEnd(file).isThere
    case _: true
    }
  }

  private func isAsLong(as size: Int?) -> Bool { size.map { file.size >= $0 } ?? false }

  /// The trailer stands in the last bytes; a linearized file, which has one near its start too, tells its length.
  private var endsAsPDF: Bool {
    guard file.tail(2048).contains(text: "%%EOF") else { return false }
    let start = file.bytes(0, 2048)
    guard let linearized = start.firstIndex(of: "/Linearized") else { return true }
    let dictionary = start[linearized...].prefix(512)
    guard let length = dictionary.firstIndex(of: "/L ") else { return true }
    let digits = dictionary[(length + 3)...].drop { $0 == 0x20 }.prefix(15).prefix { (0x30...0x39).contains($0) }
    return isAsLong(as: digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self)))
  }

  /// The end marker of JPEG and JPEG 2000, with nothing but padding after it.
  private var endsWithMarker: Bool {
    var tail = file.tail(4096)[...]
    while tail.last == 0 { tail.removeLast() }
    return tail.suffix(2) == [0xFF, 0xD9]
  }

  /// Phones put films and second pictures behind the end marker, so it may stand anywhere after the picture's start.
  private var hasMarkerAfterPicture: Bool {
    guard var offset = startOfPicture else { return false }
    let end = offset + Self.longestSearch
    var last: UInt8 = 0
    while offset < min(end, file.size) {
      let chunk = file.bytes(offset, 256 << 10)
      if chunk.isEmpty { return false }
      for byte in chunk {
        if last == 0xFF, byte == 0xD9 { return true }
        last = byte
      }
      offset += chunk.count
    }
    return false
  }

  /// Behind the segments before the picture, one of which may hold a small JPEG with an end marker of its own.
  private var startOfPicture: Int? {
    var offset = 2
    for _ in 0..<10_000 {
      let head = file.bytes(offset, 4)
      guard head.count == 4, head[0] == 0xFF else { return nil }
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      offset += 2 + length
      if head[1] == 0xDA { return offset }
    }
    return nil
  }

  /// The boxes of the ISO base format reach the file's end exactly.
  private var hasWholeBoxes: Bool {
    var offset = 0
    for _ in 0..<10_000 {
      if offset == file.size { return true }
      guard var length = file.number(offset, bytes: 4, bigEndian: true) else { return false }
      // A length of 0 reaches to the end: then only a codestream's own marker tells.
      if length == 0 { return format.name == "HEIC" || endsWithMarker }
      if length == 1 {
        guard let long = file.number(offset + 8, bytes: 8, bigEndian: true) else { return false }
        length = long
      }
      guard length >= 8, length <= file.size - offset else { return false }
      offset += length
    }
    return true
  }
}
