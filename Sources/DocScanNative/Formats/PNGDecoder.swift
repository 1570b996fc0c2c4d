// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads PNG files.
struct PNGDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "PNG", endings: ["png"], signatures: [.init("\u{89}PNG\r\n\u{1A}\n")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    try file.tail(4096).firstIndex(of: "IEND") != nil
  }

  func load() throws(PageFailure) -> LoadedPage {
    let image = try unsafe decode(file.bytes) { unsafe pixReadMemPng($0, $1) }
    let header = PNGHeader(file.bytes)
    return try page(image, passThrough: header?.passThrough(file.bytes), camera: header?.camera(file.bytes))
  }
}
