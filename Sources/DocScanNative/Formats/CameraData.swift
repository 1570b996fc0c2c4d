// SPDX-License-Identifier: GPL-3.0-or-later

internal import CExif
internal import DocScanCore

/// The EXIF data of a picture: its orientation, its resolution, and its capture metadata.
struct CameraData: Sendable {
  /// The EXIF orientation, from 1 to 8.
  var orientation = 1
  /// The pixels per inch before the orientation is applied, or `nil` if unknown.
  var resolution: (x: Double, y: Double)?
  var capture = PageCapture()
  /// Whether the data contains a position, or can't be searched for one.
  var mayTellPlace = true

  init(structure: some Sequence<UInt8>) { self.init(bytes: Array("Exif\0\0".utf8) + structure) }

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
    // 2 is inch, which is also the default; 3 is centimeter.
    let unit = unsafe Self.short(EXIF_TAG_RESOLUTION_UNIT, of: data, order) ?? 2
    if unit == 2 || unit == 3, let x = unsafe Self.fractions(1, EXIF_TAG_X_RESOLUTION, .main, of: data, order)?[0],
      let y = unsafe Self.fractions(1, EXIF_TAG_Y_RESOLUTION, .main, of: data, order)?[0]
    {
      let factor = unit == 3 ? 2.54 : 1
      resolution = (x * factor, y * factor)
    }
  }

  init?(webP bytes: [UInt8]) {
    var position = 12
    while position + 8 <= bytes.count {
      let content = position + 8
      let length = bytes.littleEndian(position + 4, 4)
      guard content + length <= bytes.count else { return nil }
      if bytes[position..<position + 4].elementsEqual("EXIF".utf8) {
        // Some programs keep JPEG's EXIF prefix.
        let data = bytes[content..<content + length]
        self = data.starts(with: "Exif\0\0".utf8) ? CameraData(bytes: Array(data)) : CameraData(structure: data)
        return
      }
      position = content + length + length % 2
    }
    return nil
  }
}

/// Reads the capture date, the camera, and the position from EXIF tags (CIPA DC-008, *Exif 2.32*).
extension CameraData {
  enum Folder { case main, exif, gps }

  /// The tags for the capture time, by preference: when the picture was taken, digitized, or last changed.
  private static let times = [
    (Folder.exif, EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_TAG_SUB_SEC_TIME_ORIGINAL, EXIF_TAG_OFFSET_TIME_ORIGINAL),
    (Folder.exif, EXIF_TAG_DATE_TIME_DIGITIZED, EXIF_TAG_SUB_SEC_TIME_DIGITIZED, EXIF_TAG_OFFSET_TIME_DIGITIZED),
    (Folder.main, EXIF_TAG_DATE_TIME, EXIF_TAG_SUB_SEC_TIME, EXIF_TAG_OFFSET_TIME),
  ]

  static func date(_ text: String?, fraction: String? = nil, zone: String? = nil) -> CaptureDate? {
    guard let text, text.utf8.count < 40 else { return nil }
    let halves = text.split(separator: " ")
    guard halves.count == 2 else { return nil }
    let time = "\(halves[0].replacing(":", with: "-"))T\(halves[1])"
    let digits = (fraction ?? "").prefix { ("0"..."9").contains($0) }.prefix(9)
    let exact = digits.isEmpty ? time : "\(time).\(digits)"
    return CaptureDate(exact + (zone ?? "").filter { $0 != " " }) ?? CaptureDate(exact)
  }

  /// Returns whether the first directory of a TIFF structure has an entry for GPS data, readable or not.
  static func leadsToPlace(_ structure: ArraySlice<UInt8>) -> Bool {
    let isBig = structure.starts(with: "MM".utf8)
    func number(_ offset: Int, _ size: Int) -> Int {
      isBig ? structure.bigEndian(offset, size) : structure.littleEndian(offset, size)
    }
    let start = number(4, 4)
    return (0..<number(start, 2)).contains { number(start + 2 + 12 * $0, 2) == 0x8825 }
  }

