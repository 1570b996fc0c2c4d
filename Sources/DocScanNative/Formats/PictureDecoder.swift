// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// All bytes of a file that is read as a whole.
struct PictureBytes {
  /// The file's name, for messages.
  let name: String
  let bytes: [UInt8]
  let limits: LimitSettings

  /// Reads a file, which may take half of the memory that a worker has.
  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    guard file.byteCount <= limits.megabytesPerWorker << 19 else {
      throw .loading(
        .limit, file.name,
        "the picture's file has \(file.byteCount >> 20) MiB, more than half of limits.megabytesPerWorker.")
    }
    name = file.name
    bytes = try file.read(limit: file.byteCount)
    self.limits = limits
  }
}

/// A decoder of files with one picture, which are read as a whole.
protocol PictureDecoder: PageDecoder {
  /// Takes a file; nothing is checked yet.
  init(file: PictureBytes)

  var file: PictureBytes { get }

  /// The picture's size, told from its header without decoding pixels; nil when that cannot be read.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)?

  /// Decodes the picture.
  func load() throws(PageFailure) -> LoadedPage
}

extension PictureDecoder {
  /// Checks the picture's size before anything is decoded.
  init(_ file: InputFile, limits: LimitSettings, passwords: [String]) throws(PageFailure) {
    self.init(file: try PictureBytes(file, limits: limits))
    guard let size = Self.size(self.file.bytes) else {
      throw .loading(
        .unreadable, file.name, "this is not a readable \(Self.format.name) picture. The file is damaged or incomplete."
      )
    }
    try limits.check(width: size.width, height: size.height, file: file.name)
  }

  var pageCount: Int { 1 }

  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage { try load() }

  /// What is said of a picture that its library cannot decode.
  var damaged: PageFailure {
    .loading(
      .unreadable, file.name,
      "the \(Self.format.name) picture cannot be decoded. The file is damaged, incomplete or unusual; "
        + "open it in an image program and save it again.")
  }

  /// The size as Leptonica reads it.
  static func sizeForLeptonica(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height): (l_int32, l_int32) = (0, 0)
    let failed = unsafe bytes.withUnsafeBufferPointer { data in
      unsafe pixReadHeaderMem(data.baseAddress, data.count, nil, &width, &height, nil, nil, nil)
    }
    return failed == 0 ? (Int(width), Int(height)) : nil
  }

  /// Decodes bytes by a function of Leptonica.
  func decode(
    _ bytes: [UInt8], _ body: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<PIX>?
  ) throws(PageFailure) -> PixImage {
    let pix = unsafe bytes.withUnsafeBufferPointer { data in unsafe body(data.baseAddress, data.count) }
    guard let image = unsafe PixImage(adopting: pix) else { throw damaged }
    try file.limits.check(width: image.width, height: image.height, file: file.name)
    return image
  }

  /// The page of a picture that Leptonica has decoded.
  func page(
    _ image: consuming PixImage, passThrough: PassThrough? = nil, camera: CameraData? = nil
  ) throws(PageFailure) -> LoadedPage {
    let resolution = image.resolution
    return try page(
      try image.raster(file: file.name), resolution: [resolution], passThrough: passThrough, camera: camera)
  }

  /// The page of decoded pixels, upright as the camera says.
  ///
  /// - Parameters:
  ///   - raster: The pixels as the file stores them.
  ///   - resolution: The pixels per inch that the file declares, the most trusted value first.
  ///   - passThrough: The file's compressed picture, which isn't turned.
  ///   - camera: The camera's data; its resolution counts if the file declares no other.
  func page(
    _ raster: Raster, resolution: [(x: Double, y: Double)?], passThrough: PassThrough?, camera: CameraData?
  ) throws(PageFailure) -> LoadedPage {
    let orientation = camera?.orientation ?? 1
    var resolution = Resolution(
      candidates: resolution + [camera?.resolution], width: raster.width, height: raster.height)
    if orientation >= 5 { resolution = resolution.turned }
    return try LoadedPage(
      picture: try raster.oriented(orientation), resolution: resolution, passThrough: passThrough?.turned(orientation),
      capture: camera?.capture, file: file.name, limits: file.limits)
  }
}

/// Reads WebP files.
struct WebPDecoder: PictureDecoder {
  static let format = InputFormat(name: "WebP", endings: ["webp"], signatures: [.init("RIFF????WEBP")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    file.isAsLong(as: try file.number(4, bytes: 4, bigEndian: false).map { $0 + 8 })
  }

  /// The frames of an animation but the first.
  var unreadPictures: Int {
    var (position, frames) = (12, 0)
    while position + 8 <= file.bytes.count {
      if file.bytes[position..<position + 4].elementsEqual("ANMF".utf8) { frames += 1 }
      let length = file.bytes.littleEndian(position + 4, 4)
      position += 8 + length + length % 2
    }
    return max(0, frames - 1)
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemWebP($0, $1) }, camera: CameraData(webP: file.bytes))
  }
}

/// Reads BMP files.
struct BMPDecoder: PictureDecoder {
  static let format = InputFormat(name: "BMP", endings: ["bmp"], signatures: [.init("BM?????????????")])

  let file: PictureBytes

  /// Two forms: OS/2's with 16-bit sizes, and Windows' with 32 bits, whose height is negative from the top down.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 26 else { return nil }
    guard bytes.littleEndian(14, 4) != 12 else { return (bytes.littleEndian(18, 2), bytes.littleEndian(20, 2)) }
    func number(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: bytes.littleEndian(offset, 4)) }
    return (Int(number(18)), Int(number(22).magnitude))
  }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    file.isAsLong(as: try file.number(2, bytes: 4, bigEndian: false))
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemBmp($0, $1) })
  }
}

/// A picture's compressed bytes as they are in its file, and what a PDF must say of them.
package struct PassThrough: Sendable {
  /// The stream of the PDF image.
  private(set) var bytes: [UInt8]
  let encoding: PagePicture.Encoding
  let colorSpace: PagePicture.ColorSpace
  let bitsPerComponent: Int
  let width: Int
  let height: Int
  /// The EXIF orientation, 1 to 8.
  private(set) var orientation: Int

  /// Whether a PDF/A can hold it.
  package var isArchival: Bool { colorSpace.isArchival }

  /// The same picture, shown with an EXIF orientation.
  func turned(_ orientation: Int) -> PassThrough {
    var picture = self
    picture.orientation = orientation
    return picture
  }

  /// The same picture in a file that does not tell where it was taken.
  var withoutPlace: PassThrough {
    var picture = self
    switch encoding {
    case .jpeg: picture.bytes = JPEGSegments(bytes).withoutPlace ?? bytes
    case .jpeg2000: picture.bytes = JPEG2000Header.withoutPlace(bytes) ?? bytes
    // Only pixels.
    case .ccittGroup4, .flate: break
    }
    return picture
  }

  /// The picture as the writers know it, once its bytes are in a file.
  func picture(fileName: String) -> PagePicture {
    PagePicture(
      untrustedFileName: fileName, encoding: encoding, colorSpace: colorSpace, bitsPerComponent: bitsPerComponent,
      width: width, height: height, orientation: orientation)
  }
}
