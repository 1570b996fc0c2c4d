// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// A file with one picture, of a kind that Leptonica reads.
struct ImageFile {
  private let name: String
  private let kind: FileKind
  private let bytes: [UInt8]
  private let limits: LimitSettings

  /// Checks the picture's size before anything is decoded.
  init(name: String, kind: FileKind, bytes: [UInt8], limits: LimitSettings) throws(PageFailure) {
    guard let header = ImageHeader(bytes, kind: kind) else {
      throw .loading(
        .unreadable, name, "this is not a readable \(kind.title) picture. The file is damaged or incomplete.")
    }
    try limits.check(width: header.width, height: header.height, file: name)
    self.name = name
    self.kind = kind
    self.bytes = bytes
    self.limits = limits
  }

  /// Decodes the picture.
  func load() throws(PageFailure) -> LoadedPage {
    switch kind {
    case .jpeg: return try loadJPEG()
    case .png:
      let image = try unsafe decode(bytes) { unsafe pixReadMemPng($0, $1) }
      let header = PNGHeader(bytes)
      return try page(image, passThrough: header?.passThrough(bytes), camera: header?.camera(bytes))
    case .jpeg2000: return try loadJPEG2000()
    case .gif: return try page(try unsafe decode(GIFFrame(bytes)?.bytes ?? []) { unsafe pixReadMemGif($0, $1) })
    case .webp:
      return try page(try unsafe decode(bytes) { unsafe pixReadMemWebP($0, $1) }, camera: CameraData(webP: bytes))
    case .bmp: return try page(try unsafe decode(bytes) { unsafe pixReadMemBmp($0, $1) })
    case .pnm: return try page(try unsafe decode(bytes) { unsafe pixReadMemPnm($0, $1) })
    case .pdf, .tiff, .heic: throw damaged()
    }
  }

  private func loadJPEG() throws(PageFailure) -> LoadedPage {
    guard let header = JPEGHeader(bytes) else { throw damaged() }
    try limits.check(width: header.width, height: header.height, file: name)
    let picture = try JPEGPicture.decode(bytes, header, file: name)
    let camera = CameraData(bytes: bytes)
    var resolution = Resolution(
      candidates: [picture.resolution, camera.resolution].compactMap { $0 }, width: header.width,
      height: header.height)
    if camera.orientation >= 5 { resolution = resolution.turned }
    return try LoadedPage(
      picture: try picture.raster.oriented(camera.orientation), resolution: resolution,
      passThrough: picture.isSound ? header.passThrough(bytes, orientation: camera.orientation) : nil,
      capture: camera.capture, file: name, limits: limits)
  }

  private func loadJPEG2000() throws(PageFailure) -> LoadedPage {
    guard let header = JPEG2000Header(bytes) else { throw damaged() }
    let raster = try JPEG2000Picture(header: header, bytes: bytes).raster(file: name, limits: limits)
    let resolution = Resolution(
      candidates: [header.resolution].compactMap { $0 }, width: raster.width, height: raster.height)
    return try LoadedPage(
      picture: raster, resolution: resolution, passThrough: header.passThrough(bytes), file: name, limits: limits)
  }

  private func page(
    _ image: consuming PixImage, passThrough: PassThrough? = nil, camera: CameraData? = nil
  ) throws(PageFailure) -> LoadedPage {
    let resolution = Resolution(candidates: [image.resolution], width: image.width, height: image.height)
    return try LoadedPage(
      picture: try image.raster(file: name), resolution: resolution, passThrough: passThrough, capture: camera?.capture,
      file: name, limits: limits)
  }

  private func decode(
    _ bytes: [UInt8], _ body: (UnsafePointer<UInt8>?, Int) -> UnsafeMutablePointer<PIX>?
  ) throws(PageFailure) -> PixImage {
    let pix = unsafe bytes.withUnsafeBufferPointer { data in unsafe body(data.baseAddress, data.count) }
    guard let image = unsafe PixImage(adopting: pix) else { throw damaged() }
    try limits.check(width: image.width, height: image.height, file: name)
    return image
  }

  private func damaged() -> PageFailure {
    .loading(
      .unreadable, name,
      "the \(kind.title) picture cannot be decoded. The file is damaged, incomplete or unusual; "
        + "open it in an image program and save it again.")
  }
}

extension FileKind {
  /// The name that people know.
  var title: String {
    switch self {
    case .pdf: "PDF"
    case .tiff: "TIFF"
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .heic: "HEIC"
    case .jpeg2000: "JPEG 2000"
    case .pnm: "PNM"
    case .bmp: "BMP"
    case .gif: "GIF"
    }
  }
}
