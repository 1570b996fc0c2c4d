// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// Changes to the bytes of JPEG files.
public enum JPEGFile {
  /// Returns the file with an EXIF segment for the camera's orientation, from 1 to 8.
  ///
  /// Source: CIPA DC-008 (*Exif 2.3*), 4.5.2 and 4.6.4: a TIFF structure whose only entry is the tag 0x0112.
  public static func adding(orientation: Int, to jpeg: Data) throws -> Data {
    guard (1...8).contains(orientation), jpeg.prefix(2) == Data([0xFF, 0xD8]) else {
      throw FixtureError("An orientation is 1 to 8, and a JPEG file starts with FF D8.")
    }
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
      + [0, 0, 0, 0]
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    return jpeg.prefix(2) + Data(segment) + jpeg.dropFirst(2)
  }
}
