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
    if let value = unsafe Self.short(EXIF_TAG_ORIENTATION, in: directory, order), (1...8).contains(value) {
      orientation = value
    }
    // 2 is inch, which is also what holds when the unit is missing; 3 is centimetre.
    let unit = unsafe Self.short(EXIF_TAG_RESOLUTION_UNIT, in: directory, order) ?? 2
    if unit == 2 || unit == 3, let x = unsafe Self.fraction(EXIF_TAG_X_RESOLUTION, in: directory, order),
      let y = unsafe Self.fraction(EXIF_TAG_Y_RESOLUTION, in: directory, order)
    {
      let factor = unit == 3 ? 2.54 : 1
      resolution = (x * factor, y * factor)
    }
  }

  @unsafe
  private static func short(
    _ tag: ExifTag, in directory: UnsafeMutablePointer<ExifContent>, _ order: ExifByteOrder
  ) -> Int? {
    guard let entry = unsafe exif_content_get_entry(directory, tag), unsafe entry.pointee.format == EXIF_FORMAT_SHORT,
      unsafe entry.pointee.size >= 2, let data = unsafe entry.pointee.data
    else { return nil }
    return Int(unsafe exif_get_short(data, order))
  }

  @unsafe
  private static func fraction(
    _ tag: ExifTag, in directory: UnsafeMutablePointer<ExifContent>, _ order: ExifByteOrder
  ) -> Double? {
    guard let entry = unsafe exif_content_get_entry(directory, tag),
      unsafe entry.pointee.format == EXIF_FORMAT_RATIONAL, unsafe entry.pointee.size >= 8,
      let data = unsafe entry.pointee.data
    else { return nil }
    let value = unsafe exif_get_rational(data, order)
    return value.denominator == 0 ? nil : Double(value.numerator) / Double(value.denominator)
  }
}
