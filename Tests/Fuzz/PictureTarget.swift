// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import FoundationEssentials

@testable internal import DocScanNative

/// Headers that docscan parses itself, of all kinds of pictures, and the ends of files.
enum PictureTarget {
  private static let folder: TemporaryFolder = {
    do {
      return try TemporaryFolder()
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  static func run(_ bytes: [UInt8]) {
    do {
      _ = try InputFile(path: folder.write(Data(bytes), to: "seed")).isComplete
    } catch {
      preconditionFailure("\(error)")
    }
    if let header = PNGHeader(bytes) {
      _ = header.passThrough(bytes)
      _ = header.camera(bytes)
    }
    if let header = JPEGHeader(bytes) { _ = header.passThrough(bytes)?.withoutPlace }
    if let camera = CameraData(webP: bytes) { precondition(camera.capture.isSensible) }
    if let header = JPEG2000Header(bytes) {
      _ = header.passThrough(bytes)?.withoutPlace
      _ = Resolution(candidates: [header.resolution], width: header.width, height: header.height)
    }
    _ = JPEG2000Archival.isAllowed(bytes)
    if let frame = GIFFrame(bytes) { precondition(frame.bytes.count <= bytes.count + 1) }
    // Libraries parse the other headers and have fuzz targets of their own.
    _ = (BMPDecoder.size(bytes), GIFDecoder.size(bytes), JPEGDecoder.size(bytes), JPEG2000Decoder.size(bytes))
  }

  static func seeds() throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let picture = try PageDrawing(size: PageSize(width: 24, height: 16)).raster(dpi: 72)
    return try [PictureFormat.png, .pngPalette, .jpeg, .jpeg2000, .gif, .bmp, .pnm, .tiffG4].map { format in
      let path = folder / "seed.\(format.ending)"
      try picture.write(to: path, as: format, dpi: 72)
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }
}
