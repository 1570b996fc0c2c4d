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
    let resolution = Resolution(candidates: [image.resolution], width: image.width, height: image.height)
    return try LoadedPage(
      picture: try image.raster(file: file.name), resolution: resolution, passThrough: passThrough,
      capture: camera?.capture, file: file.name, limits: file.limits)
  }
}
