// SPDX-License-Identifier: GPL-3.0-or-later

extension CameraData {
  /// Reads a WebP file, a RIFF container with chunks of even length (RFC 9649, 2.3); nil where the camera says nothing.
  init?(webP bytes: [UInt8]) {
    var position = 12
    while position + 8 <= bytes.count {
      let content = position + 8
      let length = bytes[position + 4..<content].reversed().reduce(0) { $0 << 8 | Int($1) }
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
