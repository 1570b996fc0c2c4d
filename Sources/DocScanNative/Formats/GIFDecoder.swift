// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads the first frame of GIF files.
struct GIFDecoder: PictureDecoder {
  static let format = InputFormat(name: "GIF", endings: ["gif"], signatures: [.init("GIF87a"), .init("GIF89a")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    GIFFrame(bytes).map { ($0.width, $0.height) }
  }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    try file.tail(64).last { $0 != 0 } == 0x3B
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(GIFFrame(file.bytes)?.bytes ?? []) { unsafe pixReadMemGif($0, $1) })
  }
}
