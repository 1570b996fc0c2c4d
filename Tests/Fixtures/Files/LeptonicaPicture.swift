// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanVision

/// A picture in Leptonica's form, ready to be written.
@safe
final class LeptonicaPicture {
  private let pix: UnsafeMutablePointer<PIX>

  private init(adopting pix: UnsafeMutablePointer<PIX>?) throws {
    guard let pix = unsafe pix else { throw FixtureError("Leptonica made no picture.") }
    unsafe self.pix = pix
  }

  deinit {
    var pix: UnsafeMutablePointer<PIX>? = unsafe pix
    unsafe pixDestroy(&pix)
  }

  /// Creates a picture of the raster: 8 or 32 bits per pixel, or 1 if the raster is black and white.
  convenience init(_ raster: Raster, dpi: Double) throws {
    switch raster.channels {
    case .gray:
      let picture = try LeptonicaPicture(raster, dpi: dpi, depth: 8) { pixel, _ in UInt32(pixel) }
      guard raster.isBitonal else {
        try unsafe self.init(adopting: pixClone(picture.pix))
        return
      }
      try unsafe self.init(adopting: pixThresholdToBinary(picture.pix, 128))
    case .rgb:
      try self.init(raster, dpi: dpi, depth: 32) { red, rest in
        UInt32(red) << 24 | UInt32(rest.0) << 16 | UInt32(rest.1) << 8
      }
    }
  }

  /// Returns a gray picture of 16 bits per pixel, or one of 32 with ink on a transparent background.
  static func variant(_ format: PictureFormat, of raster: Raster, dpi: Double) throws -> LeptonicaPicture {
    switch format {
    case .png16:
      guard raster.channels == .gray else { throw FixtureError("16 bits a pixel are for grey pictures.") }
      return try LeptonicaPicture(raster, dpi: dpi, depth: 16) { pixel, _ in UInt32(pixel) * 257 }
    case .pngAlpha:
      guard raster.channels == .gray else { throw FixtureError("Ink on nothing is for grey pictures.") }
      let picture = try LeptonicaPicture(raster, dpi: dpi, depth: 32) { pixel, _ in UInt32(255 - pixel) }
      unsafe pixSetSpp(picture.pix, 4)
      return picture
    case .pngPalette:
      let picture = try LeptonicaPicture(raster, dpi: dpi)
      return try unsafe LeptonicaPicture(
        adopting: raster.channels == .gray
          ? pixThresholdTo4bpp(picture.pix, 16, 1) : pixOctreeColorQuant(picture.pix, 128, 0))
    case .tiffG4:
      return raster.isBitonal
        ? try LeptonicaPicture(raster, dpi: dpi) : try LeptonicaPicture(try raster.bitonal(), dpi: dpi)
    case .png, .jpeg, .tiffLZW, .tiffDeflate, .tiffPackBits, .tiffJPEG, .tiffPlain, .webp, .heic, .jpeg2000, .pnm, .bmp,
      .gif:
      return try LeptonicaPicture(raster, dpi: dpi)
    }
  }

  /// Packs pixels into words from the highest bits down, as Leptonica requires.
  private convenience init(
    _ raster: Raster, dpi: Double, depth: Int, pack: (UInt8, (UInt8, UInt8)) -> UInt32
  ) throws {
    try unsafe self.init(adopting: pixCreate(Int32(raster.width), Int32(raster.height), Int32(depth)))
    let resolution = Int32(dpi.rounded())
    unsafe pixSetResolution(pix, resolution, resolution)
    guard let words = unsafe pixGetData(pix) else { throw FixtureError("Leptonica has no pixels.") }
    let wordsPerRow = Int(unsafe pixGetWpl(pix))
    let channels = raster.channels.rawValue
    unsafe raster.withUnsafePixels { pixels in
      for y in 0..<raster.height {
        for x in 0..<raster.width {
          let index = (y * raster.width + x) * channels
          let rest = channels == 3 ? unsafe (pixels[index + 1], pixels[index + 2]) : (0, 0)
          let value = unsafe pack(pixels[index], rest)
          let bit = x * depth
          unsafe words[y * wordsPerRow + bit / 32] |= value << UInt32(32 - depth - bit % 32)
        }
      }
    }
  }

