// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore
internal import DocScanVision

/// The bytes of a file that is read as a whole.
struct PictureBytes {
  let name: String
  let bytes: [UInt8]
  let limits: LimitSettings

  /// Reads a file, which may use half of a worker's memory.
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
  init(file: PictureBytes)

  var file: PictureBytes { get }

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)?

  func load() throws(PageFailure) -> LoadedPage
}

extension PictureDecoder {
  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
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

  var damaged: PageFailure {
    .loading(
      .unreadable, file.name,
      "the \(Self.format.name) picture cannot be decoded. The file is damaged, incomplete or unusual; "
        + "open it in an image program and save it again.")
  }

  static func sizeForLeptonica(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height): (l_int32, l_int32) = (0, 0)
    let failed = unsafe bytes.withUnsafeBufferPointer { data in
      unsafe pixReadHeaderMem(data.baseAddress, data.count, nil, &width, &height, nil, nil, nil)
    }
    return failed == 0 ? (Int(width), Int(height)) : nil
  }

  func decode(
    _ bytes: [UInt8], _ body: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<PIX>?
  ) throws(PageFailure) -> PixImage {
    let pix = unsafe bytes.withUnsafeBufferPointer { data in unsafe body(data.baseAddress, data.count) }
    guard let image = unsafe PixImage(adopting: pix) else { throw damaged }
    try file.limits.check(width: image.width, height: image.height, file: file.name)
    return image
  }

  func page(
    _ image: consuming PixImage, passThrough: PassThrough? = nil, camera: CameraData? = nil
  ) throws(PageFailure) -> LoadedPage {
    let resolution = image.resolution
    return try page(
      try image.raster(file: file.name), resolution: [resolution], passThrough: passThrough, camera: camera)
  }

  /// Returns the page for pixels as stored in the file. `resolution` lists pixels per inch, the most trusted first. `passThrough` isn't rotated.
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

struct WebPDecoder: PictureDecoder {
  static let format = InputFormat(name: "WebP", endings: ["webp"], signatures: [.init("RIFF????WEBP")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    file.isAsLong(as: try file.number(4, bytes: 4, bigEndian: false).map { $0 + 8 })
  }

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

struct BMPDecoder: PictureDecoder {
  static let format = InputFormat(name: "BMP", endings: ["bmp"], signatures: [.init("BM?????????????")])

  let file: PictureBytes

  /// Reads the size from headers of OS/2 (16 bits) or Windows (32 bits, negative height if stored top down).
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

/// A picture's compressed bytes as stored in its file, and its format for a PDF.
package struct PassThrough: Sendable {
  private(set) var bytes: [UInt8]
  let encoding: PagePicture.Encoding
  let colorSpace: PagePicture.ColorSpace
  let bitsPerComponent: Int
  let width: Int
  let height: Int
  private(set) var orientation: Int

  package var isArchival: Bool { colorSpace.isArchival }

  func turned(_ orientation: Int) -> PassThrough {
    var picture = self
    picture.orientation = orientation
    return picture
  }

  var withoutPlace: PassThrough {
    var picture = self
    switch encoding {
    case .jpeg: picture.bytes = JPEGSegments(bytes).withoutPlace ?? bytes
    case .jpeg2000: picture.bytes = JPEG2000Header.withoutPlace(bytes) ?? bytes
    case .ccittGroup4, .flate: break
    }
    return picture
  }

  func picture(fileName: String) -> PagePicture {
    PagePicture(
      untrustedFileName: fileName, encoding: encoding, colorSpace: colorSpace, bitsPerComponent: bitsPerComponent,
      width: width, height: height, orientation: orientation)
  }
}
