// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLCMS

/// The sRGB color space as an ICC profile, for a PDF/A's output intent (ISO 19005-2, 6.2.3).
package enum SRGBProfile {
  /// The latest profile version in ISO 32000-1.
  private static let version = 4.2
  /// The creation date's bytes in the header (ICC.1:2004-10, 7.2.8).
  private static let dateRange = 24..<36
  /// The first second of the year 2000, so that equal input gives equal files.
  private static let date: [UInt8] = [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]

  /// Returns the bytes of the profile, or `nil` if memory is insufficient.
  package static func bytes() -> [UInt8]? {
    guard let profile = unsafe cmsCreate_sRGBProfile() else { return nil }
    defer { unsafe cmsCloseProfile(profile) }
    unsafe cmsSetProfileVersion(profile, version)
    var size: cmsUInt32Number = 0
    guard unsafe cmsSaveProfileToMem(profile, nil, &size) != 0, size > dateRange.upperBound else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard unsafe cmsSaveProfileToMem(profile, &bytes, &size) != 0 else { return nil }
    bytes.replaceSubrange(dateRange, with: date)
    return bytes
  }
}