  /// Writes the picture as a file.
  func write(to path: String, as format: PictureFormat, quality: Int) throws {
    let status =
      switch format {
      case .png, .pngPalette, .pngAlpha, .png16: unsafe pixWritePng(path, pix, 0)
      case .jpeg: unsafe pixWriteJpeg(path, pix, Int32(quality), 0)
      case .webp: unsafe pixWriteWebP(path, pix, Int32(quality), 0)
      case .jpeg2000: unsafe pixWriteJp2k(path, pix, 38, 5, 0, 0)
      case .pnm: unsafe pixWrite(path, pix, Int32(IFF_PNM))
      case .bmp: unsafe pixWrite(path, pix, Int32(IFF_BMP))
      case .gif: unsafe pixWrite(path, pix, Int32(IFF_GIF))
      case .heic: throw FixtureError("Leptonica writes no HEIC.")
      case .tiffG4, .tiffLZW, .tiffDeflate, .tiffPackBits, .tiffJPEG, .tiffPlain:
        try unsafe pixWriteTiff(path, pix, Self.compression(format), "w")
      }
    guard status == 0 else { throw FixtureError("Leptonica did not write \(path).") }
  }

  /// Adds the picture to a TIFF file as its next page.
  func appendTIFF(to path: String, as format: PictureFormat) throws {
    guard unsafe pixWriteTiff(path, pix, try Self.compression(format), "a") == 0 else {
      throw FixtureError("Leptonica did not add a page to \(path).")
    }
  }

  private static func compression(_ format: PictureFormat) throws -> Int32 {
    switch format {
    case .tiffG4: Int32(IFF_TIFF_G4)
    case .tiffLZW: Int32(IFF_TIFF_LZW)
    case .tiffDeflate: Int32(IFF_TIFF_ZIP)
    case .tiffPackBits: Int32(IFF_TIFF_PACKBITS)
    case .tiffJPEG: Int32(IFF_TIFF_JPEG)
    case .tiffPlain: Int32(IFF_TIFF)
    case .png, .pngPalette, .pngAlpha, .png16, .jpeg, .webp, .heic, .jpeg2000, .pnm, .bmp, .gif:
      throw FixtureError("\(format) is no TIFF.")
    }
  }

  /// Returns the picture compressed for a PDF stream. From memory, Leptonica 1.84 compresses no narrow strips.
  func compressed(as encoding: ImagePDF.Encoding) throws -> ImagePDF.Stream {
    let folder = try TemporaryFolder()
    let path = folder / "picture"
    var data: UnsafeMutablePointer<L_COMP_DATA>?
    defer { unsafe l_CIDataDestroy(&data) }
    switch encoding {
    case .jpeg(let quality):
      try write(to: path, as: .jpeg, quality: quality)
      unsafe data = l_generateJpegData(path, 0)
    case .g4:
      try write(to: path, as: .tiffG4, quality: 0)
      unsafe data = l_generateG4Data(path, 0)
    case .flate:
      try write(to: path, as: .png, quality: 0)
      unsafe data = l_generateFlateDataPdf(path, nil)
    }
    guard let data = unsafe data?.pointee, let bytes = unsafe data.datacomp else {
      throw FixtureError("Leptonica did not compress the picture as \(encoding).")
    }
    return unsafe ImagePDF.Stream(
      bytes: Array(UnsafeBufferPointer(start: bytes, count: data.nbytescomp)), width: Int(data.w), height: Int(data.h),
      bitsPerComponent: Int(data.bps), components: Int(data.spp), blackIsOne: data.minisblack == 0,
      hasPredictor: data.predictor != 0)
  }
}
