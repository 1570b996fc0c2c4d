// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads PBM, PGM, PPM and PAM files.
struct PNMDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "PNM", endings: ["pnm", "pbm", "pgm", "ppm", "pam"],
    signatures: (1...7).flatMap { kind in ["\t", "\n", "\r", " "].map { .init("P\(kind)\($0)") } })

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool { try PNMCompleteness.isComplete(file) }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemPnm($0, $1) })
  }
}
