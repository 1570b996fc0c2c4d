// SPDX-License-Identifier: GPL-3.0-or-later

internal import CExif
internal import DocScanCore

/// What a camera wrote into a picture: how to show it, and how it was taken.
struct CameraData: Sendable {
  /// 1 to 8; 1 when the file does not say.
  var orientation = 1
  /// Pixels per inch, before the orientation is applied; nil when the file does not say.
  var resolution: (x: Double, y: Double)?
  var capture = PageCapture()
  /// Whether it says where the picture was taken, or cannot be read.
  var mayTellPlace = true

  /// Reads a TIFF structure, as PNG and others hold it.
  init(structure: some Sequence<UInt8>) { self.init(bytes: Array("Exif\0\0".utf8) + structure) }

  /// Reads a JPEG file, or a block of EXIF data.
  init(bytes: [UInt8]) {
    let data = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe exif_data_new_from_data(buffer.baseAddress, UInt32(clamping: buffer.count))
    }
    guard let data = unsafe data else { return }
    defer { unsafe exif_data_unref(data) }
    guard let directory = unsafe data.pointee.ifd.0 else { return }
    let taken = unsafe Self.readCapture(data)
    capture = taken.capture
    mayTellPlace =
      unsafe taken.hasPlace ?? (directory.pointee.count == 0 || Self.leadsToPlace(bytes.dropFirst(6)))
    let order = unsafe exif_data_get_byte_order(data)
    if let value = unsafe Self.short(EXIF_TAG_ORIENTATION, of: data, order), (1...8).contains(value) {
      orientation = value
    }
    // 2 is inch, which is also what holds when the unit is missing; 3 is centimetre.
    let unit = unsafe Self.short(EXIF_TAG_RESOLUTION_UNIT, of: data, order) ?? 2
    if unit == 2 || unit == 3, let x = unsafe Self.fractions(1, EXIF_TAG_X_RESOLUTION, .main, of: data, order)?[0],
      let y = unsafe Self.fractions(1, EXIF_TAG_Y_RESOLUTION, .main, of: data, order)?[0]
    {
      let factor = unit == 3 ? 2.54 : 1
      resolution = (x * factor, y * factor)
    }
  }

  /// Reads a WebP file, a RIFF container with chunks of even length (RFC 9649, 2.3); nil where the camera says nothing.
  init?(webP bytes: [UInt8]) {
    var position = 12
    while position + 8 <= bytes.count {
      let content = position + 8
      let length = bytes.littleEndian(position + 4, 4)
      guard content + length <= bytes.count else { return nil }
      if bytes[position..<position + 4].elementsEqual("EXIF".utf8) {
        // Some programs write the name of EXIF in front of it, as JPEG has it.
        let data = bytes[content..<content + length]
        self = data.starts(with: "Exif\0\0".utf8) ? CameraData(bytes: Array(data)) : CameraData(structure: data)
        return
      }
      position = content + length + length % 2
    }
    return nil
  }
}
