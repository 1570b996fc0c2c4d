// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads JPEG 2000 files, with and without boxes.
struct JPEG2000Decoder: PictureDecoder {
  static let format = InputFormat(
    name: "JPEG 2000", endings: ["jp2", "j2k", "jpx", "jpc"],
    signatures: [.init("\0\0\0\u{0C}jP  \r\n\u{87}\n"), .init("\u{FF}\u{4F}\u{FF}\u{51}")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    JPEG2000Header(bytes).map { ($0.width, $0.height) }
  }

  /// Where a box has no length, only the codestream's own marker tells.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    let isBare = try file.read(limit: 1) == [0xFF]
    let boxes = try isBare ? (isWhole: true, isOpen: true) : file.hasWholeBoxes()
    return try boxes.isOpen ? file.endsWithMarker() : boxes.isWhole
  }

  func load() throws(PageFailure) -> LoadedPage {
    guard let header = JPEG2000Header(file.bytes) else { throw damaged }
    let raster = try JPEG2000Picture(header: header, bytes: file.bytes).raster(file: file.name, limits: file.limits)
    let resolution = Resolution(candidates: [header.resolution], width: raster.width, height: raster.height)
    return try LoadedPage(
      picture: raster, resolution: resolution, passThrough: header.passThrough(file.bytes), file: file.name,
      limits: file.limits)
  }
}
