// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads JPEG files.
struct JPEGDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "JPEG", endings: ["jpg", "jpeg", "jpe"], signatures: [.init("\u{FF}\u{D8}\u{FF}")])
  /// No more than this is read in search of an end.
  private static let longestSearch = 64 << 20

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    JPEGHeader(bytes).map { ($0.width, $0.height) }
  }

  /// Phones put films and second pictures behind the end marker, so it may stand anywhere after the picture's start.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    if try file.endsWithMarker() { return true }
    return JPEGHeader(try file.read(limit: longestSearch))?.hasEnd ?? false
  }

  func load() throws(PageFailure) -> LoadedPage {
    guard let header = JPEGHeader(file.bytes) else { throw damaged }
    let picture = try JPEGPicture.decode(file.bytes, header, file: file.name)
    let camera = CameraData(bytes: file.bytes)
    var resolution = Resolution(
      candidates: [picture.resolution, camera.resolution], width: header.width, height: header.height)
    if camera.orientation >= 5 { resolution = resolution.turned }
    return try LoadedPage(
      picture: try picture.raster.oriented(camera.orientation), resolution: resolution,
      passThrough: picture.isSound ? header.passThrough(file.bytes, orientation: camera.orientation) : nil,
      capture: camera.capture, file: file.name, limits: file.limits)
  }
}
