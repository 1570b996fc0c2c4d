// SPDX-License-Identifier: GPL-3.0-or-later

/// The kind of a file, told from its first bytes, never from its name.
public enum FileKind: String, Codable, CaseIterable, Sendable {
  case pdf, tiff, jpeg, png, webp, heic, jpeg2000, pnm, bmp, gif

  /// How many bytes from the start of a file are needed to tell.
  public static let prefixLength = 1024

  /// Name endings that people give to files of these kinds.
  public static let endings: Set<String> = [
    "pdf", "tif", "tiff", "jpg", "jpeg", "jpe", "png", "webp", "heic", "heif", "avif", "jp2", "j2k", "jpx", "jpc",
    "pnm",
    "pbm", "pgm", "ppm", "pam", "bmp", "gif",
  ]

  /// Nil when the bytes are none of these.
  public init?(prefix: some Collection<UInt8>) {
    let bytes = Array(prefix.prefix(Self.prefixLength))
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      let wanted = Array(text.description.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      return bytes.count >= offset + wanted.count && Array(bytes[offset..<offset + wanted.count]) == wanted
    }
    if has("\u{FF}\u{D8}\u{FF}") {
      self = .jpeg
    } else if has("\u{89}PNG\r\n\u{1A}\n") {
      self = .png
    } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
      self = .tiff
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4),
      ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif"].contains(where: {
        bytes.count >= 12 && Array(bytes[8..<12]) == Array($0.utf8)
      })
    {
      self = .heic
    } else if has("\0\0\0\u{0C}jP  \r\n\u{87}\n") || has("\u{FF}\u{4F}\u{FF}\u{51}") {
      self = .jpeg2000
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("BM"), bytes.count > 14 {
      self = .bmp
    } else if bytes.count > 2, bytes[0] == UInt8(ascii: "P"),
      (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(bytes[1]), [9, 10, 13, 32].contains(bytes[2])
    {
      self = .pnm
    } else if Self.containsPDFHeader(bytes) {
      self = .pdf
    } else {
      return nil
    }
  }

  /// PDF readers accept up to 1024 bytes of anything before the header.
  private static func containsPDFHeader(_ bytes: [UInt8]) -> Bool {
    let header = Array("%PDF-".utf8)
    return bytes.indices.contains { $0 + header.count <= bytes.count && Array(bytes[$0..<$0 + header.count]) == header }
  }
}
