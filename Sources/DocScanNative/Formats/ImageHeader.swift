// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// The size of a picture, told from its header without decoding its pixels.
struct ImageHeader {
  var width: Int
  var height: Int

  /// Nil when the header cannot be read.
  init?(_ bytes: [UInt8], kind: FileKind) {
    switch kind {
    case .gif: self.init(gif: bytes)
    case .bmp: self.init(bmp: bytes)
    case .jpeg2000:
      guard let header = JPEG2000Header(bytes) else { return nil }
      self.init(width: header.width, height: header.height)
    case .jpeg:
      guard let header = JPEGHeader(bytes) else { return nil }
      self.init(width: header.width, height: header.height)
    case .png, .webp, .pnm: self.init(leptonica: bytes)
    case .pdf, .tiff, .heic: return nil
    }
  }

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  private init?(leptonica bytes: [UInt8]) {
    var (width, height): (l_int32, l_int32) = (0, 0)
    let failed = unsafe bytes.withUnsafeBufferPointer { data in
      unsafe pixReadHeaderMem(data.baseAddress, data.count, nil, &width, &height, nil, nil, nil)
    }
    guard failed == 0 else { return nil }
    self.width = Int(width)
    self.height = Int(height)
  }

  /// The size of the first frame, which is what is decoded.
  private init?(gif bytes: [UInt8]) {
    guard let frame = GIFFrame(bytes) else { return nil }
    width = frame.width
    height = frame.height
  }

  /// Two forms: OS/2's with 16-bit sizes, and Windows' with 32 bits, whose height is negative from the top down.
  private init?(bmp bytes: [UInt8]) {
    guard bytes.count >= 26 else { return nil }
    func number(_ offset: Int, _ size: Int) -> UInt32 {
      (0..<size).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
    if number(14, 4) == 12 {
      width = Int(number(18, 2))
      height = Int(number(20, 2))
    } else {
      width = Int(Int32(bitPattern: number(18, 4)))
      height = Int(Int32(bitPattern: number(22, 4)).magnitude)
    }
  }
}
