// SPDX-License-Identifier: GPL-3.0-or-later

/// The segments of a JPEG file, each with the bytes up to the next one (ITU-T T.81, B.1).
struct JPEGSegments {
  struct Segment {
    let marker: UInt8
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private var segments: [Segment] = []

  /// Splits a file into segments as far as it is valid. Everything after that counts as pixels.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var position = 0
    while position + 2 <= bytes.count, bytes[position] == 0xFF {
      let (marker, start) = (bytes[position + 1], position)
      // Fill bytes, and markers without a length.
      position += marker == 0xFF ? 1 : 2
      if marker != 0xFF, marker != 0x01, !(0xD0...0xD9).contains(marker), position + 2 <= bytes.count {
        position = min(position + (Int(bytes[position]) << 8 | Int(bytes[position + 1])), bytes.count)
      }
      if marker == 0xDA {
        guard segments.contains(where: isAdded) else {
          position = start
          break
        }
        position = Self.nextMarker(bytes, from: position)
      }
      segments.append(Segment(marker: marker, range: start..<position))
      if marker == 0xD9 { return }
    }
    segments.append(Segment(marker: 0xDA, range: position..<bytes.count))
  }

  private static func nextMarker(_ bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position + 1 < bytes.count {
      let next = bytes[position + 1]
      if bytes[position] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return position }
      position += 1
    }
    return bytes.count
  }

  /// The file without added metadata and appended files, or `nil` if neither can contain a position. Pixels, resolution, and colors stay.
  var withoutPlace: [UInt8]? {
    let end = segments.last?.range.upperBound ?? bytes.count
    // Phones append other pictures and videos.
    guard segments.contains(where: mayTellPlace) || bytes[end...].contains(where: { $0 != 0 }) else { return nil }
    return segments.filter { !isAdded($0) }.flatMap { bytes[$0.range] }
  }

  private func isAdded(_ segment: Segment) -> Bool {
    switch segment.marker {
    case 0xE0: !begins(segment, "JFIF\0")
    case 0xE2: !begins(segment, "ICC_PROFILE\0")
    case 0xEE: !begins(segment, "Adobe")
    case 0xE1...0xEF, 0xFE: true
    case _: false
    }
  }

  private func mayTellPlace(_ segment: Segment) -> Bool {
    guard isAdded(segment) else { return false }
    let content = bytes[segment.range].dropFirst(4)
    // XMP property names contain this text.
    if content.firstRange(of: Array("GPS".utf8)) != nil { return true }
    return begins(segment, "Exif\0") && CameraData(bytes: Array(content)).mayTellPlace
  }

  private func begins(_ segment: Segment, _ name: String) -> Bool {
    bytes[segment.range].dropFirst(4).starts(with: name.utf8)
  }
}
