// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels
package import DocScanCore
package import DocScanVision
internal import Glibc

/// Encodes the pictures of PDF pages.
package enum PictureEncoder {
  /// The JPEG quality, from 1 to 100: text is as legible as at 85, in two thirds of the bytes.
  private static let quality = 75
  /// The maximum number of different pixel values in a drawing, which Flate stores exactly and in little space.
  private static let fewValues: Int32 = 32

  /// Encodes a page, and writes the PDF image's stream to a file: black and white as CCITT Group 4, a few colors as Flate, the rest as JPEG.
  /// `bitonal` converts a gray raster to black and white, for a page that was so before it was straightened.
  package static func encode(
    _ raster: Raster, bitonal: Bool = false, dpi: Double, to folder: String, name: String
  ) throws(PageFailure) -> PagePicture {
    let (bytes, encoding) = try compressed(raster, bitonal: bitonal || raster.isBitonal, dpi: dpi)
    try write(bytes, to: folder, name: name)
    return PagePicture(
      untrustedFileName: name, encoding: encoding, colorSpace: raster.channels == .gray ? .gray : .rgb,
      bitsPerComponent: encoding == .ccittGroup4 ? 1 : 8, width: raster.width, height: raster.height)
  }

  package static func passThrough(
    _ original: PassThrough, to folder: String, name: String
  ) throws(PageFailure) -> PagePicture {
    try write(original.bytes, to: folder, name: name)
    return original.picture(fileName: name)
  }

  /// The resolution to write if it is unknown, because JPEG requires one.
  private static let screenDPI = 72.0

  /// Writes an image to a file. `bitonal` converts gray to one bit per pixel. A resolution of 0 means unknown.
  package static func write(
    _ raster: Raster, as format: PageImageFormat, bitonal: Bool, dpi: Double, to folder: String, name: String
  ) throws(PageFailure) {
    let isBitonal = raster.channels == .gray && (bitonal || raster.isBitonal)
    let bytes: [UInt8]?
    switch format {
    case .jpeg(let quality): bytes = try JPEGPicture.encode(raster, quality: quality, dpi: dpi > 0 ? dpi : screenDPI)
    case .png:
      let image = try PixImage(raster, bitonal: isBitonal, dpi: dpi)
      bytes = unsafe image.encoded({ unsafe pixWriteMemPng($0, $1, $2, 0) })
    case .tiff:
      let image = try PixImage(raster, bitonal: isBitonal, dpi: dpi)
      let compression = l_int32(isBitonal ? IFF_TIFF_G4 : IFF_TIFF_ZIP)
      bytes = unsafe image.encoded({ unsafe pixWriteMemTiff($0, $1, $2, compression) })
    }
    guard let bytes else { throw failure() }
    try write(bytes, to: folder, name: name)
  }

  private static func compressed(
    _ raster: Raster, bitonal: Bool, dpi: Double
  ) throws(PageFailure) -> ([UInt8], PagePicture.Encoding) {
    if bitonal, raster.channels == .gray { return (try faxed(raster), .ccittGroup4) }
    let values = unsafe raster.withUnsafePixels { pixels in
      unsafe pixels_count_values(
        pixels.baseAddress, Int64(raster.width * raster.height), Int32(raster.channels.rawValue), fewValues + 1)
    }
    guard values <= fewValues else { return (try JPEGPicture.encode(raster, quality: quality, dpi: dpi), .jpeg) }
    let image = try PixImage(raster, bitonal: false)
    guard let png = unsafe image.encoded({ unsafe pixWriteMemPng($0, $1, $2, 0) }), let header = PNGHeader(png),
      header.bitsPerComponent == 8
    else { throw failure() }
    return (header.compressedPixels(png), .flate)
  }

  static func faxed(_ raster: Raster) throws(PageFailure) -> [UInt8] {
    let image = try PixImage(raster, bitonal: true)
    guard let tiff = unsafe image.encoded({ unsafe pixWriteMemTiff($0, $1, $2, l_int32(IFF_TIFF_G4)) }),
      let stream = TIFFStrip(tiff)?.bytes
    else { throw failure() }
    return stream
  }

  static func write(_ bytes: [UInt8], to folder: String, name: String) throws(PageFailure) {
    let path = "\(folder)/\(name)"
    func failure() -> PageFailure { .writing("The page's picture", code: errno) }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        defer { close(descriptor) }
        throw failure()
      }
      written += count
    }
    // A network disk may report a lack of space only now.
    guard close(descriptor) == 0 || errno == EINTR else { throw failure() }
  }

  private static func failure() -> PageFailure {
    PageFailure(kind: .library, message: "The page's picture cannot be compressed: out of memory.")
  }
}

/// The compressed pixels of a little-endian TIFF file with one strip, as written by Leptonica.
private struct TIFFStrip {
  let bytes: [UInt8]

  init?(_ file: [UInt8]) {
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= file.count else { return nil }
      return file.littleEndian(offset, size)
    }
    guard number(0, 2) == 0x4949, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    var values: [Int: Int] = [:]
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = number(start, 2), let type = number(start + 2, 2), number(start + 4, 4) == 1 else { continue }
      // Type 3 has 16 bits, type 4 has 32.
      values[tag] = number(start + 8, type == 3 ? 2 : 4)
    }
    guard let offset = values[273], let length = values[279], offset + length <= file.count else { return nil }
    bytes = Array(file[offset..<offset + length])
  }
}
