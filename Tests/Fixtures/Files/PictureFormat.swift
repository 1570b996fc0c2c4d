// SPDX-License-Identifier: GPL-3.0-or-later

/// The formats in which the fixtures write a picture file.
public enum PictureFormat: Hashable, Sendable, CaseIterable {
  case png
  /// Colors from a table: 16 grays, or at most 128 colors.
  case pngPalette
  /// Ink on a transparent page, whose hidden color is black.
  case pngAlpha
  /// 16 bits per gray pixel.
  case png16
  case jpeg
  case tiffG4, tiffLZW, tiffDeflate, tiffPackBits, tiffJPEG, tiffPlain
  case webp
  case heic
  case jpeg2000
  case pnm, bmp, gif

  /// The common extension of the format.
  public var ending: String {
    switch self {
    case .png, .pngPalette, .pngAlpha, .png16: "png"
    case .jpeg: "jpg"
    case .tiffG4, .tiffLZW, .tiffDeflate, .tiffPackBits, .tiffJPEG, .tiffPlain: "tif"
    case .webp: "webp"
    case .heic: "heic"
    case .jpeg2000: "jp2"
    case .pnm: "pnm"
    case .bmp: "bmp"
    case .gif: "gif"
    }
  }

  /// Whether the file stores its resolution.
  public var keepsResolution: Bool {
    switch self {
    case .png, .pngPalette, .pngAlpha, .png16, .jpeg, .tiffG4, .tiffLZW, .tiffDeflate, .tiffPackBits, .tiffJPEG,
      .tiffPlain, .bmp:
      true
    case .webp, .heic, .jpeg2000, .pnm, .gif: false
    }
  }
}
