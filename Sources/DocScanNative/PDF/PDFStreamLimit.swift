// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// Finds parts of a PDF that decompress to more than the limit, before a library does. Pictures are exempt, because they are drawn by row.
struct PDFStreamLimit {
  private static let objectLimit = 50_000
  /// The keys that lead to objects a page doesn't show.
  private static let foreignKeys: Set<String> = [
    "/Parent", "/P", "/Popup", "/Dest", "/A", "/AA", "/B", "/Thumb", "/PieceInfo", "/Metadata", "/StructParents",
  ]

  private let limit: Int
  /// The file's length, in bytes. A small file can't exceed the limit with a single layer of compression.
  private let byteCount: Int
  private var known: Set<PDFObject.Identity> = []

  init(_ limits: LimitSettings, file: InputFile) {
    limit = limits.megabytesPerStream << 20
    byteCount = file.byteCount
  }

  /// Returns whether a part of the page decompresses to more than the limit. Objects of earlier pages aren't checked again.
  mutating func isExceeded(by page: PDFObject) -> Bool {
    var left = Self.objectLimit
    var seen = known
    var waiting = [page["/Annots"], page.inherited("/Resources"), page["/Contents"]]
    while let object = waiting.popLast(), left > 0 {
      left -= 1
      if let identity = object.identity, !seen.insert(identity).inserted { continue }
      if object.isStream, unpacksTooFar(object) { return true }
      waiting += object.items
      waiting += object.keys.filter { !Self.foreignKeys.contains($0) }.map { object[$0] }
    }
    // Objects are marked as checked only now, so that a page that is too large fails each time.
    known = seen
    return false
  }

  private func unpacksTooFar(_ stream: PDFObject) -> Bool {
    let filters = stream["/Filter"].names
    if filters.first == "/JBIG2Decode" { return jbig2Size(stream.rawContent) > limit }
    guard stream["/Subtype"].name != "/Image" else { return false }
    let layers = filters.prefix { $0 == "/FlateDecode" || $0 == "/Fl" }.count
    guard layers > 1 || layers == 1 && byteCount > limit / UnpackedSize.largestRatio else { return false }
    return unsafe stream.rawContent.withUnsafeBytes {
      unsafe layers > 1 || $0.count > limit / UnpackedSize.largestRatio
        ? UnpackedSize.exceeds(limit, $0, layers: layers) : false
    }
  }

  /// Returns the size, in bytes, of the bitmap that a JBIG2 stream declares in its first segment (ISO 14492, 7.4.8).
  private func jbig2Size(_ bytes: [UInt8]) -> Int {
    // Number, flags, reference count, page, and length take 11 bytes; width and height follow.
    guard bytes.count >= 19, bytes[4] & 0x7F == 48, bytes[5] == 0 else { return 0 }
    // A picture of undeclared height grows while it's decoded.
    let height = bytes.bigEndian(15, 4) == 0xFFFF_FFFF ? 0 : bytes.bigEndian(15, 4)
    return (bytes.bigEndian(11, 4) + 7) / 8 * height
  }

  /// Returns whether an object stream (ISO 32000-1, 7.5.7) or cross-reference stream, read on opening, exceeds the limit. Ignores encrypted ones.
  static func isExceeded(byListsIn file: InputFile, _ limits: LimitSettings) throws(PageFailure) -> Bool {
    let limit = limits.megabytesPerStream << 20
    guard file.byteCount > limit / UnpackedSize.largestRatio else { return false }
    return try unsafe file.withUnsafeMapping { bytes in
      for type in ["/ObjStm", "/XRef"] {
        var rest = unsafe bytes[...]
        while let found = unsafe position(of: type, in: rest) {
          unsafe rest = rest[found...].dropFirst(type.utf8.count)
          guard let start = unsafe position(of: "stream", in: rest) else { break }
          let data = unsafe rest[start...].dropFirst(6).drop { $0 == 13 || $0 == 10 }
          let end = unsafe position(of: "endstream", in: data)
          let length = unsafe (end ?? data.endIndex) - data.startIndex
          // No later stream has an end either.
          defer { if end == nil { unsafe rest = rest[rest.endIndex...] } }
          if length > limit / UnpackedSize.largestRatio,
            unsafe UnpackedSize.exceeds(limit, UnsafeRawBufferPointer(rebasing: data))
          {
            return true
          }
        }
      }
      return false
    }
  }

  @unsafe
  private static func position(of text: String, in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    let pattern = Array(text.utf8)
    let here = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = here.baseAddress else { return nil }
    var offset = 0
    while offset + pattern.count <= here.count,
      let found = unsafe memchr(start + offset, Int32(pattern[0]), here.count - offset - pattern.count + 1)
    {
      offset = unsafe UnsafeRawPointer(found) - start
      if unsafe memcmp(found, pattern, pattern.count) == 0 { return unsafe bytes.startIndex + offset }
      offset += 1
    }
    return nil
  }
}
