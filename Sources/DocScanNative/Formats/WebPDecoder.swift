// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads WebP files.
struct WebPDecoder: PictureDecoder {
  static let format = InputFormat(name: "WebP", endings: ["webp"], signatures: [.init("RIFF????WEBP")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    file.isAsLong(as: try file.number(4, bytes: 4, bigEndian: false).map { $0 + 8 })
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemWebP($0, $1) }, camera: CameraData(webP: file.bytes))
  }
}