  /// Returns the capture data, and whether it contains a position. The latter is `nil` if no GPS entry could be read.
  @unsafe
  static func readCapture(_ data: UnsafeMutablePointer<ExifData>) -> (capture: PageCapture, hasPlace: Bool?) {
    let order = unsafe exif_data_get_byte_order(data)
    var capture = PageCapture()
    for (folder, time, fraction, zone) in times where capture.date == nil {
      capture.date = unsafe date(
        text(time, folder, of: data), fraction: text(fraction, .exif, of: data), zone: text(zone, .exif, of: data))
    }
    capture.make = unsafe PageCapture.cleaned(text(EXIF_TAG_MAKE, .main, of: data))
    capture.model = unsafe PageCapture.cleaned(text(EXIF_TAG_MODEL, .main, of: data))
    // Tags 1 to 4 contain the position (4.6.6); tag 0 is only the version.
    let latitude = unsafe degrees(2, of: data, order), longitude = unsafe degrees(4, of: data, order)
    if let latitude, let longitude {
      let position = PageCapture.Position(
        latitude: unsafe latitude * (text(ExifTag(1), .gps, of: data) == "S" ? -1 : 1),
        longitude: unsafe longitude * (text(ExifTag(3), .gps, of: data) == "W" ? -1 : 1))
      if position.isOnEarth { capture.gps = position }
    }
    let entries = unsafe folder(.gps, of: data).map { unsafe Int($0.pointee.count) } ?? 0
    let version = unsafe entry(ExifTag(0), .gps, of: data) == nil ? 0 : 1
    return (capture, entries == 0 ? nil : entries > version)
  }

  @unsafe
  private static func folder(
    _ folder: Folder, of data: UnsafeMutablePointer<ExifData>
  ) -> UnsafeMutablePointer<ExifContent>? {
    switch folder {
    case .main: unsafe data.pointee.ifd.0
    case .exif: unsafe data.pointee.ifd.2
    case .gps: unsafe data.pointee.ifd.3
    }
  }

  @unsafe
  private static func entry(
    _ tag: ExifTag, _ kind: Folder, of data: UnsafeMutablePointer<ExifData>
  ) -> UnsafeMutablePointer<ExifEntry>? {
    unsafe folder(kind, of: data).flatMap { unsafe exif_content_get_entry($0, tag) }
  }

  @unsafe
  private static func text(_ tag: ExifTag, _ kind: Folder, of data: UnsafeMutablePointer<ExifData>) -> String? {
    guard let entry = unsafe entry(tag, kind, of: data), unsafe entry.pointee.format == EXIF_FORMAT_ASCII,
      let bytes = unsafe entry.pointee.data
    else { return nil }
    let known = unsafe UnsafeBufferPointer(start: bytes, count: min(Int(entry.pointee.size), 400))
    return unsafe String(decoding: known.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Converts degrees, minutes and seconds to degrees, with a precision of about 10 centimeters.
  @unsafe
  private static func degrees(
    _ tag: UInt32, of data: UnsafeMutablePointer<ExifData>, _ order: ExifByteOrder
  ) -> Double? {
    unsafe fractions(3, ExifTag(tag), .gps, of: data, order).map {
      ($0[0] + $0[1] / 60 + $0[2] / 3600).rounded(toPlaces: 6)
    }
  }

  @unsafe
  static func fractions(
    _ count: Int, _ tag: ExifTag, _ kind: Folder, of data: UnsafeMutablePointer<ExifData>, _ order: ExifByteOrder
  ) -> [Double]? {
    guard let entry = unsafe entry(tag, kind, of: data), unsafe entry.pointee.format == EXIF_FORMAT_RATIONAL,
      unsafe entry.pointee.size >= 8 * count, let bytes = unsafe entry.pointee.data
    else { return nil }
    let values = (0..<count).map { unsafe exif_get_rational(bytes + 8 * $0, order) }
    guard values.allSatisfy({ $0.denominator != 0 }) else { return nil }
    return values.map { Double($0.numerator) / Double($0.denominator) }
  }

  @unsafe
  static func short(_ tag: ExifTag, of data: UnsafeMutablePointer<ExifData>, _ order: ExifByteOrder) -> Int? {
    guard let entry = unsafe entry(tag, .main, of: data), unsafe entry.pointee.format == EXIF_FORMAT_SHORT,
      unsafe entry.pointee.size >= 2, let bytes = unsafe entry.pointee.data
    else { return nil }
    return Int(unsafe exif_get_short(bytes, order))
  }
}
